package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Patterns.words;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** The index finds what a look at every claim would find. */
class ClaimIndexProperties {

  /**
   * @param remove which of the claims is taken back, counted round; negative for none
   */
  record Step(List<String> patterns, int remove) {

    void applyTo(NaiveClaims claims) {
      if (remove < 0) {
        claims.add(patterns);
      } else if (claims.size() > 0) {
        claims.remove(remove % claims.size());
      }
    }
  }

  private static Arbitrary<List<String>> scopes(Arbitrary<String> pattern) {
    return pattern.list().ofMinSize(1).ofMaxSize(3);
  }

  private static Arbitrary<Step> steps(Arbitrary<String> pattern) {
    return Combinators.combine(scopes(pattern), Arbitraries.integers().between(-100, 60))
        .as(Step::new);
  }

  @Provide
  Arbitrary<List<String>> trees() {
    return scopes(Patterns.ofTrees());
  }

  @Provide
  Arbitrary<Step> stepsOnTrees() {
    return steps(Patterns.ofTrees());
  }

  /** Names as people have them, with common beginnings, ends and directories. */
  private static Arbitrary<String> files() {
    return Arbitraries.of(
            words(
                "src src2 src/main src/*/x * ** ** *.java Main.java Main.* M* *.md [A-M]*.java"
                    + " {Main,Test}.java *.j?va \uD83D\uDE00 *\uD83D\uDE00 *x\uD83D\uDE00"
                    + " *\uD83D\uDE01"))
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(segments -> "/" + String.join("/", segments));
  }

  @Provide
  Arbitrary<List<String>> fileScopes() {
    return scopes(files());
  }

  @Provide
  Arbitrary<Step> stepsOnFiles() {
    return steps(files());
  }

  @Property(tries = 300)
  void theOwnersShownAreThoseWhoseScopesShareAPath(
      @ForAll @Size(max = 30) List<@From("stepsOnTrees") Step> steps,
      @ForAll("trees") List<String> query) {
    SmallWorld world = SmallWorld.OF_TREES;
    check(
        new NaiveClaims((one, other) -> world.pathsOf(one).intersects(world.pathsOf(other))),
        steps,
        (claims, step) ->
            shownAreExpected(claims, step % 2 == 0 ? query : steps.get(step).patterns));
  }

  @Property(tries = 300)
  void theOwnersShownAreThoseWhoseScopesOverlap(
      @ForAll @Size(max = 40) List<@From("stepsOnFiles") Step> steps,
      @ForAll("fileScopes") List<String> query) {
    check(
        new NaiveClaims((one, two) -> Scopes.overlap(Scopes.scope(one), Scopes.scope(two))),
        steps,
        (claims, step) ->
            shownAreExpected(claims, step % 2 == 0 ? query : steps.get(step).patterns));
  }

  private static void shownAreExpected(NaiveClaims claims, List<String> query) {
    Set<Integer> shown = new TreeSet<>(claims.visits(query));
    assertThat(shown).as("%s in %s", query, claims).isEqualTo(claims.expected(query));
  }

  /** Few patterns, so that many have several owners. */
  @Provide
  Arbitrary<Step> stepsOnFewPatterns() {
    return steps(
        Arbitraries.of("/a", "/b", "/c/d", "/*", "/c/*d", "/c/*", "/c/e*", "/**/d", "/c/"));
  }

  @Property(tries = 500)
  void theOrderOfVisitsDependsOnThePresentClaimsAlone(
      @ForAll @Size(max = 40) List<@From("stepsOnFewPatterns") Step> steps) {
    check(
        new NaiveClaims((one, other) -> true),
        steps,
        (claims, step) ->
            assertThat(claims.visits(List.of("/**", "/a", "/c/d")))
                .as("%s", claims)
                .isEqualTo(claims.visitsOfAFreshIndex(List.of("/**", "/a", "/c/d"))));
  }

  private static void check(
      NaiveClaims claims, List<Step> steps, BiConsumer<NaiveClaims, Integer> rule) {
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).applyTo(claims);
      rule.accept(claims, i);
    }
    while (claims.size() > 0) {
      assertThat(claims.index.isEmpty()).isFalse();
      claims.remove(claims.size() / 2);
    }
    assertThat(claims.index.isEmpty()).isTrue();
  }
}
