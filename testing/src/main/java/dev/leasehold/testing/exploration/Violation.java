package dev.leasehold.testing.exploration;

import org.jspecify.annotations.Nullable;

/** A rule that does not hold. */
public final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final Rule rule;

  Violation(Rule rule, String what) {
    super(rule + ": " + what);
    this.rule = rule;
  }

  Violation(Rule rule, String what, Throwable cause) {
    super(rule + ": " + what, cause);
    this.rule = rule;
  }

  public Rule rule() {
    return rule;
  }

  static void unless(boolean holds, Rule rule, String what, @Nullable Object... about) {
    if (!holds) {
      throw new Violation(rule, String.format(what, about));
    }
  }
}
