package dev.leasehold.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Programs of the system that a test needs. Where one is missing, or may not do what it is needed
 * for, the test is skipped and says so; with {@code -Dleasehold.programs=required} it fails
 * instead.
 */
public final class Programs {

  private static final String SETTING = "leasehold.programs";
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private Programs() {}

  public static void need(String... names) {
    for (String name : names) {
      need(
          isThere(name),
          "this test needs the program " + name + ", which is not in PATH; see CONTRIBUTING.md");
    }
  }

  /**
   * Says that a test needs a program to do something which not everybody may do everywhere.
   *
   * @param does whether it does that here
   */
  public static void needTo(String what, boolean does) {
    need(
        does,
        "this test needs to "
            + what
            + ", which is not possible or not allowed here; see CONTRIBUTING.md");
  }

  private static void need(boolean met, String lack) {
    if (isRequired()) {
      assertThat(met).as(lack).isTrue();
    } else {
      if (!met && TOLD.add(lack)) {
        // Reports do not say why all tests of a class were skipped at once.
        System.out.println("skipped: " + lack);
      }
      assumeThat(met).as(lack).isTrue();
    }
  }

  /** Whether a program is there that only a part of a test needs, which is left out without it. */
  public static boolean has(String name) {
    if (isRequired()) {
      need(name);
    }
    return isThere(name);
  }

  private static boolean isRequired() {
    return "required".equals(System.getProperty(SETTING));
  }

  private static boolean isThere(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }
}
