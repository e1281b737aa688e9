package dev.leasehold.cli.doctor;

/**
 * The result of one check.
 *
 * @param advice the next step for the person, empty if there is nothing to be done
 */
record Finding(Grade grade, String what, String advice) {

  /** How bad it is. */
  enum Grade {
    GOOD,
    /** Works, and might bite later. */
    DOUBTFUL,
    /** Does not work. */
    BAD
  }

  boolean isBad() {
    return grade == Grade.BAD;
  }

  static Finding good(String what) {
    return new Finding(Grade.GOOD, what, "");
  }

  static Finding doubtful(String what, String advice) {
    return new Finding(Grade.DOUBTFUL, what, advice);
  }

  static Finding bad(String what, String advice) {
    return new Finding(Grade.BAD, what, advice);
  }
}
