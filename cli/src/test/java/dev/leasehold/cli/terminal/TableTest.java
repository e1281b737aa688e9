package dev.leasehold.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.terminal.Table.Cell;
import dev.leasehold.cli.terminal.Table.Fit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTest {

  private static final String ID = "8c146820-f17b-4c26-a735-ffd1f0468c15";

  private static Table table() {
    Table table =
        new Table()
            .column("LEASE", Fit.WHOLE)
            .column("HOLDER", Fit.CUT)
            .column("SCOPE", Fit.CUT)
            .column("SPACE", Fit.OPTIONAL)
            .column("STATE", Fit.OPTIONAL);
    table.row(ID, "alice", "/src/main/java/dev/leasehold/cli/terminal/**", "repo-a", "active");
    table.row(ID, "東京の山田さん", "/docs", "repo-b", "pending");
    return table;
  }

  private static Screen screen(int columns) {
    return new Screen(true, false, columns, 24);
  }

  @Test
  void whereNobodyLooksNothingIsCut() {
    assertThat(table().lines(Screen.NONE))
        .containsExactly(
            "LEASE                                 HOLDER          "
                + "SCOPE                                         SPACE   STATE",
            ID + "  alice           /src/main/java/dev/leasehold/cli/terminal/**  repo-a  active",
            ID + "  東京の山田さん  /docs                                         " + "repo-b  pending");
  }

  @ParameterizedTest
  @ValueSource(ints = {36, 40, 60, 70, 80, 100, 120})
  void noLineIsWiderThanTheTerminalAndTheIdIsWhole(int columns) {
    List<String> lines = table().lines(screen(columns));
    assertThat(lines).allMatch(line -> Text.width(line) <= columns);
    assertThat(lines).anyMatch(line -> line.startsWith(ID));
  }

  @Test
  void whereThereIsNoRoomForAllTheLastColumnsAreLeftOut() {
    List<String> lines = table().lines(screen(70));
    assertThat(lines.get(0)).contains("SCOPE").doesNotContain("STATE");
    assertThat(lines.get(1)).contains("…");
  }

  @Test
  void coloursAreOnlyForScreensThatHaveThem() {
    Table table = new Table().column("A", Fit.WHOLE);
    table.row(List.of(new Cell("x", Colour.GREEN)));
    assertThat(table.lines(new Screen(true, true, 80, 24)).get(1))
        .isEqualTo("\u001b[32mx\u001b[0m");
    assertThat(table.lines(screen(80))).containsExactly("A", "x");
  }

  @Test
  void whatCouldCommandATerminalIsMadeHarmless() {
    Table table = new Table().column("A", Fit.WHOLE);
    table.row("a\u001b[2Jb\nc\u202ed\u009b");
    assertThat(table.lines(Screen.NONE).get(1)).isEqualTo("a\uFFFD[2Jb\uFFFDc\uFFFDd\uFFFD");
  }

  @Test
  void whereNotEvenTheIdAndTheEndFitARowIsAFewLines() {
    assertThat(table().lines(screen(40)))
        .containsExactly(
            ID,
            "  holder alice",
            "  scope /src/main/java/dev/leasehold/cl…",
            "  space repo-a",
            "  state active",
            ID,
            "  holder 東京の山田さん",
            "  scope /docs",
            "  space repo-b",
            "  state pending");
  }

  @Test
  void theRowsAloneAreAsWideAsTheyNeedToBe() {
    Table table = new Table().column("A LONG HEADING", Fit.WHOLE).column("B", Fit.WHOLE);
    table.row("x", "y");
    assertThat(table.linesWithoutHeadings(screen(40))).containsExactly("x  y");
  }

  @Test
  void whatMayBeFoldedGoesOnBelow() {
    Table table = new Table().column("KEY", Fit.WHOLE).column("MEANING", Fit.FOLDED);
    table.row("one", "a sentence that is longer than there is room for");
    table.row("two", "short");
    assertThat(table.lines(new Screen(true, false, 30, 24)))
        .containsExactly(
            "KEY  MEANING",
            "one  a sentence that is longer",
            "     than there is room for",
            "two  short");
    assertThat(table.lines(Screen.NONE)).hasSize(3);
    assertThat(table.lines(new Screen(true, false, 20, 24)))
        .contains("  meaning a sentence", "  that is longer", "  than there is room", "  for");
  }
}
