package dev.leasehold.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.TestSurroundings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalPathsTest {

  private final TestSurroundings shell = new TestSurroundings();

  @ParameterizedTest
  @CsvSource({
    "README.md, /README.md",
    "/a, /a",
    "./a/b, /a/b",
    ".//a, /a",
    "., /",
    "app/[slug]/page.tsx, /app/[slug]/page.tsx"
  })
  void aMissingSlashIsAdded(String given, String path) throws Exception {
    assertThat(LocalPaths.rooted(given)).isEqualTo(path);
  }

  @Test
  void aLocalDirectoryMeansItsSubtreeAndThatIsSaid(@TempDir Path directory) throws Exception {
    String given = directory.toString();
    assertThat(LocalPaths.plain(List.of(given), shell.surroundings())).containsExactly(given + "/");
    assertThat(shell.err()).contains(given + "/**").hasLineCount(1);
  }

  @Test
  void soDoesWhatEndsWithASlash() throws Exception {
    assertThat(LocalPaths.plain(List.of("not-there/"), shell.surroundings()))
        .containsExactly("/not-there/");
    assertThat(shell.err()).contains("/not-there/**");
  }

  @Test
  void aFileIsItself() throws Exception {
    assertThat(LocalPaths.plain(List.of("not-there"), shell.surroundings()))
        .containsExactly("/not-there");
    assertThat(shell.err()).isEmpty();
  }
}
