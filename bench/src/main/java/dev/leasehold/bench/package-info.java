/** Benchmarks of the kernel. What each measures, and the figure to reach, stands with it. */
@NullMarked
package dev.leasehold.bench;

import org.jspecify.annotations.NullMarked;
