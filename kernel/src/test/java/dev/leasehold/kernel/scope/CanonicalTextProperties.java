package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Scopes.covers;
import static dev.leasehold.kernel.scope.Scopes.isRefused;
import static dev.leasehold.kernel.scope.Scopes.overlap;
import static dev.leasehold.kernel.scope.Scopes.plain;
import static dev.leasehold.kernel.scope.Scopes.scope;
import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.StringLength;

/** The canonical text means the same as what was given, and stays as it is. */
class CanonicalTextProperties {

  @Provide
  Arbitrary<String> namesOrNothing() {
    return Patterns.ofNamesOrNothing();
  }

  @Provide
  Arbitrary<List<String>> severalTrees() {
    return Patterns.ofTrees().list().ofMinSize(1).ofMaxSize(5);
  }

  /** Pieces that could melt into one another when they are read a second time. */
  @Provide
  Arbitrary<List<String>> pieces() {
    return Arbitraries.of(
            "e",
            "\u0301",
            "\u0338",
            "=",
            "[e]",
            "[\u0301]",
            "[!e]",
            "{e,\u0301}",
            "*",
            "?",
            "[*]",
            "[[]",
            "]",
            "}",
            ",",
            "!",
            "^",
            "-",
            "[\u1100]",
            "\u1161",
            "\uD83D\uDE00",
            "/",
            "/")
        .list()
        .ofMaxSize(8);
  }

  @Provide
  Arbitrary<String> specialNames() {
    return Arbitraries.strings().withChars("*?[]{}!^,-.ae\u0301/").ofMaxLength(12);
  }

  @Provide
  Arbitrary<String> plainPaths() {
    return Arbitraries.strings()
        .withChars("*?[{e\u0301")
        .ofMinLength(1)
        .ofMaxLength(3)
        .map(name -> "/" + name);
  }

  @Property(tries = 3_000)
  void aPatternIsRefusedExactlyIfNoPathMatchesIt(@ForAll("namesOrNothing") String pattern) {
    assertThat(isRefused(pattern)).isEqualTo(SmallWorld.OF_NAMES.pathsOf(pattern).isEmpty());
  }

  @Property(tries = 1_000)
  void aCanonicalTextMatchesTheSamePaths(@ForAll("severalTrees") List<String> patterns) {
    SmallWorld world = SmallWorld.OF_TREES;

    assertThat(world.pathsOf(scope(patterns).patternTexts())).isEqualTo(world.pathsOf(patterns));
  }

  @Property(tries = 1_000)
  void orderAndRepetitionDoNotMatter(
      @ForAll("severalTrees") List<String> patterns, @ForAll Random random) {
    List<String> shuffled = new ArrayList<>(patterns);
    shuffled.addAll(patterns);
    Collections.shuffle(shuffled, random);

    assertThat(scope(shuffled)).isEqualTo(scope(patterns)).hasSameHashCodeAs(scope(patterns));
    assertThat(scope(patterns).patternTexts()).isSorted().doesNotHaveDuplicates();
  }

  @Property(tries = 3_000)
  void aCanonicalTextIsReadBackAsTheSameScope(@ForAll("pieces") List<String> pieces) {
    String pattern = "/" + String.join("", pieces);
    if (Scope.parse(List.of(pattern), List.of()) instanceof Scope.Parsed.Valid valid) {
      assertThat(Scope.ofCanonical(valid.scope().patternTexts())).isEqualTo(valid.scope());
    }
  }

  @Property(tries = 3_000)
  void aPlainPathIsReadBackAsTheSameScope(@ForAll("specialNames") String name) {
    if (Scope.parse(List.of(), List.of("/" + name)) instanceof Scope.Parsed.Valid valid) {
      assertThat(Scope.ofCanonical(valid.scope().patternTexts())).isEqualTo(valid.scope());
    }
  }

  @Property(tries = 3_000)
  void plainPathsOverlapExactlyIfTheyAreTheSame(
      @ForAll("plainPaths") String left, @ForAll("plainPaths") String right) {
    boolean same = normal(left).equals(normal(right));

    assertThat(overlap(plain(left), plain(right))).isEqualTo(same);
    assertThat(overlap(plain(left), plain(left))).isTrue();
    assertThat(covers(plain(left), normal(right))).isEqualTo(same);
  }

  private static String normal(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  @Property(tries = 5_000)
  void anyTextIsEitherReadOrRefused(@ForAll @StringLength(max = 40) String text) {
    for (Scope.Parsed parsed :
        List.of(
            Scope.parse(List.of("/" + text), List.of()),
            Scope.parse(List.of(), List.of("/" + text)))) {
      switch (parsed) {
        case Scope.Parsed.Valid valid -> assertThat(valid.scope().size()).isEqualTo(1);
        case Scope.Parsed.Invalid invalid -> assertThat(invalid.detail()).isNotBlank();
      }
    }
  }
}
