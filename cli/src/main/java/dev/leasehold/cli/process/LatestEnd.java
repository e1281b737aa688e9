package dev.leasehold.cli.process;

import java.time.Duration;

/**
 * The time at which the watchdog ends a command whose supervisor is stopped and cannot.
 *
 * @param time from now
 * @param grace between the request to end and the end
 */
public record LatestEnd(Duration time, Duration grace) {}
