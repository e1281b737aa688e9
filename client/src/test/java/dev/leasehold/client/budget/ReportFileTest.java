package dev.leasehold.client.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports that were kept are there again, whatever happened to the process. */
class ReportFileTest {

  @TempDir Path directory;

  private Path file() {
    return directory.resolve("reports");
  }

  private static Report cost(String id, long tokens) {
    return new Report("lease", id, Report.Kind.COST, Map.of("tokens", tokens, "usd_micros", 7L));
  }

  @Test
  void whatIsNotDoneIsThereAgainInItsOrder() throws IOException {
    try (ReportFile file = new ReportFile(file(), true)) {
      file.keep(new Report("lease", "a", Report.Kind.OPEN, Map.of("tokens", 9L)));
      file.keep(cost("b", 2));
      file.keep(cost("c", 3));
      file.keep(cost("a", 4));
      file.done("b");
      file.done("unknown");
      assertThat(file.size()).isEqualTo(2);
    }
    try (ReportFile file = new ReportFile(file(), false)) {
      assertThat(file.kept()).isEqualTo(List.of(cost("a", 4), cost("c", 3)));
    }
  }

  @Test
  void labelsAreKeptWhateverTheyHaveInThem() throws IOException {
    Report labelled =
        new Report(
            "lease",
            "a",
            Report.Kind.COST,
            Map.of("tokens", 1L),
            Map.of("model", "größe\t=1\n%", "provider", "", "a b", "x"));
    try (ReportFile file = new ReportFile(file(), true)) {
      file.keep(labelled);
    }
    try (ReportFile file = new ReportFile(file(), true)) {
      assertThat(file.kept()).containsExactly(labelled);
    }
  }

  @Test
  void aLineThatWasCutOffNeverCountedAndADamagedOneIsNoticed() throws IOException {
    try (ReportFile file = new ReportFile(file(), true)) {
      file.keep(cost("a", 1));
    }
    Files.writeString(file(), "COST\tb\tlease\ttok", StandardOpenOption.APPEND);
    try (ReportFile file = new ReportFile(file(), true)) {
      assertThat(file.kept()).containsExactly(cost("a", 1));
    }
    String text = Files.readString(file());
    Files.writeString(file(), text.replace("lease", "leash"));
    assertThatThrownBy(() -> new ReportFile(file(), true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged in line 1");
  }

  /** Calls are cancelled by interrupts, and what they cost is kept all the same. */
  @Test
  void aThreadThatIsInterruptedWritesAndLeavesTheFileOpen() throws IOException {
    try (ReportFile file = new ReportFile(file(), true)) {
      Thread.currentThread().interrupt();
      try {
        file.keep(cost("a", 1));
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      file.keep(cost("b", 2));
    }
    try (ReportFile file = new ReportFile(file(), true)) {
      assertThat(file.kept()).containsExactly(cost("a", 1), cost("b", 2));
    }
  }

  @Test
  void oneAtATimeAndForItsOwnerOnly() throws IOException {
    try (ReportFile file = new ReportFile(file(), true)) {
      file.keep(cost("a", 1));
      assertThatThrownBy(() -> new ReportFile(file(), true)).hasMessageContaining("is in use");
      assertThat(Files.getPosixFilePermissions(file())).hasSize(2);
    }
  }

  @Test
  void theFileDoesNotGrowWithoutBound() throws IOException {
    try (ReportFile file = new ReportFile(file(), false)) {
      for (int i = 0; i < 11_000; i++) {
        file.keep(cost("a" + i, i));
        file.done("a" + i);
      }
    }
    assertThat(Files.size(file())).isLessThan(700_000);
    assertThat(Files.readString(file()).lines().count()).isLessThan(12_100);
  }
}
