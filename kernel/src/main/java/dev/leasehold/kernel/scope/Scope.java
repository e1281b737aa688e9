package dev.leasehold.kernel.scope;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A set of paths inside a space, given by 1 to 256 patterns; nearly always by one, so one pattern
 * is a scope by itself. Equal scopes have equal canonical texts: sorted, without repetition,
 * special characters of plain names escaped.
 */
public abstract sealed class Scope permits Pattern, PatternSet {

  /** A set of files to edit together; larger ones are better said with a directory. */
  public static final int MAX_PATTERNS = 256;

  /** The result of reading a scope. */
  public sealed interface Parsed {
    record Valid(Scope scope) implements Parsed {}

    /**
     * @param field where the fault is, such as {@code scope[2]}
     */
    record Invalid(String field, String detail) implements Parsed {}
  }

  /** Reads patterns and plain paths; at least one of either. */
  public static Parsed parse(List<String> patterns, List<String> plainPaths) {
    int count = patterns.size() + plainPaths.size();
    if (count == 0) {
      return new Parsed.Invalid("scope", "name at least one pattern in scope or path in paths");
    }
    if (count > MAX_PATTERNS) {
      return new Parsed.Invalid(
          "scope", "a scope has at most " + MAX_PATTERNS + " patterns and paths, not " + count);
    }
    List<Pattern> read = new ArrayList<>(count);
    String field = "scope";
    int index = 0;
    try {
      for (index = 0; index < patterns.size(); index++) {
        read.add(PatternReader.pattern(patterns.get(index)));
      }
      field = "paths";
      for (index = 0; index < plainPaths.size(); index++) {
        read.add(PatternReader.plainPath(plainPaths.get(index)));
      }
    } catch (PatternSyntax e) {
      return new Parsed.Invalid(field + "[" + index + "]", "this path is refused: " + e.sentence());
    }
    return new Parsed.Valid(of(read));
  }

  /** Reads canonical texts back; they were checked when they were first read. */
  public static Scope ofCanonical(List<String> texts) {
    List<Pattern> patterns = new ArrayList<>(texts.size());
    try {
      for (String text : texts) {
        patterns.add(PatternReader.canonical(text));
      }
    } catch (PatternSyntax e) {
      throw new IllegalArgumentException("not a canonical scope: " + e.sentence());
    }
    if (patterns.isEmpty()) {
      throw new IllegalArgumentException("a scope without a pattern");
    }
    return of(patterns);
  }

  /** Makes a scope of what {@link #entries} gave. */
  public static Scope ofEntries(List<ScopeEntry> entries) {
    List<Pattern> patterns = new ArrayList<>(entries.size());
    try {
      for (ScopeEntry entry : entries) {
        patterns.add(entry.pattern());
      }
    } catch (PatternSyntax e) {
      throw new IllegalArgumentException("not an entry of a scope: " + e.sentence());
    }
    return of(patterns);
  }

  private static Scope of(List<Pattern> patterns) {
    if (patterns.size() == 1) {
      return patterns.get(0);
    }
    TreeMap<String, Pattern> sorted = new TreeMap<>();
    for (Pattern pattern : patterns) {
      sorted.put(pattern.text(), pattern);
    }
    return sorted.size() == 1
        ? sorted.firstEntry().getValue()
        : new PatternSet(sorted.values().toArray(Pattern[]::new));
  }

  /** The scope as a space that ignores case sees it. */
  public Parsed withoutCase() {
    List<Pattern> folded = new ArrayList<>(size());
    for (int i = 0; i < size(); i++) {
      try {
        folded.add(CaseFolding.fold(pattern(i)));
      } catch (PatternSyntax e) {
        return new Parsed.Invalid(
            "scope[" + i + "]", "in a space that ignores case, " + e.sentence());
      }
    }
    return new Parsed.Valid(of(folded));
  }

  /** How many patterns it has. */
  public abstract int size();

  abstract Pattern pattern(int index);

  /** The canonical patterns. */
  public List<String> patternTexts() {
    return patternTexts(size());
  }

  /** The first canonical patterns, so many at most. */
  public List<String> patternTexts(int most) {
    int count = Math.min(most, size());
    List<String> texts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      texts.add(pattern(i).text());
    }
    return texts;
  }

  /** How many characters its patterns have, plain names without what escapes them. */
  public int characters() {
    int characters = 0;
    for (int i = 0; i < size(); i++) {
      characters += pattern(i).characters();
    }
    return characters;
  }

  /** The scope as people write it: plain paths, alone or with all below them, and patterns. */
  public List<ScopeEntry> entries() {
    return entries(size());
  }

  /** The first entries, so many at most. */
  public List<ScopeEntry> entries(int most) {
    int count = Math.min(most, size());
    List<ScopeEntry> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      entries.add(pattern(i).entry());
    }
    return entries;
  }

  /** How many characters of patterns have to be compared by automata; 0 for names and subtrees. */
  public int weight() {
    int weight = 0;
    for (int i = 0; i < size(); i++) {
      weight += pattern(i) instanceof Glob glob && !glob.isSubtree() ? glob.text().length() : 0;
    }
    return weight;
  }

  /** Whether one of its patterns is {@code /**}. */
  public boolean isEverything() {
    for (int i = 0; i < size(); i++) {
      if (pattern(i).text().equals(Glob.EVERYTHING)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a plain path, as read by {@link #parse}, belongs to it. */
  public boolean covers(String path, StepLimit work) {
    for (int i = 0; i < size(); i++) {
      if (pattern(i).matches(path, work)) {
        return true;
      }
    }
    return false;
  }

  /** Whether some path belongs to both; true as well if the work runs out. */
  public boolean overlaps(Scope other, StepLimit work) {
    for (int i = 0; i < size(); i++) {
      for (int j = 0; j < other.size(); j++) {
        if (pattern(i).overlaps(other.pattern(j), work)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether every path of the other scope belongs to this one; false if the work runs out. */
  public boolean contains(Scope other, StepLimit work) {
    for (int i = 0; i < other.size(); i++) {
      if (!containsPattern(other.pattern(i), work)) {
        return false;
      }
    }
    return true;
  }

  private boolean containsPattern(Pattern inner, StepLimit work) {
    if (inner instanceof PlainPath plain) {
      return covers(plain.path(), work) && !work.isExhausted();
    }
    List<Automaton> candidates = new ArrayList<>(size());
    for (int i = 0; i < size(); i++) {
      if (pattern(i).overlaps(inner, work)) {
        candidates.add(pattern(i).automaton());
      }
      if (work.isExhausted()) {
        return false;
      }
    }
    return !candidates.isEmpty() && Containment.holds(inner.automaton(), candidates, work);
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Scope scope && patternTexts().equals(scope.patternTexts());
  }

  @Override
  public final int hashCode() {
    return patternTexts().hashCode();
  }

  @Override
  public final String toString() {
    return String.join(" ", patternTexts());
  }
}
