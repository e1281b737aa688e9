package dev.leasehold.cli.display;

import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.terminal.Colour;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Text;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * The picture of leases and events that fits a terminal of a certain size. A lease has one line, in
 * which its scope, holder and end come before its id. Where lines are few, they are for leases.
 */
record LivePicture(Screen screen, ZoneId zone) {

  /** A terminal with fewer lines shows no headings and no empty line. */
  private static final int FEWEST_ROWS_WITH_ORNAMENT = 12;

  /** From here on there is room for the whole id. */
  private static final int FEWEST_COLUMNS_FOR_IDS = 80;

  /** A narrower terminal does not show the holder. */
  private static final int FEWEST_COLUMNS_FOR_HOLDERS = 36;

  /**
   * @param goesOn whether the server has more leases than these
   * @param events the latest last
   */
  List<String> lines(List<Fields> leases, Instant now, boolean goesOn, List<Fields> events) {
    List<String> rows = rows(leases, now);
    return withEvents(rows, leases.size(), goesOn, events);
  }

  /** Shows a sentence where there are no leases to be shown, with the events below it. */
  List<String> lines(Colour colour, String sentence, List<Fields> events) {
    return withEvents(
        List.of(screen.in(colour, Text.fitted(sentence, screen.columns()))), 1, false, events);
  }

  private List<String> withEvents(
      List<String> leaseLines, int leases, boolean goesOn, List<Fields> events) {
    int eventRows = Math.min(mostEvents(), events.size());
    boolean blank = hasOrnament() && eventRows > 0;
    int room = screen.rows() - eventRows - (blank ? 1 : 0);
    List<String> lines = new ArrayList<>(shortened(leaseLines, leases, room, goesOn));
    if (blank) {
      lines.add("");
    }
    for (Fields event : events.subList(events.size() - eventRows, events.size())) {
      lines.add(Text.fitted(Text.harmless(EventText.line(event, zone)), screen.columns()));
    }
    return lines;
  }

  private boolean hasOrnament() {
    return screen.rows() >= FEWEST_ROWS_WITH_ORNAMENT;
  }

  private int mostEvents() {
    int rows = screen.rows();
    return hasOrnament() ? rows / 3 : Math.max(0, Math.min(rows - 2, Math.max(1, rows / 4)));
  }

  private List<String> rows(List<Fields> leases, Instant now) {
    if (leases.isEmpty() && !hasOrnament()) {
      return List.of(screen.in(Colour.DIM, Text.fitted("no leases", screen.columns())));
    }
    int columns = screen.columns();
    Table table =
        columns >= FEWEST_COLUMNS_FOR_IDS
            ? LeaseText.table(leases, now)
            : LeaseText.narrowTable(leases, now, columns >= FEWEST_COLUMNS_FOR_HOLDERS);
    return hasOrnament() ? table.lines(screen) : table.linesWithoutHeadings(screen);
  }

  private List<String> shortened(List<String> lines, int leases, int room, boolean goesOn) {
    if (lines.size() <= room && !goesOn) {
      return lines;
    }
    int kept = Math.clamp(room - 1, 0, lines.size());
    int headings = Math.max(0, lines.size() - leases);
    int left = leases - Math.max(0, kept - headings);
    List<String> shown = new ArrayList<>(lines.subList(0, kept));
    String more = goesOn ? "and more than " + left + " more" : "and " + left + " more";
    shown.add(screen.in(Colour.DIM, Text.fitted(more, screen.columns())));
    return shown;
  }
}
