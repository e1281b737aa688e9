package dev.leasehold.bench.compare.drive;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of redis-benchmark.
 *
 * @param commands how many it was asked for
 */
record RedisBenchmarkText(
    long commands,
    double commandsPerSecond,
    long p50Micros,
    long p99Micros,
    long p999Micros,
    long maxMicros) {

  private static final Pattern RATE =
      Pattern.compile("throughput summary: ([0-9.]+) requests per second");
  private static final Pattern SUMMARY =
      Pattern.compile("avg\\s+min\\s+p50\\s+p95\\s+p99\\s+max\\s+([0-9. ]+)");
  private static final Pattern PERCENTILE =
      Pattern.compile("([0-9.]+)% <= ([0-9.]+) milliseconds \\(cumulative");

  static RedisBenchmarkText read(String text, long commands) throws IOException {
    // Progress overwrites itself with carriage returns.
    String lines = text.replace('\r', '\n');
    Matcher rate = RATE.matcher(lines);
    Matcher summary = SUMMARY.matcher(lines);
    if (!rate.find() || !summary.find()) {
      throw new IOException("redis-benchmark printed no summary: " + text.strip());
    }
    String[] figures = summary.group(1).strip().split("\\s+");
    return new RedisBenchmarkText(
        commands,
        Double.parseDouble(rate.group(1)),
        micros(figures[2]),
        micros(figures[4]),
        percentile(lines, 99.9, figures[5]),
        micros(figures[5]));
  }

  /** Finds the first step of its distribution that is not below; there is none among a few. */
  private static long percentile(String lines, double wanted, String otherwise) {
    Matcher steps = PERCENTILE.matcher(lines);
    while (steps.find()) {
      if (Double.parseDouble(steps.group(1)) >= wanted) {
        return micros(steps.group(2));
      }
    }
    return micros(otherwise);
  }

  private static long micros(String millis) {
    return Math.round(Double.parseDouble(millis) * 1_000);
  }

  /** Two commands are a cycle; the times are those of one command. */
  Outcome outcome() {
    long cycles = commands / 2;
    return new Outcome(
        cycles,
        cycles,
        commands / commandsPerSecond,
        p50Micros,
        p99Micros,
        p999Micros,
        maxMicros,
        null);
  }
}
