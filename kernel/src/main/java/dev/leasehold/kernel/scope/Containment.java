package dev.leasehold.kernel.scope;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decides whether every path that matches one pattern matches at least one of several others.
 * Searches for a path that escapes: the inner automaton runs beside the subset construction of the
 * outer ones, pruned by antichains (De Wulf, Doyen, Henzinger and Raskin, 2006). Inclusion can take
 * exponential time, hence the bound on work; patterns that people write stay far below it.
 */
final class Containment {

  /** One state of the inner automaton, of the path, and all states of the outer ones. */
  private record Front(int inner, int word, BitSet outer) {}

  private final Automaton inner;
  private final Automaton outer;
  private final StepLimit work;
  private final List<List<BitSet>> smallestSeen = new ArrayList<>();
  private final ArrayDeque<Front> pending = new ArrayDeque<>();

  private Containment(Automaton inner, Automaton outer, StepLimit work) {
    this.inner = inner;
    this.outer = outer;
    this.work = work;
    for (int i = 0; i < inner.size() * PathWord.STATES; i++) {
      smallestSeen.add(new ArrayList<>(1));
    }
  }

  /** Whether the outer contain all of the inner: exact, unless the work runs out; then false. */
  static boolean holds(Automaton inner, List<Automaton> outer, StepLimit work) {
    return new Containment(inner, Automaton.union(outer), work).nothingEscapes();
  }

  private boolean nothingEscapes() {
    int[] symbols = representatives();
    if (work.isExhausted()) {
      return false;
    }
    BitSet start = new BitSet(outer.size());
    enter(start, outer.start());
    visit(inner.start(), PathWord.OUTSIDE, start);
    while (!pending.isEmpty()) {
      if (work.isExhausted()) {
        return false;
      }
      Front front = pending.pop();
      if (inner.symbol(front.inner) == Automaton.ACCEPT) {
        if (PathWord.isPath(front.word) && !accepts(front.outer)) {
          return false;
        }
        continue;
      }
      for (int symbol : symbols) {
        if (!inner.consumes(front.inner, symbol)) {
          continue;
        }
        if (!work.spend(1 + front.outer.cardinality())) {
          return false;
        }
        int word = PathWord.on(front.word, symbol);
        if (word != PathWord.DEAD) {
          visit(inner.next(front.inner), word, after(front.outer, symbol));
        }
      }
    }
    return true;
  }

  private void visit(int state, int word, BitSet states) {
    if (inner.symbol(state) == Automaton.SPLIT) {
      if (isNew(state, word, states)) {
        visit(inner.next(state), word, states);
        visit(inner.other(state), word, states);
      }
    } else if (isNew(state, word, states)) {
      pending.push(new Front(state, word, states));
    }
  }

  /** False if a subset of the states was seen: a path that escapes a set escapes its subsets. */
  private boolean isNew(int state, int word, BitSet states) {
    List<BitSet> seen = smallestSeen.get(state * PathWord.STATES + word);
    for (BitSet smaller : seen) {
      if (!work.spend(1 + smaller.length() / 64)) {
        return false;
      }
      if (isSubset(smaller, states)) {
        return false;
      }
    }
    seen.removeIf(larger -> isSubset(states, larger));
    seen.add(states);
    return true;
  }

  private static boolean isSubset(BitSet small, BitSet large) {
    for (int i = small.nextSetBit(0); i >= 0; i = small.nextSetBit(i + 1)) {
      if (!large.get(i)) {
        return false;
      }
    }
    return true;
  }

  private BitSet after(BitSet states, int symbol) {
    BitSet result = new BitSet(outer.size());
    for (int i = states.nextSetBit(0); i >= 0; i = states.nextSetBit(i + 1)) {
      if (outer.consumes(i, symbol)) {
        enter(result, outer.next(i));
      }
    }
    return result;
  }

  private void enter(BitSet states, int state) {
    int s = state;
    while (!states.get(s)) {
      states.set(s);
      if (outer.symbol(s) != Automaton.SPLIT) {
        return;
      }
      enter(states, outer.other(s));
      s = outer.next(s);
    }
  }

  private boolean accepts(BitSet states) {
    for (int i = states.nextSetBit(0); i >= 0; i = states.nextSetBit(i + 1)) {
      if (outer.symbol(i) == Automaton.ACCEPT) {
        return true;
      }
    }
    return false;
  }

  /** One code point of every kind that the automata tell apart. */
  private int[] representatives() {
    TreeSet<Integer> bounds = new TreeSet<>();
    collectBounds(inner, bounds);
    collectBounds(outer, bounds);
    addRange(bounds, '.', '.');
    for (int i = 0; i < CharSet.LEGAL.ranges().length; i += 2) {
      bounds.add(CharSet.LEGAL.ranges()[i]);
    }
    Set<BitSet> kinds = new HashSet<>();
    List<Integer> chosen = new ArrayList<>();
    chosen.add((int) '/');
    for (int candidate : bounds) {
      if (!work.spend((inner.size() + outer.size()) / 8)) {
        break;
      }
      if (CharSet.LEGAL.contains(candidate) && kinds.add(kind(candidate))) {
        chosen.add(candidate);
      }
    }
    return chosen.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Which states consume it, and whether it is a dot. */
  private BitSet kind(int codePoint) {
    BitSet kind = new BitSet();
    for (int i = 0; i < inner.size(); i++) {
      kind.set(i, inner.consumes(i, codePoint));
    }
    for (int i = 0; i < outer.size(); i++) {
      kind.set(inner.size() + i, outer.consumes(i, codePoint));
    }
    kind.set(inner.size() + outer.size(), codePoint == '.');
    return kind;
  }

  private static void collectBounds(Automaton automaton, Set<Integer> bounds) {
    for (int i = 0; i < automaton.size(); i++) {
      int symbol = automaton.symbol(i);
      if (symbol >= 0) {
        addRange(bounds, symbol, symbol);
      } else if (symbol < Automaton.ANY) {
        int[] ranges = automaton.set(i).ranges();
        for (int k = 0; k < ranges.length; k += 2) {
          addRange(bounds, ranges[k], ranges[k + 1]);
        }
      }
    }
  }

  private static void addRange(Set<Integer> bounds, int low, int high) {
    bounds.add(low);
    bounds.add(high + 1);
  }
}
