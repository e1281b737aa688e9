package dev.leasehold.testing.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code CONTRIBUTING.md} names the classes in which a new event falls under a {@code default}, so
 * that the compiler does not ask for it.
 */
class NewEventPlacesTest {

  private static final List<Path> SOURCES =
      List.of(Path.of("../kernel/src/main/java"), Path.of("../node/src/main/java"));

  private static final Pattern EVENT =
      Pattern.compile("case (Lease|Budget|Approval|Pool|Notice|Admin)Event\\b");

  @Test
  void areAllNamed() throws IOException {
    String named = Files.readString(Path.of("../CONTRIBUTING.md"));

    assertThat(places()).allMatch(place -> named.contains("`" + place + "`"));
  }

  /** A pattern that finds nothing would let any document pass. */
  @Test
  void manyPlacesAreFound() throws IOException {
    assertThat(places()).hasSizeGreaterThan(20).contains("UnfedEvents", "WatchFilter");
  }

  private static List<String> places() throws IOException {
    List<String> places = new ArrayList<>();
    for (Path sources : SOURCES) {
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String source = Files.readString(file);
          if (EVENT.matcher(source).find() && source.contains("default ->")) {
            places.add(file.getFileName().toString().replace(".java", ""));
          }
        }
      }
    }
    return places;
  }
}
