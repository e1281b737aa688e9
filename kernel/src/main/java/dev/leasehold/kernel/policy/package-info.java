/**
 * The terms of leases: policies, modes, states and authority, and the limits and durations that
 * hold for all.
 *
 * <p>Start at {@link dev.leasehold.kernel.policy.Policy} and {@link
 * dev.leasehold.kernel.policy.Limits}.
 */
@NullMarked
package dev.leasehold.kernel.policy;

import org.jspecify.annotations.NullMarked;
