package dev.leasehold.kernel.scope;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random patterns, small enough for a {@link SmallWorld} to decide on. */
final class Patterns {

  /** Segments that may be asked to overlap in {@link SmallWorld#OF_TREES}. */
  static final List<String> TREE_SEGMENTS =
      words(
          "a aa .a a. ? ?? .? ?. [!a] [!.] [!a]. [a] {a,?} {a,.,}? {.,a}a {,{a,.}}a * "
              + "a* *a *a* ?* *? [!a]* *[!a] {a,}* *{,a} {a*,?} {a,*}");

  /** Segments that may be asked to contain each other in {@link SmallWorld#OF_DEEP_TREES}. */
  static final List<String> DEEP_SEGMENTS =
      words("a ? [!a] [a] {a,?} * a* ?* [!a]* {a,}* {a,[!a]}* {a,[!a]*}");

  private static final int MAX_WEIGHT = 2;

  private Patterns() {}

  static List<String> words(String text) {
    return List.of(text.split(" "));
  }

  /** A pattern of one segment. */
  static Arbitrary<String> ofNames() {
    return ofNamesOrNothing().filter(text -> !SmallWorld.OF_NAMES.pathsOf(text).isEmpty());
  }

  /** A pattern of one segment that perhaps no name matches. */
  static Arbitrary<String> ofNamesOrNothing() {
    return sequence(2, 3)
        .filter(text -> !text.isEmpty() && !text.contains("**"))
        .filter(text -> BruteForce.weight(text) <= MAX_WEIGHT)
        .map(text -> "/" + text);
  }

  static Arbitrary<String> ofTrees() {
    return tree(TREE_SEGMENTS);
  }

  static Arbitrary<String> ofDeepTrees() {
    return tree(DEEP_SEGMENTS);
  }

  private static Arbitrary<String> tree(List<String> segments) {
    Arbitrary<String> pattern =
        Arbitraries.frequencyOf(
                Tuple.of(5, Arbitraries.of(segments)), Tuple.of(2, Arbitraries.just("**")))
            .list()
            .ofMinSize(1)
            .ofMaxSize(4)
            .filter(list -> list.stream().filter(segment -> !segment.equals("**")).count() <= 2)
            .map(list -> "/" + String.join("/", list));
    return Combinators.combine(pattern, Arbitraries.of("", "", "", "/")).as(String::concat);
  }

  private static Arbitrary<String> sequence(int nesting, int maxItems) {
    return item(nesting).list().ofMaxSize(maxItems).map(items -> String.join("", items));
  }

  private static Arbitrary<String> item(int nesting) {
    Arbitrary<String> plain = Arbitraries.of("a", "b", ".", "?", "*", "a", "*");
    Arbitrary<String> set =
        Arbitraries.of(
            "[a]", "[ab]", "[a-b]", "[.]", "[.a]", "[b.]", "[!a]", "[!b]", "[!a-b]", "[!.]",
            "[!.a]", "[!b.]");
    if (nesting == 0) {
      return Arbitraries.oneOf(plain, plain, set);
    }
    Arbitrary<String> choice =
        sequence(nesting - 1, 2)
            .list()
            .ofMinSize(1)
            .ofMaxSize(3)
            .map(alternatives -> "{" + String.join(",", alternatives) + "}");
    return Arbitraries.oneOf(plain, plain, plain, set, set, choice);
  }
}
