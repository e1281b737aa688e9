/** Keeps so many operations under way, checks them and measures how long they take. */
@NullMarked
package dev.leasehold.bench.compare.drive;

import org.jspecify.annotations.NullMarked;
