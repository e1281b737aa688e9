/** One of everything, for data directories that later servers have to read. */
@NullMarked
package dev.leasehold.testing.process.sample;

import org.jspecify.annotations.NullMarked;
