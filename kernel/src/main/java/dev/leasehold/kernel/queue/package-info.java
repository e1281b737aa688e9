/** Waiting for leases: contention, grants from the queue, deadlocks. */
@NullMarked
package dev.leasehold.kernel.queue;

import org.jspecify.annotations.NullMarked;
