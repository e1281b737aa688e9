package dev.leasehold.testing.fuzz;

/** Thrown when a reader does not keep its promise. */
final class Broken extends RuntimeException {

  private static final long serialVersionUID = 1;

  private Broken(String what) {
    super(what);
  }

  static void unless(boolean holds, String what, Object... about) {
    if (!holds) {
      throw new Broken(String.format(what, about));
    }
  }
}
