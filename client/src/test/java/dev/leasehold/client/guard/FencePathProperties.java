package dev.leasehold.client.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The guard keeps one path; it must decide as if it kept every path it ever let pass. */
class FencePathProperties {

  private static final Resource RESOURCE = new Resource("s", "/a");

  record Step(FencePath path, boolean shared) {}

  /** Written without the code under test: looks at all that passed, token by token. */
  private static final class Reference {
    private final List<List<Long>> passed = new ArrayList<>();

    boolean lets(Step step) {
      List<Long> path = step.path().tokens();
      for (List<Long> other : passed) {
        for (int i = 0; i < path.size() && i < other.size(); i++) {
          int order = path.get(i).compareTo(other.get(i));
          if (order < 0) {
            return false;
          }
          if (order > 0) {
            break;
          }
        }
      }
      if (!step.shared()) {
        passed.add(path);
      }
      return true;
    }
  }

  private static void assertAgree(List<Step> steps) {
    try (GuardLog unused = new GuardLog()) {
      assertAgreeQuietly(steps);
    }
  }

  private static void assertAgreeQuietly(List<Step> steps) {
    Guard guard = Guard.lenient(new BoundedMemory(1)).byTokenAlone();
    Reference reference = new Reference();
    for (Step step : steps) {
      String leaseId = "lease-" + step.path().toText();
      boolean passed =
          guard.check(RESOURCE, new Act(leaseId, 0, step.path(), step.shared())).isAllowed();
      assertThat(passed).as("%s of %s", step, steps).isEqualTo(reference.lets(step));
    }
  }

  @Example
  void everyShortHistoryIsDecidedAsTheReferenceDoes() {
    List<Step> all = new ArrayList<>();
    for (long a = 1; a <= 3; a++) {
      addBoth(all, FencePath.of(a));
      for (long b = 1; b <= 3; b++) {
        addBoth(all, FencePath.of(a, b));
        addBoth(all, FencePath.of(a, b, 2L));
      }
    }
    for (Step first : all) {
      for (Step second : all) {
        for (Step third : all) {
          assertAgree(List.of(first, second, third));
        }
      }
    }
  }

  private static void addBoth(List<Step> steps, FencePath path) {
    steps.add(new Step(path, false));
    steps.add(new Step(path, true));
  }

  @Property(tries = 2_000)
  void longHistoriesAreDecidedAsTheReferenceDoes(@ForAll("histories") List<Step> steps) {
    assertAgree(steps);
  }

  @Provide
  Arbitrary<List<Step>> histories() {
    Arbitrary<FencePath> paths =
        Arbitraries.longs().between(1, 6).list().ofMinSize(1).ofMaxSize(4).map(FencePath::new);
    return Combinators.combine(paths, Arbitraries.of(true, false, false))
        .as(Step::new)
        .list()
        .ofMaxSize(30);
  }

  @Property(tries = 2_000)
  void textsSortAsPathsDoAndAreReadBack(
      @ForAll("paths") FencePath one, @ForAll("paths") FencePath other) {
    assertThat(Integer.signum(one.toText().compareTo(other.toText())))
        .isEqualTo(Integer.signum(one.compareTo(other)));
    assertThat(other.toText().startsWith(one.toText())).isEqualTo(one.isPrefixOf(other));
    assertThat(FencePath.parse(one.toText())).isEqualTo(one);
  }

  @Provide
  Arbitrary<FencePath> paths() {
    return Arbitraries.oneOf(
            Arbitraries.longs().between(1, 3), Arbitraries.longs().greaterOrEqual(1))
        .list()
        .ofMaxSize(5)
        .map(FencePath::new);
  }
}
