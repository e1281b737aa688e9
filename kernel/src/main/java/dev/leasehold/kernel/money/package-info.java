/**
 * Pools and budgets. {@link Pooling} and {@link ToppingUp} of pools; {@link Handshaking}, by which
 * an agent gets its budget; {@link Requesting} more, and decisions on it; {@link Spending} with its
 * {@link Thresholds}; {@link Reserving} before a call, and {@link Overruns}; {@link Refreshing}.
 */
@NullMarked
package dev.leasehold.kernel.money;

import org.jspecify.annotations.NullMarked;
