/**
 * Tests with real processes, as long as told: soaks that kill servers, cut the power, drop replies
 * and let many leases end or wait at once. What they share has packages below.
 */
@NullMarked
package dev.leasehold.testing.process;

import org.jspecify.annotations.NullMarked;
