package dev.leasehold.node.time;

/**
 * A reading of the clock that is stored, so that the next start can go on from it.
 *
 * @param identity names the monotonic clock that the offset belongs to
 * @param offsetNanos the tick minus that clock's reading
 * @param tick the tick that was reached
 */
public record ClockMark(String identity, long offsetNanos, long tick) {}
