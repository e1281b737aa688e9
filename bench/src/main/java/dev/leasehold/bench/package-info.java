/** Benchmarks of the kernel. Each says what it measures, and the figure to reach. */
@NullMarked
package dev.leasehold.bench;

import org.jspecify.annotations.NullMarked;
