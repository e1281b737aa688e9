package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Scopes.scope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A scope that cannot be read is refused with a sentence that says why, and never repaired. */
class ScopeRefusalsTest {

  /** Refused as a pattern and as a plain path. */
  static Stream<Arguments> malformedPaths() {
    return Stream.of(
        arguments("", "it is empty"),
        arguments("docs", "it must begin with /"),
        arguments("docs/a", "it must begin with /"),
        arguments(" /docs", "it must begin with /"),
        arguments("//", "empty segment"),
        arguments("//docs", "empty segment"),
        arguments("/docs//a", "empty segment"),
        arguments("/docs//", "empty segment"),
        arguments("/.", "must not be . or .."),
        arguments("/..", "must not be . or .."),
        arguments("/./", "must not be . or .."),
        arguments("/docs/./a", "must not be . or .."),
        arguments("/docs/../src", "must not be . or .."),
        arguments("/docs/..", "must not be . or .."),
        arguments("/docs\\a", "backslash"),
        arguments("/\\", "backslash"),
        arguments("/a\0", "U+0000"),
        arguments("/a\nb", "U+000A"),
        arguments("/a\tb", "U+0009"),
        arguments("/a\u007F", "U+007F"),
        arguments("/a\u0085", "U+0085"),
        arguments("/a\u00AD", "U+00AD"),
        arguments("/a\u061C", "U+061C"),
        arguments("/a\u200Bb", "U+200B"),
        arguments("/a\u200Db", "U+200D"),
        arguments("/a\u2028b", "U+2028"),
        arguments("/a\u202Eb", "U+202E"),
        arguments("/a\u2060b", "U+2060"),
        arguments("/a\u3164", "U+3164"),
        arguments("/a\uFE0F", "U+FE0F"),
        arguments("\uFEFF/a", "it must begin with /"),
        arguments("/\uFEFFa", "U+FEFF"),
        arguments("/a\uFFFE", "U+FFFE"),
        arguments("/a\uD800", "U+D800"),
        arguments("/a\uDC00b", "U+DC00"),
        arguments("/a\uDC00\uD800", "U+DC00"),
        arguments("/a\uDB40\uDC41", "U+E0041"),
        arguments("/" + "a".repeat(1_024), "longer than 1024 bytes"),
        arguments("/" + "\u00E9".repeat(512), "longer than 1024 bytes"),
        arguments("/" + "\uD83D\uDE00".repeat(256), "longer than 1024 bytes"),
        arguments("/a".repeat(65), "more than 64 segments"),
        arguments("/a".repeat(64) + "/", "more than 64 segments"));
  }

  @ParameterizedTest
  @MethodSource("malformedPaths")
  void aMalformedPathIsRefusedAsPatternAndAsPlainPath(String text, String reason) {
    assertRefused(Scope.parse(List.of(text), List.of()), "scope[0]", reason);
    assertRefused(Scope.parse(List.of(), List.of(text)), "paths[0]", reason);
  }

  static Stream<Arguments> malformedPatterns() {
    return Stream.of(
        arguments("/[", "[ is not closed"),
        arguments("/[]", "[ is not closed"),
        arguments("/[!]", "[ is not closed"),
        arguments("/[abc", "[ is not closed"),
        arguments("/a[b/c]", "[ is not closed"),
        arguments("/[a-", "[ is not closed"),
        arguments("/{[a,b}", "[ is not closed"),
        arguments("/{", "{ is not closed"),
        arguments("/{a,b", "{ is not closed"),
        arguments("/{a,{b}", "{ is not closed"),
        arguments("/{a/b,c}", "{ is not closed"),
        arguments("/a**", "** must be a whole segment"),
        arguments("/**a", "** must be a whole segment"),
        arguments("/***", "** must be a whole segment"),
        arguments("/{**}", "** must be a whole segment"),
        arguments("/{a,**}/b", "** must be a whole segment"),
        arguments("/[z-a]", "runs backwards"),
        arguments("/[a-cz-b]", "runs backwards"),
        arguments("/[^a]", "write [!...]"),
        arguments("/[^]", "write [!...]"),
        arguments("/" + "{".repeat(17) + "}".repeat(17), "more than 16 deep"),
        arguments("/[.]", "must not be . or .."),
        arguments("/[.][.]", "must not be . or .."),
        arguments("/{.,..}", "no path can match"),
        arguments("/.{,.}", "no path can match"),
        arguments("/a/{.,..}/b", "no path can match"),
        arguments("/**/{}", "no path can match"),
        arguments("/{,}", "no path can match"),
        arguments("/{{},{.}}/**", "no path can match"));
  }

  @ParameterizedTest
  @MethodSource("malformedPatterns")
  void aMalformedPatternIsRefused(String text, String reason) {
    assertRefused(Scope.parse(List.of(text), List.of()), "scope[0]", reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/[^", "/{a", "/a**", "/***", "/[z-a]", "/}{", "/{.,..}", "/[.]"})
  void whatIsNoPatternMayWellBeAPlainName(String name) {
    assertThat(Scope.parse(List.of(), List.of(name))).isInstanceOf(Scope.Parsed.Valid.class);
  }

  @Test
  void theLimitsThemselvesAreAllowed() {
    assertThat(scope("/" + "a".repeat(1_023)).size()).isEqualTo(1);
    assertThat(scope("/" + "\u00E9".repeat(511)).size()).isEqualTo(1);
    assertThat(scope("/a".repeat(64)).size()).isEqualTo(1);
    assertThat(scope("/a".repeat(63) + "/").size()).isEqualTo(1);
    assertThat(scope("/" + "{".repeat(16) + "a" + "}".repeat(16)).size()).isEqualTo(1);
    assertThat(scope(names(256)).size()).isEqualTo(256);
  }

  @Test
  void aScopeHasAtLeastOneAndAtMost256PatternsAndPaths() {
    assertRefused(Scope.parse(List.of(), List.of()), "scope", "at least one");
    assertRefused(Scope.parse(names(257), List.of()), "scope", "at most 256");
    assertRefused(Scope.parse(names(200), names(57)), "scope", "at most 256");
    assertRefused(Scope.parse(Collections.nCopies(257, "/a"), List.of()), "scope", "at most 256");
  }

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "/name-" + i).toList();
  }

  @Test
  void theFaultyEntryIsNamed() {
    assertRefused(Scope.parse(List.of("/a", "/b", "c"), List.of("/d")), "scope[2]", "begin with");
    assertRefused(Scope.parse(List.of("/a"), List.of("/b", "/..")), "paths[1]", "must not be");
  }

  private static void assertRefused(Scope.Parsed parsed, String field, String reason) {
    assertThat(parsed).isInstanceOf(Scope.Parsed.Invalid.class);
    Scope.Parsed.Invalid invalid = (Scope.Parsed.Invalid) parsed;
    assertThat(invalid.field()).isEqualTo(field);
    assertThat(invalid.detail()).contains(reason);
  }
}
