/** Medians, ratios, and what is written about them. */
@NullMarked
package dev.leasehold.bench.compare.report;

import org.jspecify.annotations.NullMarked;
