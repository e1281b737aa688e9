package dev.leasehold.kernel.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The oracle is checked too: by facts that anybody can see. */
class BruteForceTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/docs/*.md     | /docs/api.md",
        "/docs/**       | /docs",
        "/docs/         | /docs/a/b",
        "/**            | /a",
        "/**/c          | /c",
        "/a/**/c        | /a/b/b/c",
        "/a?c           | /abc",
        "/[a-c]         | /b",
        "/[!a-c]        | /d",
        "/[]a]          | /]",
        "/[!]a]         | /b",
        "/[!!]          | /a",
        "/[!!a]         | /b",
        "/[a-]          | /-",
        "/[--a]         | /A",
        "/[[]x]         | /[x]",
        "/x{a,{b,c}d,}y | /xcdy",
        "/x{a,{b,c}d,}y | /xy",
        "/{[,],a}       | /,",
        "/*{,*}*        | /abc",
      })
  void matches(String pattern, String path) {
    assertThat(BruteForce.matches(pattern, path)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/docs/*.md     | /docs/api.txt",
        "/docs/*        | /docs",
        "/docs/*        | /docs/a/b",
        "/docs/**       | /docsy",
        "/**/c          | /c/d",
        "/a?c           | /ac",
        "/[a-c]         | /d",
        "/[!a-c]        | /b",
        "/[]a]          | /b",
        "/[!]a]         | /]",
        "/[!!]          | /!",
        "/[!!a]         | /!",
        "/[a-]          | /b",
        "/[[]x]         | /x",
        "/x{a,{b,c}d,}y | /xcy",
        "/{[,],a}       | /b",
      })
  void doesNotMatch(String pattern, String path) {
    assertThat(BruteForce.matches(pattern, path)).isFalse();
  }

  @Test
  void aSmallWorldHasEveryLegalPathAndNoOther() {
    // Names over .abc of up to 5 characters are 4 + 16 + 64 + 256 + 1024, less . and ..
    assertThat(SmallWorld.OF_NAMES.size()).isEqualTo(1362);
    // Ten names over .ab of up to 2 characters, in up to 4 segments
    assertThat(SmallWorld.OF_TREES.size()).isEqualTo(10 + 100 + 1_000 + 10_000);
    assertThat(SmallWorld.OF_TREES.pathsOf(List.of("/a/b", "/b/a/")).stream())
        .extracting(SmallWorld.OF_TREES::path)
        .hasSize(1 + 1 + 10 + 100)
        .contains("/a/b", "/b/a", "/b/a/.b", "/b/a/a/a")
        .doesNotContain("/b", "/b/b");
  }
}
