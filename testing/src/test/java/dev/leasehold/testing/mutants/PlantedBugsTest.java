package dev.leasehold.testing.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The list of bugs follows the kernel's source: each still fits, and still compiles. */
class PlantedBugsTest {

  private static final Workshop WORKSHOP = new Workshop(Path.of("..").toAbsolutePath().normalize());

  @TempDir Path folder;

  static List<Mutant> bugs() {
    return PlantedBugs.ALL;
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void everyBugCanStillBePlanted(Mutant bug) throws Exception {
    WORKSHOP.build(bug, folder);

    assertThat(folder.resolve("dev/leasehold/kernel/" + bug.file() + ".class")).exists();
  }

  @Test
  void everyBugBreaksARuleOfItsOwn() {
    assertThat(PlantedBugs.ALL).extracting(Mutant::rule).doesNotHaveDuplicates();
    assertThat(PlantedBugs.ALL).hasSizeGreaterThanOrEqualTo(20);
  }
}
