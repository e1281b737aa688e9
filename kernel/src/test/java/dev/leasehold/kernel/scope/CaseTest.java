package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Scopes.covers;
import static dev.leasehold.kernel.scope.Scopes.overlap;
import static dev.leasehold.kernel.scope.Scopes.plain;
import static dev.leasehold.kernel.scope.Scopes.scope;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In a space that ignores case, names that differ in case alone are the same name. */
class CaseTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/Docs/API.md        | /docs/api.md",
        "/docs/api.md        | /docs/api.md",
        "/SRC/               | /src/**",
        "/Src/**/*.JAVA      | /src/**/*.java",
        "/[A-Z]*             | /[a-z]*",
        "/[!A-F0-9]          | /[!a-f0-9]",
        "/{Read,READ}ME      | /{read,read}me",
        "/App/[[]Slug]       | /app/[[]slug]",
        "/\u00C9             | /\u00E9",
        "/E\u0301            | /\u00E9",
        "/\u03A3\u03C3\u03C2 | /\u03C3\u03C3\u03C3",
        "/\u212Aelvin        | /kelvin",
        "/\u017F             | /s",
        "/\u1E9E             | /\u00DF",
        "/I\u0130\u0131i     | /iiii",
        "/J\u030C            | /\u01F0",
        "/*J\u030C           | /*\u01F0",
        "/\uD801\uDC00       | /\uD801\uDC28",
      })
  void aScopeIsFoldedToThisText(String given, String folded) {
    assertThat(folded(scope(given)).patternTexts()).containsExactly(folded);
  }

  @Test
  void patternsThatBecomeEqualAreOne() {
    assertThat(folded(scope("/Docs", "/docs", "/DOCS/"))).isEqualTo(scope("/docs", "/docs/"));
  }

  @Test
  void namesThatDifferInCaseOverlapOnlyWhenFolded() {
    Scope upper = plain("/App/[Slug]/Page.tsx");
    Scope lower = plain("/app/[slug]/page.tsx");

    assertThat(overlap(upper, lower)).isFalse();
    assertThat(overlap(folded(upper), folded(lower))).isTrue();
    assertThat(overlap(folded(scope("/app/[A-Z]*")), folded(plain("/APP/x")))).isTrue();
  }

  @Test
  void everyCharacterFoldsLikeItsOtherCasesAndOnlyOnce() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (c == Character.toUpperCase(c) && c == Character.toLowerCase(c)) {
        continue;
      }
      Scope once = folded(name(c));
      assertThat(folded(once)).as("U+%04X twice", c).isEqualTo(once);
      assertThat(folded(name(Character.toUpperCase(c)))).as("U+%04X upper", c).isEqualTo(once);
      assertThat(folded(name(Character.toLowerCase(c)))).as("U+%04X lower", c).isEqualTo(once);
      assertThat(folded(name(Character.toTitleCase(c)))).as("U+%04X title", c).isEqualTo(once);
    }
  }

  /** Otherwise a class could let a file go unprotected that it protects when case counts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/[A-Z]          | /Q",
        "/[A-z]          | /_",
        "/[Z-a]          | /^",
        "/[+-Z]          | /Q",
        "/[!+-Z]         | /_",
        "/[!Z-a]         | /b",
        "/[]A-Z]         | /]",
        "/[]A-z]         | /_",
        "/[\u00C0-\u00DE] | /\u00D7",
        "/[A-\u00FF]     | /_",
      })
  void aClassLosesNoMemberOrIsRefused(String pattern, String path) {
    assertThat(covers(scope(pattern), path)).isTrue();

    switch (scope(pattern).withoutCase()) {
      case Scope.Parsed.Invalid refused -> assertThat(refused.detail()).isNotEmpty();
      case Scope.Parsed.Valid valid ->
          assertThat(overlap(valid.scope(), folded(plain(path)))).isTrue();
    }
  }

  @Test
  void aPlainDirectoryIsFoldedHoweverManyOfItsCharactersAreEscaped() {
    for (String name : List.of("[Slug]", "*".repeat(500), "A*\u0301", "{A,\u0301}")) {
      assertThat(folded(plain("/" + name + "/")))
          .isEqualTo(plain("/" + name.replace('S', 's').replace('A', 'a') + "/"));
    }
  }

  @Test
  void whatGrowsByFoldingIsReadBackOrRefused() {
    // U+023A takes two bytes, its lower case three; and a plain star is escaped
    for (String path : List.of("/" + "\u023A".repeat(511), "/A" + "*".repeat(1_022))) {
      if (plain(path).withoutCase() instanceof Scope.Parsed.Valid valid) {
        assertThat(Scope.ofCanonical(valid.scope().patternTexts())).isEqualTo(valid.scope());
      }
    }
    assertThat(folded(plain("/" + "\u023A".repeat(341))))
        .isEqualTo(plain("/" + "\u2C65".repeat(341)));
  }

  private static Scope name(int codePoint) {
    return Scopes.valid(Scope.parse(List.of("/x" + Character.toString(codePoint)), List.of()));
  }

  private static Scope folded(Scope scope) {
    return Scopes.valid(scope.withoutCase());
  }
}
