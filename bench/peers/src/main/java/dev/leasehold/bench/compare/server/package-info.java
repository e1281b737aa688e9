/** The servers that are compared, each durable before it replies, on loopback. */
@NullMarked
package dev.leasehold.bench.compare.server;

import org.jspecify.annotations.NullMarked;
