package dev.leasehold.kernel.scope;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every legal path over a small alphabet, up to a length of names and a number of segments. */
final class SmallWorld {

  /**
   * Decides on patterns of one segment that name only a, b and the dot, with at most two glyphs
   * other than stars each. A character of a common name that both patterns match by a star can be
   * left out, so at most four are needed; a fifth, chosen to be a letter, makes a name of nothing,
   * one dot or two. All characters that are not named behave alike: c stands for them.
   */
  static final SmallWorld OF_NAMES = new SmallWorld(".abc", 5, 1);

  /**
   * Decides on patterns with at most two segments besides <code>**</code>, made of {@link
   * Patterns#TREE_SEGMENTS}. A segment of a common path that both match by <code>**</code> can be
   * left out, so at most four are needed. Where a segment has a star it has one other glyph at
   * most, which is not the dot, so two characters are enough for a common name; where it has none,
   * it matches two characters at most. All characters but a and the dot behave alike: b stands for
   * them.
   */
  static final SmallWorld OF_TREES = new SmallWorld(".ab", 2, 4);

  /**
   * For patterns with at most two segments besides <code>**</code>, made of {@link
   * Patterns#DEEP_SEGMENTS}, which look at the first character of a name and whether there is
   * another. A path that escapes may need two names for each of its beginning, its middle and its
   * end, and one between.
   */
  static final SmallWorld OF_DEEP_TREES = new SmallWorld(List.of("a", "b", "ab", "ba"), 7);

  private final List<String> names;
  private final List<int[]> paths = new ArrayList<>();
  private final Map<String, BitSet> namesOfSegment = new HashMap<>();
  private final Map<String, BitSet> pathsOfPattern = new HashMap<>();

  private SmallWorld(String alphabet, int maxLength, int maxDepth) {
    this(names("", alphabet, maxLength), maxDepth);
  }

  private SmallWorld(List<String> names, int maxDepth) {
    this.names = names;
    addPaths(new int[0], maxDepth);
  }

  private static List<String> names(String start, String alphabet, int room) {
    List<String> names = new ArrayList<>();
    if (!start.isEmpty() && !start.equals(".") && !start.equals("..")) {
      names.add(start);
    }
    if (room > 0) {
      alphabet.chars().forEach(c -> names.addAll(names(start + (char) c, alphabet, room - 1)));
    }
    return names;
  }

  private void addPaths(int[] start, int room) {
    if (start.length > 0) {
      paths.add(start);
    }
    for (int name = 0; name < names.size() && room > 0; name++) {
      int[] longer = new int[start.length + 1];
      System.arraycopy(start, 0, longer, 0, start.length);
      longer[start.length] = name;
      addPaths(longer, room - 1);
    }
  }

  int size() {
    return paths.size();
  }

  String path(int index) {
    StringBuilder path = new StringBuilder();
    for (int name : paths.get(index)) {
      path.append('/').append(names.get(name));
    }
    return path.toString();
  }

  /** The paths that match at least one of the patterns. */
  BitSet pathsOf(Collection<String> patterns) {
    BitSet all = new BitSet(size());
    patterns.forEach(pattern -> all.or(pathsOf(pattern)));
    return all;
  }

  BitSet pathsOf(String pattern) {
    return (BitSet) pathsOfPattern.computeIfAbsent(pattern, this::tryAllPaths).clone();
  }

  private BitSet tryAllPaths(String pattern) {
    String whole = pattern.endsWith("/") ? pattern + "**" : pattern;
    List<BitSet> segments = new ArrayList<>();
    for (String segment : BruteForce.segments(whole)) {
      segments.add(segment.equals("**") ? null : namesOf(segment));
    }
    BitSet matching = new BitSet(size());
    for (int i = 0; i < size(); i++) {
      matching.set(i, matches(segments, 0, paths.get(i), 0));
    }
    return matching;
  }

  private BitSet namesOf(String segment) {
    return namesOfSegment.computeIfAbsent(
        segment,
        text -> {
          List<String> globs = BruteForce.withoutBraces(text);
          BitSet matching = new BitSet(names.size());
          for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            matching.set(i, globs.stream().anyMatch(g -> BruteForce.globMatches(g, name)));
          }
          return matching;
        });
  }

  /** A segment of null stands for any number of names. */
  private static boolean matches(List<BitSet> segments, int from, int[] path, int at) {
    if (from == segments.size()) {
      return at == path.length;
    }
    BitSet segment = segments.get(from);
    if (segment == null) {
      return matches(segments, from + 1, path, at)
          || (at < path.length && matches(segments, from, path, at + 1));
    }
    return at < path.length && segment.get(path[at]) && matches(segments, from + 1, path, at + 1);
  }
}
