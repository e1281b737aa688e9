package dev.leasehold.cli.acquire;

import dev.leasehold.cli.display.LeaseText;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * One line that describes a wait: the place in the queue, who holds the lease and until when, and
 * as much of the rest as there is room for.
 */
record ProgressLine(List<Fields> conflicts, Instant now, int columns) {

  /** Fewer cells of a scope or of a name say nothing. */
  private static final int FEWEST_CELLS = 8;

  private static final Predicate<Fields> WAITS = lease -> lease.text("state").equals("PENDING");

  /**
   * @param conflicts the leases in the way, waiters ahead included
   */
  static String of(List<Fields> conflicts, Instant now, int columns) {
    return new ProgressLine(conflicts, now, columns).fitting();
  }

  private String fitting() {
    String whole = "waiting, " + place("number %d in the queue") + ": ";
    for (String rest :
        List.of(Problem.blockers(conflicts, now), Problem.blockersWithoutIds(conflicts, now))) {
      String line = Text.harmless(whole + rest);
      if (Text.width(line) <= columns) {
        return line;
      }
    }
    return brief();
  }

  /** Counts the waiters ahead, which are among the conflicts, to find the place in the queue. */
  private String place(String numbered) {
    long ahead = conflicts.stream().filter(WAITS).count();
    return ahead == 0 ? "next" : numbered.formatted(ahead + 1);
  }

  /** Names one holder; of several the one whose lease ends last. */
  private String brief() {
    List<Fields> holders = conflicts.stream().filter(WAITS.negate()).toList();
    Fields last =
        (holders.isEmpty() ? conflicts : holders)
            .stream().max(Comparator.comparing(ProgressLine::end)).orElseThrow();
    String place = place("place %d") + ": ";
    String name = Text.harmless(last.text("holder"));
    String others = holders.size() > 1 ? " +" + (holders.size() - 1) : "";
    String until = others + until(last);
    int taken = Text.width(place + until);
    String line = place + Text.fitted(name, Math.max(FEWEST_CELLS, columns - taken)) + until;
    String scope = ", " + Text.harmless(LeaseText.scope(last));
    String prefix = "waiting, ";
    int left = columns - Text.width(line);
    if (left >= prefix.length() + Math.min(Text.width(scope), 2 * FEWEST_CELLS)) {
      line = prefix + line;
      left -= prefix.length();
    }
    if (left >= Math.min(Text.width(scope), FEWEST_CELLS)) {
      line += Text.fitted(scope, left);
    }
    return Text.fitted(line, columns);
  }

  private static Instant end(Fields lease) {
    Instant end = lease.time("expiresAt");
    return end == null ? Instant.MIN : end;
  }

  private String until(Fields lease) {
    Instant end = lease.time("expiresAt");
    if (end == null || WAITS.test(lease)) {
      return "";
    }
    return end.isAfter(now)
        ? ", " + RelativeTime.length(Duration.between(now, end)) + " left"
        : ", in grace";
  }
}
