/** How quick a server is, asked by the Java client over its stream. */
@NullMarked
package dev.leasehold.cli.bench;

import org.jspecify.annotations.NullMarked;
