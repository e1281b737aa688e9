package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Scopes.contains;
import static dev.leasehold.kernel.scope.Scopes.covers;
import static dev.leasehold.kernel.scope.Scopes.overlap;
import static dev.leasehold.kernel.scope.Scopes.plain;
import static dev.leasehold.kernel.scope.Scopes.scope;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples that the design and the seeds give, and some that people will try first. */
class NamedExamplesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/docs/*.md       | /docs/api.*",
        "/docs/**         | /docs",
        "/docs/           | /docs",
        "/docs/api.md     | /docs/api.md",
        "/**              | /docs/api.md",
        "/**              | /**/x",
        "/src/**/*.java   | /src/Main.java",
        "/src/**/*.java   | /src/main/**",
        "/src/**/test/**  | /src/test",
        "/**/a/**         | /**/b/**",
        "/[a-m]*          | /*[l-z]",
        "/{a,b}{c,d}      | /?d",
        "/[!a]            | /[!b]",
        "/[a-zb-c]        | /m",
        "/?               | /\uD83D\uDE00",
        "/[\uD83D\uDE00-\uD83D\uDE02] | /\uD83D\uDE01",
        "/..?             | /...",
        "/..{.,a}         | /..{.,b}",
      })
  void overlapping(String left, String right) {
    assertThat(overlap(scope(left), scope(right))).isTrue();
    assertThat(overlap(scope(right), scope(left))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/docs/*          | /src/*",
        "/docs/*          | /docs",
        "/docs/*          | /docs/a/b",
        "/docs/**         | /docsy",
        "/docs/*.md       | /docs/api.txt",
        "/docs/*.md       | /docs/*.txt",
        "/a/**/b          | /a/**/c",
        "/*/a             | /**/b",
        "/[a-c]           | /[d-f]",
        "/[!a]            | /a",
        "/?               | /??",
        "/.[!.]           | /.?/x",
        "/{a,b}           | /{c,d}",
        "/Docs            | /docs",
        "/??              | /\uD83D\uDE00",
      })
  void apart(String left, String right) {
    assertThat(overlap(scope(left), scope(right))).isFalse();
    assertThat(overlap(scope(right), scope(left))).isFalse();
  }

  /** Seed 004: a full check-out keeps out every sparse one. */
  @Test
  void aFullScopeOverlapsEverySparseOne() {
    assertThat(overlap(scope("/**"), scope("/docs/*", "/src/*"))).isTrue();
    assertThat(overlap(scope("/docs/*", "/lib/*"), scope("/src/*", "/test/*"))).isFalse();
    assertThat(overlap(scope("/src/*", "/docs/api.md"), scope("/docs/api.md"))).isTrue();
  }

  @Test
  void aPlainNameWithSpecialCharactersIsAFile() {
    Scope page = plain("/app/[slug]/page.tsx");

    assertThat(covers(page, "/app/[slug]/page.tsx")).isTrue();
    assertThat(covers(page, "/app/s/page.tsx")).isFalse();
    assertThat(overlap(page, scope("/app/[slug]/page.tsx"))).isFalse();
    assertThat(overlap(page, scope("/app/*/page.tsx"))).isTrue();
    assertThat(overlap(page, plain("/app/[slug]/"))).isTrue();
    assertThat(overlap(plain("/a/*"), plain("/a/b"))).isFalse();
  }

  /** The only names that could match are . and .., which are none. */
  @Test
  void namesThatAreNotLegalMakeNoOverlap() {
    assertThat(overlap(scope("/.*"), scope("/*[.]"))).as("by /.a.").isTrue();
    assertThat(overlap(scope("/[.a]"), scope("/[.b]"))).isFalse();
    assertThat(overlap(scope("/{.,a}"), scope("/{.,b}"))).isFalse();
    assertThat(overlap(scope("/*/x"), scope("/{..,a}/{x,.}"))).isTrue();
    assertThat(overlap(scope("/[!a]/x"), scope("/{.,a}/x"))).isFalse();
    assertThat(overlap(scope("/**/[.b]"), scope("/**/[.c]"))).isFalse();
  }

  @Test
  void containmentLooksAtThePatternsTogether() {
    assertThat(contains(scope("/a", "/b"), scope("/[ab]"))).isTrue();
    assertThat(contains(scope("/a", "/b"), scope("/[a-c]"))).isFalse();
    assertThat(contains(scope("/docs/a*", "/docs/[!a]*"), scope("/docs/*"))).isTrue();
    assertThat(contains(scope("/docs/a*", "/docs/[!a]*"), scope("/docs/**"))).isFalse();
    assertThat(contains(scope("/*", "/*/**"), scope("/**"))).isTrue();
    assertThat(contains(scope("/*/**"), scope("/**"))).as("a path is not empty").isTrue();
    assertThat(contains(scope("/x", "/x/*/**"), scope("/x/**"))).isTrue();
    assertThat(contains(scope("/x/*/**"), scope("/x/**"))).isFalse();
    assertThat(contains(scope("/[!.]", "/.?*", "/[!.]?*"), scope("/*"))).isTrue();
    assertThat(contains(scope("/src/**"), scope("/src/main/*.java", "/src/a"))).isTrue();
    assertThat(contains(scope("/src/**"), scope("/src/main/*.java", "/srca"))).isFalse();
  }
}
