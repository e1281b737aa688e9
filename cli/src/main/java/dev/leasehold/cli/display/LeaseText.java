package dev.leasehold.cli.display;

import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Patterns;
import dev.leasehold.cli.terminal.Colour;
import dev.leasehold.cli.terminal.Columns;
import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Cell;
import dev.leasehold.cli.terminal.Table.Fit;
import dev.leasehold.cli.terminal.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Leases in words. */
public final class LeaseText {

  /** Enough of an id to tell leases apart by sight. */
  private static final int SHORT_ID_CELLS = 9;

  private LeaseText() {}

  /** One lease in one sentence, after something was done to it. */
  public static String sentence(Fields lease, Instant now) {
    String what = scope(lease) + " in " + lease.text("space");
    String holder = lease.text("holder");
    return switch (lease.text("state")) {
      case "ACTIVE" -> holder + " holds " + what + ", " + ends(lease, now) + plan(lease);
      case "PENDING" -> holder + " waits for " + what;
      default -> what + " is " + state(lease) + by(lease, holder);
    };
  }

  /** Says that an end is planned: an admin takes the lease away, or its holder lets go of it. */
  private static String plan(Fields lease) {
    Fields end = lease.object("plannedEnd");
    if (end.names().isEmpty()) {
      return "";
    }
    String state = end.text("state").toLowerCase(Locale.ROOT);
    String reason = end.text("reason");
    return ", " + state + " by " + end.text("by") + (reason.isEmpty() ? "" : ": " + reason);
  }

  private static String by(Fields lease, String holder) {
    String by = lease.text("endedBy");
    return by.isEmpty() || by.equals(holder) ? "; it was " + holder + "'s" : " by " + by;
  }

  public static String scope(Fields lease) {
    return Patterns.line(lease.texts("scope"));
  }

  /** Whether the paths of the scope are leased with all that is below them. */
  private static String below(Fields lease) {
    List<Patterns.Shown> shown = Patterns.shown(lease.texts("scope"));
    long subtrees = shown.stream().filter(each -> each.reach() == Patterns.Reach.SUBTREE).count();
    if (shown.stream().allMatch(each -> each.reach() == Patterns.Reach.PATTERN)) {
      return "pattern";
    }
    return subtrees == 0 ? "no" : subtrees == shown.size() ? "yes" : "some";
  }

  static String state(Fields lease) {
    return lease.text("state").toLowerCase(Locale.ROOT);
  }

  /** Says when a lease or a wait ends, by the server's count, which no clock here can falsify. */
  public static String ends(Fields lease, Instant now) {
    String state = lease.text("state");
    if (state.equals("PENDING")) {
      Duration left = lease.object("waiting").duration("remaining");
      return left == null ? "waits" : "waits, at most " + RelativeTime.length(left);
    }
    Duration grace = lease.duration("graceRemaining");
    if (grace != null) {
      return "in grace for another " + RelativeTime.length(grace);
    }
    if (!state.equals("ACTIVE")) {
      return lease.when("terminatedAt", now, "");
    }
    Duration left = left(lease);
    if (left == null) {
      return lease.when("expiresAt", now, "");
    }
    return "ends in " + RelativeTime.length(left);
  }

  static @Nullable Duration left(Fields lease) {
    return lease.has("plannedEnd")
        ? lease.object("plannedEnd").duration("remaining")
        : lease.duration("remaining");
  }

  public static Table table(List<Fields> leases, Instant now) {
    return new Columns<Fields>()
        .with("LEASE", Fit.WHOLE, lease -> lease.text("leaseId"))
        .with("HOLDER", Fit.CUT, lease -> lease.text("holder"))
        .with("SCOPE", Fit.CUT, LeaseText::scope)
        .withCells("ENDS", Fit.WHOLE, lease -> new Cell(column(lease, now), colour(lease)))
        .with("SPACE", Fit.OPTIONAL, lease -> lease.text("space"))
        .with("STATE", Fit.OPTIONAL, LeaseText::state)
        .with("MODE", Fit.OPTIONAL, lease -> lease.text("mode").toLowerCase(Locale.ROOT))
        .with("POLICY", Fit.OPTIONAL, lease -> lease.text("policy"))
        .with("BELOW", Fit.OPTIONAL, LeaseText::below)
        .of(leases);
  }

  /** A table of one line for each lease, scope first; the id is the first to be left out. */
  static Table narrowTable(List<Fields> leases, Instant now, boolean withHolder) {
    Columns<Fields> columns = new Columns<Fields>().with("SCOPE", Fit.CUT, LeaseText::scope);
    if (withHolder) {
      columns.with("HOLDER", Fit.CUT, lease -> lease.text("holder"));
    }
    return columns
        .withCells(
            "ENDS",
            withHolder ? Fit.WHOLE : Fit.CUT,
            lease -> new Cell(column(lease, now).replace(", at most", ""), colour(lease)))
        .with("SPACE", Fit.OPTIONAL, lease -> lease.text("space"))
        .with("LEASE", Fit.OPTIONAL, lease -> Text.fitted(lease.text("leaseId"), SHORT_ID_CELLS))
        .of(leases);
  }

  private static String column(Fields lease, Instant now) {
    return ends(lease, now).replaceFirst("^ends ", "");
  }

  /** Green while it is held, yellow while it waits or is about to end, dim when it is over. */
  private static Colour colour(Fields lease) {
    Duration left = left(lease);
    return switch (lease.text("state")) {
      case "ACTIVE" ->
          lease.has("plannedEnd") || (left != null && left.toSeconds() < 60)
              ? Colour.YELLOW
              : Colour.GREEN;
      case "PENDING" -> Colour.YELLOW;
      default -> Colour.DIM;
    };
  }
}
