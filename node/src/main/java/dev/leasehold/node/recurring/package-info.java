/** Tops up recurring pools at the beginning of their periods. */
@NullMarked
package dev.leasehold.node.recurring;

import org.jspecify.annotations.NullMarked;
