package dev.leasehold.client.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java that the guides show is the Java that is compiled and run here, line by line. */
class GuidesTest {

  private static final Path GUIDES = Path.of("..", "docs", "guides");

  private static final Path EXAMPLES =
      Path.of("src", "test", "java", "dev", "leasehold", "client", "examples");

  private static final String CODE = "    ";

  @ParameterizedTest
  @ValueSource(
      strings = {"files.md", "work.md", "checkouts.md", "workflows.md", "recipes.md", "budgets.md"})
  void everyLineOfJavaIsInAnExample(String guide) throws IOException {
    List<String> shown =
        java(Files.readAllLines(GUIDES.resolve(guide)), guide.equals("recipes.md"));

    assertThat(shown).isNotEmpty();
    assertThat(compiled()).containsAll(shown);
  }

  /** Indented lines, in sections whose heading says Java or everywhere. */
  private static List<String> java(List<String> guide, boolean everywhere) {
    List<String> lines = new ArrayList<>();
    boolean inJava = everywhere;
    for (String line : guide) {
      if (line.startsWith("#")) {
        inJava = everywhere || line.contains("Java");
      } else if (inJava && line.startsWith(CODE) && !line.isBlank()) {
        lines.add(line.strip());
      }
    }
    return lines;
  }

  private static Set<String> compiled() throws IOException {
    Set<String> lines = new HashSet<>();
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      for (Path file : files.filter(path -> path.toString().endsWith("Example.java")).toList()) {
        for (String line : Files.readAllLines(file)) {
          lines.add(line.strip());
          lines.add(line.strip().replaceFirst("^return ", ""));
        }
      }
    }
    return lines;
  }
}
