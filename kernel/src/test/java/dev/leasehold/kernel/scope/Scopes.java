package dev.leasehold.kernel.scope;

import java.util.List;

/** Short ways to read scopes in tests. */
final class Scopes {

  private Scopes() {}

  static Scope scope(String... patterns) {
    return scope(List.of(patterns));
  }

  static Scope scope(List<String> patterns) {
    return valid(Scope.parse(patterns, List.of()));
  }

  static Scope plain(String... paths) {
    return valid(Scope.parse(List.of(), List.of(paths)));
  }

  static Scope valid(Scope.Parsed parsed) {
    return switch (parsed) {
      case Scope.Parsed.Valid valid -> valid.scope();
      case Scope.Parsed.Invalid invalid -> throw new AssertionError(invalid);
    };
  }

  static boolean isRefused(String pattern) {
    return Scope.parse(List.of(pattern), List.of()) instanceof Scope.Parsed.Invalid;
  }

  static boolean overlap(Scope left, Scope right) {
    return exactly(work -> left.overlaps(right, work));
  }

  static boolean contains(Scope outer, Scope inner) {
    return exactly(work -> outer.contains(inner, work));
  }

  static boolean covers(Scope scope, String path) {
    return exactly(work -> scope.covers(path, work));
  }

  interface Question {
    boolean answer(StepLimit work);
  }

  /** An answer for which the work was enough. */
  private static boolean exactly(Question question) {
    StepLimit work = StepLimit.ofOneCommand();
    boolean answer = question.answer(work);
    if (work.isExhausted()) {
      throw new AssertionError("the work of one command was not enough");
    }
    return answer;
  }
}
