/**
 * Money as values: amounts of units, the budget of a lease, pools, and requests for more.
 *
 * <p>Start at {@link dev.leasehold.kernel.budget.Amounts}.
 */
@NullMarked
package dev.leasehold.kernel.budget;

import org.jspecify.annotations.NullMarked;
