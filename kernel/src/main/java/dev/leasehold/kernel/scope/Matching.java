package dev.leasehold.kernel.scope;

/** Runs an automaton over a path, all its states at once. */
final class Matching {

  private final Automaton automaton;
  private int[] now;
  private int[] then;
  private int count;
  private final int[] seenAt;
  private int step;

  private Matching(Automaton automaton) {
    this.automaton = automaton;
    this.now = new int[automaton.size()];
    this.then = new int[automaton.size()];
    this.seenAt = new int[automaton.size()];
  }

  /** Whether the automaton accepts a well-formed path; true as well if the work runs out. */
  static boolean matches(Automaton automaton, String path, StepLimit work) {
    return new Matching(automaton).run(path, work);
  }

  private boolean run(String path, StepLimit work) {
    if (!work.spend(automaton.size() / 8)) {
      return true;
    }
    step = 1;
    enter(automaton.start());
    for (int at = 0; at < path.length(); at += Character.charCount(path.codePointAt(at))) {
      int c = path.codePointAt(at);
      int[] current = now;
      int live = count;
      if (live == 0) {
        return false;
      }
      if (!work.spend(live)) {
        return true;
      }
      now = then;
      then = current;
      count = 0;
      step++;
      for (int k = 0; k < live; k++) {
        if (automaton.consumes(current[k], c)) {
          enter(automaton.next(current[k]));
        }
      }
    }
    for (int k = 0; k < count; k++) {
      if (automaton.symbol(now[k]) == Automaton.ACCEPT) {
        return true;
      }
    }
    return false;
  }

  /** Splits nest no deeper than braces do, so the recursion is shallow. */
  private void enter(int state) {
    int s = state;
    while (seenAt[s] != step) {
      seenAt[s] = step;
      if (automaton.symbol(s) != Automaton.SPLIT) {
        now[count++] = s;
        return;
      }
      enter(automaton.other(s));
      s = automaton.next(s);
    }
  }
}
