package dev.leasehold.cli.process;

import java.time.Duration;

/**
 * When the watchdog ends a command whose own supervisor does not, because it is stopped.
 *
 * @param time from now
 * @param grace between the request to end and the end
 */
public record LatestEnd(Duration time, Duration grace) {}
