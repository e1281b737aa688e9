/**
 * Counts and measures, in the form that Prometheus reads.
 *
 * <p>Start at {@link dev.leasehold.node.metrics.Figures}.
 */
@NullMarked
package dev.leasehold.node.metrics;

import org.jspecify.annotations.NullMarked;
