package dev.leasehold.testing.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Programs of the system that a test needs. Where one is missing the test is skipped and says so;
 * with {@code -Dleasehold.programs=required} it fails instead.
 */
public final class Programs {

  private static final String SETTING = "leasehold.programs";

  private Programs() {}

  public static void need(String... names) {
    for (String name : names) {
      String lack =
          "this test needs the program " + name + ", which is not in PATH; see CONTRIBUTING.md";
      if ("required".equals(System.getProperty(SETTING))) {
        assertThat(isThere(name)).as(lack).isTrue();
      } else {
        assumeThat(isThere(name)).as(lack).isTrue();
      }
    }
  }

  private static boolean isThere(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }
}
