package dev.leasehold.kernel.view;

import dev.leasehold.kernel.policy.LeaseState;

/**
 * An end that is certain and yet to come: an admin's revocation with notice, or a release that the
 * holder has delayed.
 */
public record PlannedEnd(long tick, LeaseState state, String reason, String by) {}
