package dev.leasehold.kernel.scope;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A pattern as a nondeterministic automaton over code points (Thompson's construction, 1968): a
 * state either consumes one symbol, splits without consuming, or accepts.
 */
final class Automaton {

  static final int ACCEPT = -1;
  static final int SPLIT = -2;
  static final int ANY = -3;
  private static final int FIRST_SET = -4;

  /** A code point, or one of the kinds above, or a set at {@code FIRST_SET - index}. */
  private final int[] symbol;

  private final int[] next;
  private final int[] other;
  private final CharSet[] sets;

  private Automaton(int[] symbol, int[] next, int[] other, CharSet[] sets) {
    this.symbol = symbol;
    this.next = next;
    this.other = other;
    this.sets = sets;
  }

  int size() {
    return symbol.length;
  }

  int start() {
    return 0;
  }

  int symbol(int state) {
    return symbol[state];
  }

  int next(int state) {
    return next[state];
  }

  /** The second way out of a split. */
  int other(int state) {
    return other[state];
  }

  /** The set that a state which consumes something other than one fixed code point accepts. */
  CharSet set(int state) {
    return symbol[state] == ANY ? CharSet.LEGAL : sets[FIRST_SET - symbol[state]];
  }

  boolean consumes(int state, int codePoint) {
    int s = symbol[state];
    if (s >= 0) {
      return s == codePoint;
    }
    return s != ACCEPT && s != SPLIT && set(state).contains(codePoint);
  }

  /** Matches whatever one of the automata matches. */
  static Automaton union(List<Automaton> parts) {
    Builder union = new Builder();
    for (int i = 0; i < parts.size(); i++) {
      int split = i + 1 < parts.size() ? union.split() : -1;
      union.embed(parts.get(i));
      if (split >= 0) {
        union.joinOther(split);
      }
    }
    return union.built();
  }

  /** Emits states one after the other; a state leads to the one after it unless told otherwise. */
  static final class Builder {

    private int[] symbol = new int[32];
    private int[] next = new int[32];
    private int[] other = new int[32];
    private int size;
    private final List<CharSet> sets = new ArrayList<>();

    private int emit(int s) {
      if (size == symbol.length) {
        symbol = Arrays.copyOf(symbol, 2 * size);
        next = Arrays.copyOf(next, 2 * size);
        other = Arrays.copyOf(other, 2 * size);
      }
      symbol[size] = s;
      next[size] = size + 1;
      other[size] = -1;
      return size++;
    }

    private int split() {
      return emit(SPLIT);
    }

    private void joinOther(int split) {
      other[split] = size;
    }

    void exactly(int codePoint) {
      emit(codePoint);
    }

    void text(String literal) {
      literal.codePoints().forEach(this::emit);
    }

    /** Any number of whole segments, each with its separator. */
    void anySegments() {
      int split = split();
      emit('/');
      int first = emit(ANY);
      int again = split();
      next[again] = first;
      joinOther(again);
      int back = split();
      next[back] = split;
      other[back] = split;
      joinOther(split);
    }

    void glyphs(List<Glyph> glyphs) {
      for (Glyph glyph : glyphs) {
        switch (glyph) {
          case Glyph.Exactly exactly -> emit(exactly.codePoint());
          case Glyph.AnyOne any -> emit(ANY);
          case Glyph.AnyRun run -> anyRun();
          case Glyph.OneOf oneOf -> oneOf(oneOf.set());
          case Glyph.Choice choice -> choice(choice.alternatives());
        }
      }
    }

    private void anyRun() {
      int split = split();
      int any = emit(ANY);
      next[any] = split;
      joinOther(split);
    }

    private void oneOf(CharSet set) {
      sets.add(set);
      emit(FIRST_SET - (sets.size() - 1));
    }

    private void choice(List<List<Glyph>> alternatives) {
      int[] exits = new int[alternatives.size()];
      for (int i = 0; i < exits.length; i++) {
        boolean last = i == exits.length - 1;
        int split = last ? -1 : split();
        glyphs(alternatives.get(i));
        exits[i] = split();
        if (!last) {
          joinOther(split);
        }
      }
      for (int exit : exits) {
        next[exit] = size;
        other[exit] = size;
      }
    }

    private void embed(Automaton part) {
      int offset = size;
      int firstSet = sets.size();
      sets.addAll(Arrays.asList(part.sets));
      for (int i = 0; i < part.size(); i++) {
        int s = part.symbol[i];
        emit(s <= FIRST_SET ? s - firstSet : s);
        next[offset + i] = part.next[i] + offset;
        other[offset + i] = part.other[i] < 0 ? -1 : part.other[i] + offset;
      }
    }

    Automaton accepting() {
      emit(ACCEPT);
      return built();
    }

    private Automaton built() {
      return new Automaton(
          Arrays.copyOf(symbol, size),
          Arrays.copyOf(next, size),
          Arrays.copyOf(other, size),
          sets.toArray(CharSet[]::new));
    }
  }
}
