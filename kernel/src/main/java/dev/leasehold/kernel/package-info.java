/**
 * The pure core: commands in, events and a reply out, with no clock, no randomness and no I/O.
 *
 * <p>Start at {@link dev.leasehold.kernel.Kernel}. Commands, events, refusals and what they are
 * made of have packages by what they concern. Strings that are absent are empty, durations and
 * ticks are nanoseconds, wall times are nanoseconds since the Unix epoch and decide nothing.
 */
@NullMarked
package dev.leasehold.kernel;

import org.jspecify.annotations.NullMarked;
