package dev.leasehold.testing.fuzz;

import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Checks what scopes promise, whatever the text. */
final class ScopeReading {

  /**
   * Comparing is bounded by {@link StepLimit}, some 20 ms; this is for a machine that is very busy.
   */
  private static final long FAR_TOO_LONG_NANOS = 10_000_000_000L;

  private ScopeReading() {}

  /** Reads a scope from lines; those that begin with {@code =} are plain paths. */
  static void readScopes(byte[] input) {
    List<String> patterns = new ArrayList<>();
    List<String> paths = new ArrayList<>();
    for (String line : lines(input)) {
      if (line.startsWith("=")) {
        paths.add(line.substring(1));
      } else {
        patterns.add(line);
      }
    }
    switch (Scope.parse(patterns, paths)) {
      case Scope.Parsed.Invalid invalid ->
          Broken.unless(!invalid.detail().isEmpty(), "a refusal without a reason");
      case Scope.Parsed.Valid valid -> {
        checkCanonical(valid.scope());
        if (valid.scope().withoutCase() instanceof Scope.Parsed.Valid folded) {
          checkCanonical(folded.scope());
        }
      }
    }
  }

  /** Checks that a scope is written in a form that reads as the same scope. */
  private static void checkCanonical(Scope scope) {
    Scope again = Scope.ofCanonical(scope.patternTexts());
    Broken.unless(
        again.equals(scope) && again.patternTexts().equals(scope.patternTexts()),
        "%s reads back as %s",
        scope,
        again);
  }

  /** A text is read or is an IllegalArgumentException; what was read is written the same. */
  static void readCanonical(byte[] input) {
    Scope scope;
    try {
      scope = Scope.ofCanonical(lines(input));
    } catch (IllegalArgumentException refused) {
      return;
    }
    checkCanonical(scope);
  }

  /** Compares two scopes that have an empty line between them. */
  static void comparePair(byte[] input) {
    List<String> lines = lines(input);
    int middle = lines.indexOf("");
    if (middle < 0
        || !(Scope.parse(lines.subList(0, middle), List.of()) instanceof Scope.Parsed.Valid one)
        || !(Scope.parse(lines.subList(middle + 1, lines.size()), List.of())
            instanceof Scope.Parsed.Valid two)) {
      return;
    }
    long begun = System.nanoTime();
    compare(one.scope(), two.scope());
    Broken.unless(
        System.nanoTime() - begun < FAR_TOO_LONG_NANOS,
        "it takes too long to compare %s and %s",
        one,
        two);
  }

  private static void compare(Scope one, Scope two) {
    StepLimit work = StepLimit.ofOneCommand();
    boolean overlap = one.overlaps(two, work);
    boolean mirrored = two.overlaps(one, work);
    boolean contained = one.contains(two, work);
    boolean itself = one.contains(one, work);
    if (work.isExhausted()) {
      return;
    }
    Broken.unless(overlap == mirrored, "%s overlaps %s one way only", one, two);
    Broken.unless(overlap || !contained, "%s holds %s and does not overlap it", one, two);
    Broken.unless(itself, "%s does not hold itself", one);
  }

  private static List<String> lines(byte[] input) {
    return List.of(new String(input, StandardCharsets.UTF_8).split("\n", -1));
  }
}
