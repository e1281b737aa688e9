/** Medians and ratios, and the reports that show them. */
@NullMarked
package dev.leasehold.bench.compare.report;

import org.jspecify.annotations.NullMarked;
