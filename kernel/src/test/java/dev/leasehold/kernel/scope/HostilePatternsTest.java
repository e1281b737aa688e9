package dev.leasehold.kernel.scope;

import static dev.leasehold.kernel.scope.Scopes.scope;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Patterns made to be slow, at the limits of length, segments and number. */
class HostilePatternsTest {

  /**
   * A character of a pattern makes two states at most, and there are five states of a path: each
   * combination costs one step.
   */
  private static final long STEPS_PER_PAIR_OF_CHARACTERS = 2 * 2 * 5 + 1;

  /** How far a limit may be overdrawn by what is under way. */
  private static final long SLACK = 100_000;

  static Stream<String> hostile() {
    return Stream.of(
        "/" + "*a".repeat(509) + "[bc]",
        "/" + "*[!a]".repeat(203) + "[de]",
        "/" + "{a,b}".repeat(203) + "[fg]",
        "/" + "{,a}".repeat(254) + "[hi]",
        "/{" + ",".repeat(1_010) + "}[jk]",
        "/" + "{,{,{,{,a}}}}".repeat(77) + "[lm]",
        "/" + "{".repeat(16) + "*a".repeat(400) + "}".repeat(16) + "[no]",
        "/**/*".repeat(31) + "/*[pq]",
        "/**/[rs]".repeat(32),
        "/" + "?".repeat(1_000) + "[tu]",
        "/*" + manyRanges() + "*[vw]");
  }

  /** Ranges with holes between them. */
  private static String manyRanges() {
    return IntStream.range(0, 110)
        .mapToObj(
            i -> Character.toString(0x4E00 + 4 * i) + "-" + Character.toString(0x4E02 + 4 * i))
        .collect(joining("", "[", "]"));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void theWorkOfOneComparisonIsBoundedByTheProductOfTheLengths(String left) {
    hostile()
        .forEach(
            right -> {
              long bound = STEPS_PER_PAIR_OF_CHARACTERS * left.length() * right.length();
              Scope one = scope(left);
              Scope other = scope(right);

              assertThat(Steps.of(work -> one.overlaps(other, work)))
                  .as("%s%n%s", left, right)
                  .isLessThanOrEqualTo(bound);
            });
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void theWorkOfOneMatchIsBoundedByTheProductOfTheLengths(String pattern) {
    Scope scope = scope(pattern);
    for (String path : List.of("/" + "a".repeat(1_023), "/" + "ab".repeat(511), "/a".repeat(64))) {
      assertThat(Steps.of(work -> scope.covers(path, work)))
          .isLessThanOrEqualTo(2L * pattern.length() * path.length());
    }
  }

  @Test
  void scopesThatAreTooHardCountAsOverlappingAndSaySo() {
    // given two scopes of 256 hostile patterns each, which in truth do not overlap
    Scope left = family("[bc]");
    Scope right = family("[de]");

    // when they are compared with the work of one command
    StepLimit work = StepLimit.ofOneCommand();
    boolean overlaps = left.overlaps(right, work);

    // then the answer errs on the side of refusing, and is known to be one that was given up on
    assertThat(overlaps).isTrue();
    assertThat(work.isExhausted()).isTrue();
    assertThat(Steps.spent(StepLimit.STEPS_PER_COMMAND, w -> left.overlaps(right, w)))
        .isBetween(StepLimit.STEPS_PER_COMMAND, StepLimit.STEPS_PER_COMMAND + SLACK);
  }

  @Test
  void theSamePatternsOneByOneAreComparedExactly() {
    StepLimit work = StepLimit.ofOneCommand();

    assertThat(scope(member(0, "[bc]")).overlaps(scope(member(1, "[de]")), work)).isFalse();
    assertThat(work.isExhausted()).isFalse();
  }

  /** The steps with which a comparison begins, but cannot end. */
  @Test
  void oneComparisonThatIsGivenUpErrsOnTheSideOfRefusing() {
    Scope left = scope(member(0, "[bc]"));
    Scope right = scope(member(1, "[de]"));
    String path = "/" + "ab".repeat(500) + "f";
    long enough = Steps.of(work -> left.overlaps(right, work));
    long enoughToMatch = Steps.of(work -> left.covers(path, work));

    for (int part = 0; part < 10; part++) {
      StepLimit work = new StepLimit(enough * part / 10);
      assertThat(left.overlaps(right, work)).as("%s tenths", part).isTrue();
      assertThat(work.isExhausted()).isTrue();

      StepLimit forMatch = new StepLimit(enoughToMatch * part / 10);
      assertThat(left.covers(path, forMatch)).as("%s tenths", part).isTrue();
      assertThat(forMatch.isExhausted()).isTrue();

      StepLimit forContainment = new StepLimit(enoughToMatch * part / 10);
      assertThat(left.contains(scope(path), forContainment)).as("%s tenths", part).isFalse();
      assertThat(forContainment.isExhausted()).isTrue();
    }
    assertThat(left.overlaps(right, new StepLimit(enough))).isFalse();
    assertThat(left.covers(path, new StepLimit(enoughToMatch))).isFalse();
  }

  private static Scope family(String end) {
    return scope(IntStream.range(0, 256).mapToObj(i -> member(i, end)).toList());
  }

  private static String member(int number, String end) {
    return "/" + "*a".repeat(number) + "*b".repeat(500 - number) + end;
  }

  /** One character far from the end decides, so all those that may yet be it are remembered. */
  private static Scope halves(int places) {
    return scope("/*a" + "?".repeat(places), "/*[!a]" + "?".repeat(places));
  }

  private static Scope all(int places) {
    return scope("/" + "?".repeat(places + 1) + "*");
  }

  @Test
  void containmentThatTakesExponentialWorkIsDeniedAndSaysSo() {
    // given a family that is contained, as its small members show
    assertThat(Scopes.contains(halves(3), all(3))).isTrue();

    // when a large one is asked for
    StepLimit work = StepLimit.ofOneCommand();
    boolean contains = halves(40).contains(all(40), work);

    // then the answer errs on the side of refusing
    assertThat(contains).isFalse();
    assertThat(work.isExhausted()).isTrue();
    assertThat(Steps.spent(StepLimit.STEPS_PER_COMMAND, w -> halves(40).contains(all(40), w)))
        .isBetween(StepLimit.STEPS_PER_COMMAND, StepLimit.STEPS_PER_COMMAND + SLACK);
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void containmentStopsSoonAfterItsWorkHasRunOut(String pattern) {
    Scope outer = scope(hostile().map(text -> text.replaceAll("\\[..]$", "?")).toList());
    Scope inner = scope(pattern);

    assertThat(Steps.spent(200_000, work -> outer.contains(inner, work)))
        .isLessThanOrEqualTo(200_000 + SLACK);
  }

  @Test
  void containmentInManyDifferentCharactersStopsSoonAfterItsWorkHasRunOut() {
    // given 64 patterns of 100 characters each, no two of which are the same
    Scope outer =
        scope(IntStream.range(0, 64).mapToObj(i -> "/" + characters(100 * i, 100) + "*").toList());
    StepLimit work = new StepLimit(1_000);

    assertThat(outer.contains(scope("/**"), work)).isFalse();
    assertThat(Steps.spent(1_000, w -> outer.contains(scope("/**"), w)))
        .isLessThanOrEqualTo(1_000 + SLACK);
  }

  private static String characters(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> Character.toString(0x4E00 + i))
        .collect(joining());
  }

  @Test
  void anIndexOfHostileClaimsStopsSoonAfterTheWorkHasRunOut() {
    ClaimIndex<Integer> index = new ClaimIndex<>();
    for (int i = 0; i < 256; i++) {
      index.add(scope(member(i, "[bc]")), i);
    }
    Scope query = family("[de]");
    StepLimit work = StepLimit.ofOneCommand();

    index.visitOverlapping(query, work, owner -> true);

    assertThat(work.isExhausted()).isTrue();
    assertThat(
            Steps.spent(
                StepLimit.STEPS_PER_COMMAND, w -> index.visitOverlapping(query, w, owner -> true)))
        .isBetween(StepLimit.STEPS_PER_COMMAND, StepLimit.STEPS_PER_COMMAND + SLACK);
  }

  @Test
  void workThatHasRunOutStaysSo() {
    StepLimit work = new StepLimit(10);

    assertThat(work.spend(10)).isTrue();
    assertThat(work.isExhausted()).isFalse();
    assertThat(work.spend(1)).isFalse();
    assertThat(work.spend(0)).isFalse();
    assertThat(work.isExhausted()).isTrue();
  }
}
