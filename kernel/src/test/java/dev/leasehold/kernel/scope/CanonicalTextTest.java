package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Scopes.overlap;
import static dev.leasehold.kernel.scope.Scopes.plain;
import static dev.leasehold.kernel.scope.Scopes.scope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.text.Normalizer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scopes have one canonical text: equal texts are equal scopes, and read back as such. */
class CanonicalTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "/                    | /**",
        "/docs/               | /docs/**",
        "/**                  | /**",
        "/**/                 | /**",
        "/**/**               | /**",
        "/a/**/**/**/b/**/**  | /a/**/b/**",
        "/docs/api.md         | /docs/api.md",
        "/docs/*.md           | /docs/*.md",
        "/a b/c               | /a b/c",
        "/...                 | /...",
        "/.a/..b              | /.a/..b",
        "/[a]                 | /a",
        "/[a-a]/[b]c          | /a/bc",
        "/[[]                 | /[[]",
        "/[[]slug]/x          | /[[]slug]/x",
        "/[*][?][{]           | /[*][?][{]",
        "/a]b}c,d!e^f-g       | /a]b}c,d!e^f-g",
        "/[]a]                | /[]a]",
        "/[!]a]               | /[!]a]",
        "/[]]                 | /]",
        "/[-]/[,]             | /-/,",
        "/[a-]/[-a]           | /[a-]/[-a]",
        "/{a,b}               | /{a,b}",
        "/{a,{b,c}d,}e        | /{a,{b,c}d,}e",
        "/[!^]                | /[!^]",
      })
  void aPatternHasThisCanonicalText(String pattern, String canonical) {
    assertThat(scope(pattern).patternTexts()).containsExactly(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "/                    | /**",
        "/docs/               | /docs/**",
        "/docs/api.md         | /docs/api.md",
        "/app/[slug]/page.tsx | /app/[[]slug]/page.tsx",
        "/app/[slug]/         | /app/[[]slug]/**",
        "/*                   | /[*]",
        "/**                  | /[*][*]",
        "/**/                 | /[*][*]/**",
        "/what?               | /what[?]",
        "/{a,b}               | /[{]a,b}",
        "/[[]                 | /[[][[]]",
        "/]                   | /]",
      })
  void aPlainPathHasThisCanonicalText(String path, String canonical) {
    Scope scope = plain(path);

    assertThat(scope.patternTexts()).containsExactly(canonical);
    assertThat(scope(canonical)).isEqualTo(scope);
  }

  static Stream<Arguments> spellings() {
    return Stream.of(
        arguments("/e\u0301", "/\u00E9"),
        arguments("/A\u030A/x", "/\u00C5/x"),
        arguments("/\u212B", "/\u00C5"),
        arguments("/\u1100\u1161", "/\uAC00"),
        arguments("/*e\u0301*", "/*\u00E9*"),
        arguments("/[e\u0301]", "/\u00E9"),
        arguments("/{e\u0301,x}", "/{\u00E9,x}"));
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void composedAndDecomposedSpellingsAreTheSame(String given, String composed) {
    assertThat(scope(given)).isEqualTo(scope(composed));
    assertThat(scope(given).patternTexts()).containsExactly(composed);
  }

  @Test
  void composedAndDecomposedPlainPathsAreTheSame() {
    assertThat(plain("/e\u0301/*e\u0301")).isEqualTo(plain("/\u00E9/*\u00E9"));
    assertThat(plain("/e\u0301/")).isEqualTo(scope("/\u00E9/**"));
  }

  /** Otherwise two leases could hold one file, under two spellings of its name. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/[e]\u0301",
        "/e[\u0301]",
        "/[e][\u0301]",
        "/{e}\u0301",
        "/e{\u0301,x}",
        "/e[\u0301\u0302]"
      })
  void aDecomposedNameBuiltFromPartsConflictsWithTheComposedOneOrIsRefused(String pattern) {
    switch (Scope.parse(List.of(pattern), List.of())) {
      case Scope.Parsed.Invalid refused -> assertThat(refused.detail()).isNotEmpty();
      case Scope.Parsed.Valid valid ->
          assertThat(overlap(valid.scope(), plain("/\u00E9"))).isTrue();
    }
  }

  @Test
  void patternsAreSortedAndRepetitionsRemoved() {
    Scope scope = scope("/b", "/a/", "/[b]", "/a/**", "/a");

    assertThat(scope.patternTexts()).containsExactly("/a", "/a/**", "/b");
    assertThat(scope).hasToString("/a /a/** /b");
    assertThat(scope)
        .isEqualTo(scope("/a", "/a/", "/b"))
        .hasSameHashCodeAs(scope("/b", "/a/", "/a"));
    assertThat(scope).isNotEqualTo(scope("/a", "/b"));
    assertThat(scope("/a", "/a")).isEqualTo(scope("/a"));
  }

  @Test
  void patternsAndPlainPathsMeetInOneScope() {
    Scope scope = Scopes.valid(Scope.parse(List.of("/a/*", "/b"), List.of("/b", "/a/*")));

    assertThat(scope.patternTexts()).containsExactly("/a/*", "/a/[*]", "/b");
  }

  @Test
  void everythingIsKnownAsSuch() {
    assertThat(scope("/").isEverything()).isTrue();
    assertThat(scope("/a", "/**/**").isEverything()).isTrue();
    assertThat(scope("/a/", "/*/**").isEverything()).isFalse();
  }

  @Test
  void aCanonicalTextMayBeLongerThanWhatWasGiven() {
    // given a plain path at the limit, in which every character needs escaping
    Scope scope = plain("/" + "*".repeat(1_023));

    // then it is read back from the journal all the same
    assertThat(Scope.ofCanonical(scope.patternTexts())).isEqualTo(scope);
  }

  @Test
  void normalisingMakesNoCharacterThatIsRefusedOrSpecial() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      String given = Character.toString(c);
      String normal = Normalizer.normalize(given, Normalizer.Form.NFC);
      if (!normal.equals(given) && !Scopes.isRefused("/x" + given)) {
        assertThat(normal).as("U+%04X", c).doesNotContainPattern("[*?\\[{/\\\\]");
        assertThat(Scopes.isRefused("/x" + normal)).as("U+%04X", c).isFalse();
      }
    }
  }
}
