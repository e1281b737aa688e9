/**
 * Tests with real processes, as long as told: soaks that kill servers, cut the power, drop replies
 * and let many leases end or wait at once. The packages below hold what they share.
 */
@NullMarked
package dev.leasehold.testing.process;

import org.jspecify.annotations.NullMarked;
