package dev.leasehold.cli.pool;

import dev.leasehold.cli.money.Amounts;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.terminal.RelativeTime;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One pool in full, a line for each thing that is to be said of it. */
final class PoolCard {

  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);

  private PoolCard() {}

  static List<String> lines(Fields pool, Instant now, ZoneId zone) {
    List<String> lines = new ArrayList<>();
    line(lines, "pool", pool.text("id"));
    line(lines, "free", orNothing(pool.object("free")));
    line(lines, "with leases", orNothing(pool.object("outstanding")));
    line(lines, "spent", orNothing(pool.object("spent")));
    line(lines, "total", orNothing(pool.object("total")));
    if (!pool.isTrue("open")) {
      line(lines, "state", "closed: restored from a backup; leasehold pool confirm opens it");
    }
    Fields recurrence = pool.object("recurrence");
    if (!recurrence.names().isEmpty()) {
      line(
          lines,
          "topped up",
          every(pool)
              + " in "
              + recurrence.text("zone")
              + ", to "
              + Amounts.text(recurrence.object("amounts")));
      line(lines, "last period", recurrence.text("period"));
      Instant next = recurrence.time("nextAt");
      if (next != null) {
        line(
            lines,
            "next",
            RelativeTime.of(next, now) + " (" + MOMENT.format(next.atZone(zone)) + ")");
      }
    }
    return lines;
  }

  /** Such as "every month"; empty if it is filled by hand. */
  static String every(Fields pool) {
    String every = pool.object("recurrence").text("every");
    return every.isEmpty() ? "" : "every " + every;
  }

  private static String orNothing(Fields amounts) {
    String text = Amounts.text(amounts);
    return text.isEmpty() ? "nothing" : text;
  }

  private static void line(List<String> lines, String label, String value) {
    if (!value.isEmpty()) {
      lines.add("%-12s %s".formatted(label, value));
    }
  }
}
