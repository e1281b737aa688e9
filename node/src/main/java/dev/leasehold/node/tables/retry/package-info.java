/**
 * Finds requests that were carried out before, by their ids, when the kernel has forgotten their
 * leases. A retry of what the kernel remembers, also after a restart, is found by the kernel
 * itself.
 *
 * <p>Start at {@link dev.leasehold.node.tables.retry.RetryLookup}, which is asked before a lease is
 * made, and {@link dev.leasehold.node.tables.retry.HistoryBackedSequencer}, for all other requests.
 */
@NullMarked
package dev.leasehold.node.tables.retry;

import org.jspecify.annotations.NullMarked;
