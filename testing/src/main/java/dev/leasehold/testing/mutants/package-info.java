/** Deliberate bugs in the kernel, to see that the simulation notices each of them. */
@NullMarked
package dev.leasehold.testing.mutants;

import org.jspecify.annotations.NullMarked;
