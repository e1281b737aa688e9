package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Scopes.scope;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Finding conflicts does not look at all claims, counted in steps of work. */
class ClaimIndexCostTest {

  private static final int FEW = 100;
  private static final int MANY = 10_000;

  /** A rising number of claims may cost what a look-up in a sorted map does, and no more. */
  private static final long SLACK = 40;

  private static long steps(String query, int count, IntFunction<String> claim) {
    ClaimIndex<Integer> index = new ClaimIndex<>();
    index.add(scope("/src/main/App.java"), -1);
    index.add(scope("/src/**/*.md"), -2);
    for (int i = 0; i < count; i++) {
      index.add(scope(claim.apply(i)), i);
    }
    return Steps.of(work -> index.visitOverlapping(scope(query), work, owner -> true));
  }

  private static void assertCostStays(String query, IntFunction<String> claim) {
    assertThat(steps(query, MANY, claim))
        .as("steps of %s among claims such as %s", query, claim.apply(0))
        .isLessThanOrEqualTo(steps(query, FEW, claim) + SLACK);
  }

  @Test
  void aPathIsNotComparedWithOtherPaths() {
    assertCostStays("/src/main/App.java", i -> "/src/main/File" + i + ".java");
    assertCostStays("/src/main/App.java", i -> "/src/dir" + i + "/App.java");
    assertCostStays("/src/main/App.java", i -> "/other/File" + i + ".java");
    assertCostStays("/src/main", i -> "/src/main/File" + i + ".java");
  }

  @Test
  void aPathIsNotComparedWithGlobsOfOtherDirectories() {
    assertCostStays("/src/main/App.java", i -> "/src/dir" + i + "/*.java");
    assertCostStays("/src/main/App.java", i -> "/src/dir" + i + "/**");
    assertCostStays("/src/main/App.java", i -> "/src/main/App.java" + i + "/**");
  }

  @Test
  void aPathIsNotComparedWithGlobsThatBeginOrEndOtherwise() {
    assertCostStays("/src/main/App.java", i -> "/src/main/*" + i + ".java");
    assertCostStays("/src/main/App.java", i -> "/src/main/" + i + "*");
    assertCostStays("/src/main/App.java", i -> "/**/File" + i + ".java");
    assertCostStays("/src/main/App.java", i -> "/src/**/*." + i);
  }

  @Test
  void aGlobIsNotComparedWithWhatLiesInOtherDirectories() {
    assertCostStays("/src/main/*.java", i -> "/src/test/File" + i + ".java");
    assertCostStays("/src/main/**", i -> "/src/main" + i + "/File.java");
    assertCostStays("/src/main/**", i -> "/src/dir" + i + "/*.java");
    assertCostStays("/src/**/*.java", i -> "/other/dir" + i + "/**");
  }

  @Test
  void aGlobIsNotComparedWithGlobsThatBeginOrEndOtherwise() {
    assertCostStays("/src/main/*.java", i -> "/src/main/*." + i);
    assertCostStays("/src/main/App*", i -> "/src/main/" + i + "*");
    assertCostStays("/src/main/*.java", i -> "/src/**/*." + i);
  }

  @Test
  void aGlobOfFixedDepthIsNotComparedWithDeeperPaths() {
    assertCostStays("/src/*.java", i -> "/src/main/deep/File" + i + ".java");
  }

  @Test
  void aGlobOfFixedDepthDoesNotLookIntoDeeperDirectories() {
    assertCostStays("/src/*.java", i -> "/src/main/dir" + i + "/File.java");
  }
}
