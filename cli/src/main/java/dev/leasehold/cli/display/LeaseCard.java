package dev.leasehold.cli.display;

import dev.leasehold.cli.money.Amount;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Patterns;
import dev.leasehold.cli.terminal.Colour;
import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Text;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One lease in full, a line for each thing that is to be said of it. */
final class LeaseCard {

  private static final int LABEL_CELLS = 12;
  private static final String INDENT = "  ";

  private final Screen screen;
  private final ZoneId zone;
  private final Instant now;
  private final List<String> lines = new ArrayList<>();

  /** Moments are shown to the second, with the offset from UTC. */
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);

  private LeaseCard(Screen screen, ZoneId zone, Instant now) {
    this.screen = screen;
    this.zone = zone;
    this.now = now;
  }

  static List<String> lines(Fields lease, Screen screen, ZoneId zone, Instant now) {
    LeaseCard card = new LeaseCard(screen, zone, now);
    card.identity(lease);
    card.times(lease);
    card.proof(lease);
    card.rest(lease);
    return card.lines;
  }

  private void identity(Fields lease) {
    line("lease", lease.text("leaseId"));
    line("state", LeaseText.state(lease) + cause(lease));
    line("holder", lease.text("holder"));
    line("session", lease.text("session"));
    line("space", lease.text("space"));
    Patterns.shown(lease.texts("scope")).forEach(this::path);
    line("mode", lease.text("mode").toLowerCase(Locale.ROOT));
    line("policy", lease.text("policy"));
    line("check-out", lease.text("checkoutType"));
    line("base commit", lease.text("baseCommit"));
  }

  private void path(Patterns.Shown shown) {
    switch (shown.reach()) {
      case EXACT -> line("name", shown.text());
      case SUBTREE -> line("path", shown.text() + " and everything below it");
      case PATTERN -> line("pattern", shown.text());
    }
  }

  private static String cause(Fields lease) {
    return switch (lease.text("cause")) {
      case "TIME" -> ", its time was over";
      case "HEARTBEAT" -> ", its holder was silent for too long";
      case "EXHAUSTED" -> ", its budget was used up";
      default -> "";
    };
  }

  private void times(Fields lease) {
    line("since", time(lease.time("issuedAt")));
    line(untilLabel(lease), time(lease.time("expiresAt")));
    if (lease.has("plannedEnd")) {
      Fields end = lease.object("plannedEnd");
      line(
          "planned end",
          time(end.time("at"))
              + ", "
              + end.text("state").toLowerCase(Locale.ROOT)
              + " by "
              + end.text("by")
              + reason(end.text("reason")));
    }
    if (lease.has("waiting")) {
      line("waits", LeaseText.ends(lease, now));
    }
    Duration grace = lease.duration("graceRemaining");
    if (grace != null) {
      line(
          "grace",
          "for another " + RelativeTime.length(grace) + "; refresh or close it, else it is closed");
    }
    line("ended", time(lease.time("terminatedAt")));
    line("ended by", lease.text("endedBy"));
    line("reason", lease.text("reason"));
    line("commit", lease.text("commit"));
    long most = lease.number("maxRenewals");
    if (lease.number("renewalCount") > 0 || most > 0) {
      line("renewals", lease.number("renewalCount") + (most < 0 ? "" : " of " + most));
    }
    line("last renewed", time(lease.time("lastRenewedAt")));
    line("heartbeat", lease.text("heartbeat"));
  }

  /** Of a lease that has ended, the end that it was granted with may be to come. */
  private String untilLabel(Fields lease) {
    if (lease.text("state").equals("ACTIVE")) {
      return "until";
    }
    Instant until = lease.time("expiresAt");
    return until != null && until.isAfter(now) ? "would end" : "was until";
  }

  private static String reason(String reason) {
    return reason.isEmpty() ? "" : ": " + reason;
  }

  private void proof(Fields lease) {
    if (!lease.text("fencingToken").isEmpty()) {
      line("token", lease.text("fencingToken"));
      line("epoch", lease.text("epoch"));
      if (lease.number("epochFloor") > 0) {
        line("", "(what has no epoch of its own here begins at " + lease.text("epochFloor") + ")");
      }
    }
    if (lease.texts("fencePath").size() > 1) {
      line("fence path", String.join(" ", lease.texts("fencePath")));
    }
    line("part of", lease.text("parentId"));
  }

  private void rest(Fields lease) {
    Fields budget = lease.object("budget");
    for (String part : budget.names()) {
      Fields amounts = budget.object(part);
      amounts.names().forEach(unit -> line(part, Amount.text(unit, amounts.text(unit))));
    }
    line("pool", lease.text("pool"));
    Fields labels = lease.object("labels");
    labels.names().stream()
        .filter(label -> !label.equals("baseCommit") || !lease.has("baseCommit"))
        .forEach(label -> line("label", label + "=" + labels.text(label)));
    line("request", lease.text("requestId"));
    line("signature", lease.text("registrarSignature"));
  }

  private String time(@Nullable Instant time) {
    return time == null
        ? ""
        : RelativeTime.of(time, now) + " (" + MOMENT.format(time.atZone(zone)) + ")";
  }

  /**
   * Adds a value with its label, unless it is empty. A value that does not fit beside its label
   * goes on below; one with a word that is too long for that begins below its label.
   */
  private void line(String label, String value) {
    if (value.isEmpty()) {
      return;
    }
    String padded = label + " ".repeat(Math.max(1, LABEL_CELLS - label.length()));
    int room = screen.columnsBehind(padded);
    List<String> parts = Text.folded(Text.harmless(value), room);
    if (parts.stream().anyMatch(part -> Text.width(part) > room)) {
      lines.add(screen.in(Colour.DIM, label));
      Text.folded(Text.harmless(value), screen.columnsBehind(INDENT))
          .forEach(part -> lines.add(INDENT + part));
      return;
    }
    lines.add(screen.in(Colour.DIM, padded) + parts.get(0));
    parts.stream().skip(1).forEach(part -> lines.add(" ".repeat(padded.length()) + part));
  }
}
