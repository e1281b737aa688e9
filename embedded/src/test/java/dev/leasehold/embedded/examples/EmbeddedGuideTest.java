package dev.leasehold.embedded.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java that the guide to the embedded node shows is compiled and run here. */
class EmbeddedGuideTest {

  private static final Path EXAMPLE =
      Path.of("src/test/java/dev/leasehold/embedded/examples/EmbeddedExample.java");

  private static final Path GUIDE = Path.of("..", "docs", "guides", "embedded.md");

  @TempDir Path directory;

  @Test
  void everyLineOfJavaIsInTheExample() throws IOException {
    List<String> example = Files.readAllLines(EXAMPLE).stream().map(String::strip).toList();
    List<String> shown = Files.readAllLines(GUIDE);
    List<String> java =
        shown.subList(shown.indexOf("## From Java"), shown.size()).stream()
            .filter(line -> line.startsWith("    "))
            .map(String::strip)
            .toList();
    assertThat(java).hasSizeGreaterThan(10);
    assertThat(example).containsAll(java);
  }

  @Test
  void aLeaseIsHeldWithoutAServer() throws IOException {
    List<Long> tokens = new ArrayList<>();
    EmbeddedExample.holdALease(directory, tokens::add);
    EmbeddedExample.holdALease(directory, tokens::add);
    assertThat(tokens).hasSize(2).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void timeIsMovedAndNothingSleeps() throws IOException {
    EmbeddedExample.moveTime(directory);
  }
}
