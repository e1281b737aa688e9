package dev.leasehold.kernel.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.scope.ScopeEntry.Reach;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A scope as people know it. */
class ScopeEntryTest {

  private static Scope scope(List<String> patterns, List<String> paths) {
    return ((Scope.Parsed.Valid) Scope.parse(patterns, paths)).scope();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/src/api             | /src/api        | EXACT",
        "/src/api/            | /src/api        | SUBTREE",
        "/src/api/**          | /src/api        | SUBTREE",
        "/**                  | /               | SUBTREE",
        "/app/[[]slug]        | /app/[slug]     | EXACT",
        "/app/[[]slug]/**     | /app/[slug]     | SUBTREE",
        "/a/[*][*]            | /a/**           | EXACT",
        "/docs/*.md           | /docs/*.md      | PATTERN",
        "/*/**                | /*/**           | PATTERN",
        "/a/**/b/**           | /a/**/b/**      | PATTERN",
      })
  void plainPathsAreShownAsTheyAre(String pattern, String text, Reach reach) {
    Scope scope = scope(List.of(pattern), List.of());
    assertThat(scope.entries()).containsExactly(new ScopeEntry(text, reach));
    assertThat(Scope.ofEntries(scope.entries())).isEqualTo(scope);
  }

  @Test
  void entriesOfSeveralPatternsStandInTheirOrder() {
    Scope scope = scope(List.of("/z/*", "/b/**"), List.of("/b", "/a/[x]"));
    assertThat(scope.entries())
        .extracting(ScopeEntry::toString)
        .containsExactly("/a/[x]", "/b", "/b and below", "/z/*");
    assertThat(Scope.ofEntries(scope.entries())).isEqualTo(scope);
  }

  @Test
  void whatIsNoEntryIsRefused() {
    for (String text : new String[] {"", "a", "/a/"}) {
      assertThatThrownBy(() -> Scope.ofEntries(List.of(new ScopeEntry(text, Reach.EXACT))))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
