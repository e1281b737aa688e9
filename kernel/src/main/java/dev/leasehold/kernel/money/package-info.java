/** Pools, and what leases spend, reserve and refresh. */
@NullMarked
package dev.leasehold.kernel.money;

import org.jspecify.annotations.NullMarked;
