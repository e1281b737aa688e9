package dev.leasehold.cli.display;

import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.terminal.Colour;
import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Text;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The history of a lease, told in order, a line for each step. */
public final class Story {

  private static final int AGO_CELLS = 11;

  /** A narrower terminal shows the time of day alone, not how long ago it was. */
  private static final int FEWEST_COLUMNS_FOR_AGO = 60;

  private final Surroundings surroundings;
  private final Instant now;
  private @Nullable LocalDate day;

  public Story(Surroundings surroundings, Instant now) {
    this.surroundings = surroundings;
    this.now = now;
  }

  public void open(Fields lease) {
    line(
        LeaseText.scope(lease)
            + " in "
            + lease.text("space")
            + ", "
            + lease.text("mode").toLowerCase(Locale.ROOT)
            + ", policy "
            + lease.text("policy"));
  }

  public void tell(List<Fields> events) {
    for (Fields event : events) {
      Instant at = event.time("at");
      if (at != null) {
        tell(event, at);
      }
    }
  }

  private void tell(Fields event, Instant at) {
    ZonedDateTime here = at.atZone(surroundings.zone());
    if (!here.toLocalDate().equals(day)) {
      day = here.toLocalDate();
      line(day.toString());
    }
    String ago = RelativeTime.of(at, now);
    Screen screen = surroundings.screen();
    String clock =
        "  "
            + here.toLocalTime().truncatedTo(ChronoUnit.SECONDS)
            + (here.getSecond() == 0 ? ":00" : "")
            + "  ";
    String when =
        screen.columns() < FEWEST_COLUMNS_FOR_AGO
            ? clock
            : clock + ago + " ".repeat(Math.max(1, AGO_CELLS - ago.length()));
    List<String> lines =
        Text.folded(Text.harmless(StorySteps.of(event, at)), screen.columnsBehind(when));
    surroundings.out().println(screen.in(Colour.DIM, when) + lines.get(0));
    lines.stream()
        .skip(1)
        .forEach(line -> surroundings.out().println(" ".repeat(when.length()) + line));
  }

  private void line(String text) {
    Screen screen = surroundings.screen();
    screen
        .lines(Text.harmless(text), "  ")
        .forEach(line -> surroundings.out().println(screen.in(Colour.BOLD, line)));
  }

  /** How long from the step until the lease's end as it was then. */
  static String length(@Nullable Instant until, Instant at) {
    return until == null ? "" : " for " + RelativeTime.length(Duration.between(at, until));
  }
}
