package dev.leasehold.kernel.scope;

import java.util.Arrays;

/**
 * Decides whether some path matches both of two patterns: a search for an accepting state in the
 * product of both automata and {@link PathWord}. Each triple is visited once, so the time is
 * bounded by the product of the pattern lengths.
 */
final class Overlap {

  private final Automaton left;
  private final Automaton right;
  private final StepLimit work;
  private final long[] seen;
  private int[] pending = new int[64];
  private int pendingCount;

  private Overlap(Automaton left, Automaton right, StepLimit work) {
    this.left = left;
    this.right = right;
    this.work = work;
    this.seen = new long[(left.size() * right.size() * PathWord.STATES + 63) / 64];
  }

  /** Whether the two overlap: exact, unless the work runs out; then true. */
  static boolean between(Automaton left, Automaton right, StepLimit work) {
    if (!work.spend((long) left.size() * right.size() / 64)) {
      return true;
    }
    return new Overlap(left, right, work).search();
  }

  private boolean search() {
    visit(left.start(), right.start(), PathWord.OUTSIDE);
    while (pendingCount > 0) {
      if (!work.spend(1)) {
        return true;
      }
      int triple = pending[--pendingCount];
      int word = triple % PathWord.STATES;
      int pair = triple / PathWord.STATES;
      int i = pair / right.size();
      int j = pair % right.size();
      int a = left.symbol(i);
      int b = right.symbol(j);
      if (a == Automaton.SPLIT) {
        visit(left.next(i), j, word);
        visit(left.other(i), j, word);
      } else if (b == Automaton.SPLIT) {
        visit(i, right.next(j), word);
        visit(i, right.other(j), word);
      } else if (a == Automaton.ACCEPT || b == Automaton.ACCEPT) {
        if (a == b && PathWord.isPath(word)) {
          return true;
        }
      } else {
        consume(i, j, word);
      }
    }
    return false;
  }

  private void consume(int i, int j, int word) {
    int a = left.symbol(i);
    int b = right.symbol(j);
    if (a >= 0) {
      if (right.consumes(j, a)) {
        step(i, j, PathWord.on(word, a));
      }
    } else if (b >= 0) {
      if (left.consumes(i, b)) {
        step(i, j, PathWord.on(word, b));
      }
    } else {
      if (left.consumes(i, '.') && right.consumes(j, '.')) {
        step(i, j, PathWord.onDot(word));
      }
      if (left.set(i).intersectsBeyond(right.set(j), '.')) {
        step(i, j, PathWord.onOther(word));
      }
    }
  }

  private void step(int i, int j, int word) {
    if (word != PathWord.DEAD) {
      visit(left.next(i), right.next(j), word);
    }
  }

  private void visit(int i, int j, int word) {
    int triple = (i * right.size() + j) * PathWord.STATES + word;
    long bit = 1L << triple;
    if ((seen[triple >> 6] & bit) != 0) {
      return;
    }
    seen[triple >> 6] |= bit;
    if (pendingCount == pending.length) {
      pending = Arrays.copyOf(pending, 2 * pendingCount);
    }
    pending[pendingCount++] = triple;
  }
}
