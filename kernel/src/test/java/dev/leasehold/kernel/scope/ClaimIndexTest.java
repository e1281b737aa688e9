package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Scopes.plain;
import static dev.leasehold.kernel.scope.Scopes.scope;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimIndexTest {

  private ClaimIndex<String> index;

  @BeforeEach
  void makeIndex() {
    index = new ClaimIndex<>();
  }

  private List<String> visits(Scope query) {
    return visits(query, Integer.MAX_VALUE);
  }

  private List<String> visits(Scope query, int limit) {
    List<String> visited = new ArrayList<>();
    index.visitOverlapping(
        query,
        StepLimit.ofOneCommand(),
        owner -> {
          visited.add(owner);
          return visited.size() < limit;
        });
    return visited;
  }

  @Test
  void anEmptyIndexShowsNobody() {
    assertThat(index.isEmpty()).isTrue();
    assertThat(visits(scope("/**", "/a"))).isEmpty();
  }

  @Test
  void aSubtreeMeetsItsOwnTopAndAllBelow() {
    index.add(scope("/docs"), "top");
    index.add(scope("/docs/a/b"), "below");
    index.add(scope("/docs/*/b/*"), "glob below");
    index.add(scope("/docsy"), "beside");
    index.add(scope("/doc"), "shorter");
    index.add(scope("/**/x"), "glob above");

    assertThat(visits(scope("/docs/**")))
        .containsExactlyInAnyOrder("top", "below", "glob below", "glob above");
    assertThat(visits(scope("/docs/*"))).containsExactly("glob above");
    assertThat(visits(scope("/docs"))).containsExactly("top");
  }

  @Test
  void theRootIsADirectoryToo() {
    index.add(scope("/a"), "file");
    index.add(scope("/*.md"), "glob");
    index.add(scope("/**"), "all");

    assertThat(visits(scope("/b.md"))).containsExactlyInAnyOrder("glob", "all");
    assertThat(visits(scope("/a"))).containsExactlyInAnyOrder("file", "all");
    assertThat(visits(scope("/?"))).containsExactlyInAnyOrder("file", "all");
  }

  @Test
  void plainNamesWithSpecialCharactersAreNotConfusedWithPatterns() {
    index.add(plain("/a/*"), "the file named *");
    index.add(scope("/a/*"), "all files");

    assertThat(visits(plain("/a/*"))).containsExactlyInAnyOrder("the file named *", "all files");
    assertThat(visits(scope("/a/b"))).containsExactly("all files");

    index.remove(plain("/a/*"), "the file named *");

    assertThat(visits(scope("/a/**"))).containsExactly("all files");
  }

  @Test
  void ownersOfOnePatternAreShownInTheirNaturalOrderWhateverTheOrderTheyCameIn() {
    index.add(scope("/a"), "first");
    index.add(scope("/a"), "second");
    index.add(scope("/a"), "third");

    assertThat(visits(scope("/a"))).containsExactly("first", "second", "third");

    index.remove(scope("/a"), "first");
    index.add(scope("/a"), "first");

    assertThat(visits(scope("/*"))).containsExactly("first", "second", "third");
  }

  @Test
  void whoCameFirstIsShownFirstAlsoWhenAnEarlierOwnerHasLeft() {
    index.add(scope("/a"), "gone");
    index.add(scope("/b"), "older");
    index.add(scope("/a"), "younger");

    index.remove(scope("/a"), "gone");

    // as an index shows them that was built from the two alone
    assertThat(visits(scope("/*"))).containsExactly("older", "younger");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a/b", "/a/*", "/a/**", "/**", "/a/b/**", "/*/b"})
  void theVisitorStopsTheVisit(String query) {
    for (String pattern : List.of("/a/b", "/a/*", "/a/**", "/**/b", "/*/b", "/a/[b]{,c}")) {
      index.add(scope(pattern), pattern);
      index.add(scope(pattern), pattern + " again");
    }
    List<String> all = visits(scope(query));

    assertThat(all).hasSize(12);
    for (int limit = 1; limit <= all.size(); limit++) {
      assertThat(visits(scope(query), limit)).isEqualTo(all.subList(0, limit));
    }
    assertThat(visits(scope(query, "/a/b/", "/a/b/c"), 1)).hasSize(1);
  }

  @Test
  void aClaimThatIsNotThereCannotBeTakenBack() {
    index.add(scope("/a/b"), "one");
    index.add(scope("/a/*"), "one");

    for (String pattern : List.of("/a/c", "/b", "/a/?", "/a/**", "/a/*.md", "/x/*")) {
      assertThatThrownBy(() -> index.remove(scope(pattern), "one"))
          .as(pattern)
          .isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> index.remove(scope("/a/b"), "another"))
        .isInstanceOf(IllegalStateException.class);
    assertThat(visits(scope("/**"))).containsExactlyInAnyOrder("one", "one");
  }

  @Test
  void emptyDirectoriesDisappear() {
    // given many directories that come and go
    IntStream.range(0, 1_000).forEach(i -> index.add(scope("/d" + i + "/x/*"), "glob"));
    IntStream.range(0, 1_000).forEach(i -> index.add(scope("/d" + i + "/y"), "file"));
    index.add(scope("/stays/x"), "stays");
    assertThat(Steps.of(work -> index.visitOverlapping(scope("/**"), work, owner -> true)))
        .isGreaterThan(1_000);

    // when all but one are taken back
    IntStream.range(0, 1_000).forEach(i -> index.remove(scope("/d" + i + "/x/*"), "glob"));
    IntStream.range(0, 1_000).forEach(i -> index.remove(scope("/d" + i + "/y"), "file"));

    // then nothing of them is left to look through
    assertThat(visits(scope("/**"))).containsExactly("stays");
    assertThat(Steps.of(work -> index.visitOverlapping(scope("/**"), work, owner -> true)))
        .isLessThan(10);
    index.remove(scope("/stays/x"), "stays");
    assertThat(index.isEmpty()).isTrue();
  }

  @Test
  void manyClaimsThatComeAndGoInOneDirectoryLeaveNoTrace() {
    for (int i = 0; i < 100_000; i++) {
      index.add(scope("/d/" + i), "owner");
      if (i >= 10) {
        index.remove(scope("/d/" + (i - 10)), "owner");
      }
    }

    assertThat(visits(scope("/d/*"))).hasSize(10);
    assertThat(visits(scope("/d/99999"))).hasSize(1);
    assertThat(visits(scope("/d/99989"))).isEmpty();
  }
}
