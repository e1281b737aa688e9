/**
 * Finds requests that were carried out before, by their ids, when the kernel has forgotten their
 * leases.
 *
 * <p>Start at {@link dev.leasehold.node.tables.retry.RememberingSequencer}.
 */
@NullMarked
package dev.leasehold.node.tables.retry;

import org.jspecify.annotations.NullMarked;
