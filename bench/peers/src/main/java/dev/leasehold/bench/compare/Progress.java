package dev.leasehold.bench.compare;

import java.io.PrintStream;
import java.util.Locale;

/** Tells on standard error how far the run is: a line that is written over on a terminal. */
final class Progress {

  private final PrintStream err;
  private final boolean overwrites;
  private final double expectedSeconds;
  private final long startNanos = System.nanoTime();
  private int lastLength;

  Progress(PrintStream err, boolean overwrites, double expectedSeconds) {
    this.err = err;
    this.overwrites = overwrites;
    this.expectedSeconds = expectedSeconds;
  }

  void say(String format, Object... values) {
    double passed = (System.nanoTime() - startNanos) / 1e9;
    String line =
        String.format(
            Locale.ROOT,
            "[%s of about %s] %s",
            clock(passed),
            clock(Math.max(passed, expectedSeconds)),
            String.format(Locale.ROOT, format, values));
    if (overwrites) {
      err.print("\r" + line + " ".repeat(Math.max(0, lastLength - line.length())));
      lastLength = line.length();
    } else {
      err.println(line);
    }
    err.flush();
  }

  /** Leaves the line as it is and goes to the next. */
  void end() {
    if (overwrites && lastLength > 0) {
      err.println();
      lastLength = 0;
    }
  }

  static String clock(double seconds) {
    long whole = Math.round(seconds);
    return String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
  }
}
