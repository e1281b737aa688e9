/** The ways to take and give back a lock, at least one for each system. */
@NullMarked
package dev.leasehold.bench.compare.client;

import org.jspecify.annotations.NullMarked;
