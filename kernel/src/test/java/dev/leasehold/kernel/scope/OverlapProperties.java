package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Scopes.covers;
import static dev.leasehold.kernel.scope.Scopes.overlap;
import static dev.leasehold.kernel.scope.Scopes.plain;
import static dev.leasehold.kernel.scope.Scopes.scope;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** Two scopes overlap exactly if some path matches both. */
@StatisticsReport(onFailureOnly = true)
class OverlapProperties {

  @Provide
  Arbitrary<String> names() {
    return Patterns.ofNames();
  }

  @Provide
  Arbitrary<String> trees() {
    return Patterns.ofTrees();
  }

  @Provide
  Arbitrary<String> paths() {
    SmallWorld world = SmallWorld.OF_TREES;
    return Arbitraries.integers().between(0, world.size() - 1).map(world::path);
  }

  @Property(tries = 3_000)
  void segmentsOverlapExactlyIfSomeNameMatchesBoth(
      @ForAll("names") String left, @ForAll("names") String right) {
    SmallWorld world = SmallWorld.OF_NAMES;
    check(world.pathsOf(left).intersects(world.pathsOf(right)), List.of(left), List.of(right));
  }

  @Property(tries = 3_000)
  void patternsOverlapExactlyIfSomePathMatchesBoth(
      @ForAll("trees") String left, @ForAll("trees") String right) {
    SmallWorld world = SmallWorld.OF_TREES;
    check(world.pathsOf(left).intersects(world.pathsOf(right)), List.of(left), List.of(right));
  }

  @Property(tries = 1_000)
  void scopesOverlapExactlyIfSomeOfTheirPatternsDo(
      @ForAll("trees") String first,
      @ForAll("trees") String second,
      @ForAll("trees") String third,
      @ForAll("trees") String fourth) {
    SmallWorld world = SmallWorld.OF_TREES;
    List<String> left = List.of(first, second);
    List<String> right = List.of(third, fourth);
    check(world.pathsOf(left).intersects(world.pathsOf(right)), left, right);
  }

  private static void check(boolean expected, List<String> left, List<String> right) {
    assertThat(overlap(scope(left), scope(right))).isEqualTo(expected);
    assertThat(overlap(scope(right), scope(left))).as("turned round").isEqualTo(expected);
    Statistics.collect(expected);
    Statistics.coverage(
        both -> {
          both.check(true).count(count -> count > 0);
          both.check(false).count(count -> count > 0);
        });
  }

  @Property(tries = 2_000)
  void aPathOverlapsAPatternExactlyIfThePatternCoversIt(
      @ForAll("paths") String path, @ForAll("trees") String pattern) {
    boolean expected = BruteForce.matches(pattern, path);
    Scope scope = scope(pattern);

    assertThat(covers(scope, path)).isEqualTo(expected);
    assertThat(overlap(scope, plain(path))).isEqualTo(expected);
    assertThat(overlap(plain(path), scope)).isEqualTo(expected);
    assertThat(overlap(scope, asGlob(path))).as("written as a glob").isEqualTo(expected);
  }

  /** The same single path, in a way that hides that it is one. */
  private static Scope asGlob(String path) {
    return scope(path.replace("a", "{a}").replace("b", "{b,b}"));
  }

  @Property(tries = 1_000)
  void everyScopeOverlapsItselfAndEverything(@ForAll("names") String one) {
    assertThat(overlap(scope(one), scope(one))).isTrue();
    assertThat(overlap(scope(one), scope("/**"))).isTrue();
    assertThat(overlap(scope("/"), scope(one))).isTrue();
  }
}
