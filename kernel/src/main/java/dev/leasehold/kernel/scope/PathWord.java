package dev.leasehold.kernel.scope;

/**
 * The automaton of well-formed paths, run beside patterns so that only real paths count: segments
 * are not empty and neither {@code .} nor {@code ..}.
 */
final class PathWord {

  static final int OUTSIDE = 0;
  static final int EMPTY = 1;
  static final int DOT = 2;
  static final int DOT_DOT = 3;
  static final int NAME = 4;
  static final int STATES = 5;
  static final int DEAD = -1;

  private PathWord() {}

  static int onSeparator(int state) {
    return state == OUTSIDE || state == NAME ? EMPTY : DEAD;
  }

  static int onDot(int state) {
    return switch (state) {
      case OUTSIDE -> DEAD;
      case EMPTY -> DOT;
      case DOT -> DOT_DOT;
      default -> NAME;
    };
  }

  static int onOther(int state) {
    return state == OUTSIDE ? DEAD : NAME;
  }

  static int on(int state, int codePoint) {
    return switch (codePoint) {
      case '/' -> onSeparator(state);
      case '.' -> onDot(state);
      default -> onOther(state);
    };
  }

  static boolean isPath(int state) {
    return state == NAME;
  }
}
