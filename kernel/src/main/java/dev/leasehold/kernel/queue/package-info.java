/** Waiting: who stands in whose way, who is granted next, who would wait for ever. */
@NullMarked
package dev.leasehold.kernel.queue;

import org.jspecify.annotations.NullMarked;
