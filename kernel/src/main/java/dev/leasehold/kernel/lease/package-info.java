/**
 * The life of a lease. {@link Acquiring}, and {@link Checking} whether an acquire would be granted,
 * within the {@link Quota} of a holder; {@link Renewing}, also heartbeats; {@link Extending} beyond
 * its time; {@link Asking} a holder for it; {@link Converting}, {@link Transferring}, {@link
 * Deriving}; {@link Releasing}, which is every end that somebody asks for, through {@link Endings};
 * {@link LateCommits} of check-ins; {@link Expiring}, all that time does; {@link Validating}, with
 * epochs.
 */
@NullMarked
package dev.leasehold.kernel.lease;

import org.jspecify.annotations.NullMarked;
