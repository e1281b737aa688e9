package dev.leasehold.cli.display;

import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.terminal.RelativeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Events as lines. */
public final class EventText {

  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final String PREFIX = "dev.leasehold.";

  private EventText() {}

  /** Writes an event in one line: when, what, who, on what, and why. */
  public static String line(Fields event, ZoneId zone) {
    Fields data = event.object("data");
    Instant time = event.time("time");
    StringBuilder line = new StringBuilder();
    line.append(time == null ? "" : CLOCK.format(time.atZone(zone))).append(' ');
    line.append(event.text("type").replace(PREFIX, "").replace("lease.", ""));
    String who = data.text("holder").isEmpty() ? data.text("actor") : data.text("holder");
    append(line, " ", who);
    append(line, " ", LeaseText.scope(data));
    append(line, " in ", data.text("space"));
    append(line, " -> ", data.text("toHolder"));
    Instant until = data.time("expiresAt");
    if (time != null && until != null && until.isAfter(time)) {
      append(line, " for ", RelativeTime.length(Duration.between(time, until)));
    }
    String request = data.text("extensionRequestId");
    Duration longer = request.isEmpty() ? null : data.duration("ttl");
    append(line, " by ", longer == null ? "" : RelativeTime.length(longer));
    append(line, " as request ", request);
    boolean refused = event.text("type").endsWith("overdrawn");
    append(line, refused ? ", refused " : " ", AmountsText.of(data.object("amounts")));
    append(line, " of ", AmountsText.of(data.object("rest")));
    boolean money = event.text("type").startsWith(PREFIX + "budget.");
    append(line, "", money ? AmountsText.on(data.object("labels")) : "");
    append(line, " for ", data.text("period"));
    append(line, " every ", data.text("every"));
    boolean threshold = event.text("type").endsWith("budget.threshold");
    append(line, " ", threshold ? AmountsText.threshold(data) : AmountsText.end(data));
    append(line, ", by ", data.text("endedBy").equals(who) ? "" : data.text("endedBy"));
    append(line, ", by ", data.text("actor").equals(who) ? "" : data.text("actor"));
    append(line, " with commit ", data.text("commit"));
    append(line, ": ", data.text("reason"));
    append(line, ": ", data.text("note"));
    append(line, " ", data.text("key"));
    append(line, " = ", data.text("value"));
    append(line, " (", event.text("subject"));
    return event.text("subject").isEmpty() ? line.toString() : line.append(')').toString();
  }

  private static void append(StringBuilder line, String before, String text) {
    if (!text.isEmpty()) {
      line.append(before).append(text);
    }
  }
}
