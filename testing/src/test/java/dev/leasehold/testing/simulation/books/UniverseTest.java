package dev.leasehold.testing.simulation.books;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The auditor's tables are right: rich enough to have a path in common where patterns overlap. */
class UniverseTest {

  @Test
  void patternsShareAPathExactlyIfTheyOverlap() {
    for (String left : Universe.PATTERNS) {
      for (String right : Universe.PATTERNS) {
        boolean shared =
            !Collections.disjoint(
                Universe.pathsOf("repo", List.of(left)), Universe.pathsOf("repo", List.of(right)));

        assertThat(shared)
            .as("%s and %s", left, right)
            .isEqualTo(scope(left).overlaps(scope(right), StepLimit.ofOneCommand()));
      }
    }
  }

  @Test
  void everyPathIsListedUnderThePatternsThatMatchIt() {
    for (String pattern : Universe.PATTERNS) {
      for (String path : Universe.PATHS) {
        assertThat(Universe.pathsOf("repo", List.of(pattern)).contains(path))
            .as("%s and %s", pattern, path)
            .isEqualTo(scope(pattern).covers(path, StepLimit.ofOneCommand()));
      }
    }
  }

  @Test
  void onlyTheFoldedSpaceIgnoresCase() {
    assertThat(Universe.canonical(Universe.FOLDED_SPACE, List.of("/B", "/A/X", "/b")))
        .containsExactly("/a/x", "/b");
    assertThat(Universe.canonical("repo", List.of("/b", "/A"))).containsExactly("/A", "/b");
  }

  private static Scope scope(String pattern) {
    return ((Scope.Parsed.Valid) Scope.parse(List.of(pattern), List.of())).scope();
  }
}
