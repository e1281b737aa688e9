package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Scopes.covers;
import static dev.leasehold.kernel.scope.Scopes.plain;
import static dev.leasehold.kernel.scope.Scopes.scope;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** A scope covers exactly the paths that match one of its patterns. */
@StatisticsReport(onFailureOnly = true)
class MatchingProperties {

  /** A part of a pattern, with a text that may or may not match it. */
  record Piece(String pattern, String text) {}

  private static Arbitrary<Piece> piece(String pattern, String... texts) {
    return Arbitraries.of(texts).map(text -> new Piece(pattern, text));
  }

  @Provide
  Arbitrary<List<Piece>> pieces() {
    return Arbitraries.oneOf(
            piece("a", "a", "a", "a", "b"),
            piece("\uD83D\uDE00", "\uD83D\uDE00", "\uD83D\uDE00", "\uD83D\uDE01"),
            piece("*", "", "a", "ba", "\uD83D\uDE00-]"),
            piece("?", "a", "-", "\uD83D\uDE00", "\u00E9", "ab"),
            piece("[a-c]", "a", "b", "c", "d", "-"),
            piece("[!a-c]", "d", "]", "\uD83D\uDE00", "a"),
            piece("[]a]", "]", "a", "b"),
            piece("[!]a]", "]", "b", "c"),
            piece("[a-]", "a", "-", "b"),
            piece("[-a]", "a", "-", "b"),
            piece("[--a]", "-", "Z", "b"),
            piece("[!!]", "a", "b", "!"),
            piece("[a-ce-g]", "b", "d", "f"),
            piece("[a-eb-c]", "d", "b", "f"),
            piece("[c-ea-cb]", "a", "d", "f"),
            piece("[\uD83D\uDE00-\uD83D\uDE02]", "\uD83D\uDE01", "\uD83D\uDE03"),
            piece("{a,bb}", "a", "bb", "b"),
            piece("{,a{b,*}c}", "", "abc", "axxc", "ac", "ab"),
            piece("{[,],[}]}", ",", "}", "]"),
            piece("}", "}"),
            piece(",", ",", "-"),
            piece("/", "/", "/", "/", "a"),
            piece("/**/", "/", "/x/", "/x/y/", "x"),
            piece("/**/", "/", "/a/b/"))
        .list()
        .ofMinSize(1)
        .ofMaxSize(7);
  }

  @Property(tries = 5_000)
  void aPatternCoversThePathsThatTheReferenceMatches(@ForAll("pieces") List<Piece> pieces) {
    StringBuilder pattern = new StringBuilder("/");
    StringBuilder path = new StringBuilder("/");
    pieces.forEach(
        piece -> {
          pattern.append(piece.pattern);
          path.append(piece.text);
        });
    Assume.that(!Scopes.isRefused(pattern.toString()));
    Assume.that(Scope.parse(List.of(), List.of(path.toString())) instanceof Scope.Parsed.Valid);
    Assume.that(path.charAt(path.length() - 1) != '/');

    boolean expected = BruteForce.matches(pattern.toString(), path.toString());

    assertThat(covers(scope(pattern.toString()), path.toString())).isEqualTo(expected);
    assertThat(Scopes.overlap(scope(pattern.toString()), plain(path.toString())))
        .isEqualTo(expected);
    assertThat(Scopes.contains(scope(pattern.toString()), plain(path.toString())))
        .isEqualTo(expected);
    Statistics.collect(expected);
    Statistics.coverage(
        both -> {
          both.check(true).count(count -> count > 0);
          both.check(false).count(count -> count > 0);
        });
  }

  @Provide
  Arbitrary<List<String>> severalTrees() {
    return Patterns.ofTrees().list().ofMinSize(1).ofMaxSize(3);
  }

  @Property(tries = 40)
  void aScopeCoversExactlyThePathsOfItsPatterns(@ForAll("severalTrees") List<String> patterns) {
    SmallWorld world = SmallWorld.OF_TREES;
    Scope scope = scope(patterns);
    BitSet covered = new BitSet();
    for (int i = 0; i < world.size(); i++) {
      covered.set(i, covers(scope, world.path(i)));
    }

    assertThat(covered).isEqualTo(world.pathsOf(patterns));
  }
}
