package dev.leasehold.testing.simulation.books;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The patterns in use and, written out by hand, the paths that each of them matches: few, but
 * enough that patterns which overlap share one of them. So the auditor needs no pattern code.
 */
public final class Universe {

  /** The space that ignores case from the beginning. */
  public static final String FOLDED_SPACE = "folded";

  /** The space that begins and ceases to ignore case; nobody writes capitals in it. */
  public static final String WAVERING_SPACE = "wavering";

  public static final List<String> SPACES =
      List.of("repo", "queue", "lab", WAVERING_SPACE, FOLDED_SPACE);

  private static final Map<String, List<String>> MATCHES = new LinkedHashMap<>();

  static {
    put("/a", "/a");
    put("/b", "/b");
    put("/a/x", "/a/x");
    put("/a/x/1", "/a/x/1");
    put("/c.md", "/c.md");
    put("/a/**", "/a", "/a/x", "/a/y", "/a/x/1", "/a/x/2", "/a/n.md", "/a/x/n.md");
    put("/b/**", "/b", "/b/x", "/b/y", "/b/n.md");
    put("/a/*", "/a/x", "/a/y", "/a/n.md");
    put("/*/x", "/a/x", "/b/x");
    put("/a/x/**", "/a/x", "/a/x/1", "/a/x/2", "/a/x/n.md");
    put("/a/x/?", "/a/x/1", "/a/x/2");
    put("/{a,b}/y", "/a/y", "/b/y");
    put("/*.md", "/c.md", "/d.md", "/n.md");
    put("/[cd].md", "/c.md", "/d.md");
    put("/**/n.md", "/n.md", "/a/n.md", "/b/n.md", "/a/x/n.md");
    Set<String> all = new HashSet<>();
    MATCHES.values().forEach(all::addAll);
    put("/**", all.toArray(String[]::new));
  }

  public static final List<String> PATTERNS = List.copyOf(MATCHES.keySet());

  private static final Map<String, Long> MASKS = new HashMap<>();
  private static final Map<String, Integer> AGENTS = new HashMap<>();

  public static final List<String> PATHS =
      List.copyOf(new TreeSet<>(pathsOf("repo", List.of("/**"))));

  static {
    for (String pattern : PATTERNS) {
      long mask = 0;
      for (String path : pathsOf("repo", List.of(pattern))) {
        mask |= 1L << PATHS.indexOf(path);
      }
      MASKS.put(pattern, mask);
    }
  }

  private Universe() {}

  /** The same paths as one bit each, by their place in {@link #PATHS}. */
  public static long maskOf(String space, List<String> patterns) {
    if (space.equals(Handshakes.SPACE)) {
      return 1L << placeOf(patterns.get(0));
    }
    long mask = 0;
    for (String pattern : patterns) {
      Long bits = MASKS.get(inSpace(space, pattern));
      if (bits == null) {
        throw new IllegalArgumentException("a pattern that nobody uses: " + pattern);
      }
      mask |= bits;
    }
    return mask;
  }

  /** Agents have a path each where their rights to spend are. */
  private static synchronized int placeOf(String agentsPath) {
    Integer place = AGENTS.get(agentsPath);
    int next = AGENTS.size();
    if (place == null) {
      AGENTS.put(agentsPath, next);
    }
    return place == null ? next : place;
  }

  /** The bit of one path; 0 for a path that no pattern matches. */
  public static long bitOf(String space, String path) {
    if (space.equals(Handshakes.SPACE)) {
      return AGENTS.containsKey(path) ? 1L << placeOf(path) : 0;
    }
    int index = PATHS.indexOf(inSpace(space, path));
    return index < 0 ? 0 : 1L << index;
  }

  private static void put(String pattern, String... paths) {
    MATCHES.put(pattern, List.of(paths));
  }

  /** All paths that one of the patterns matches in the space. */
  static Set<String> pathsOf(String space, List<String> patterns) {
    Set<String> paths = new HashSet<>();
    for (String pattern : patterns) {
      List<String> matches = MATCHES.get(inSpace(space, pattern));
      if (matches == null) {
        throw new IllegalArgumentException("a pattern that nobody uses: " + pattern);
      }
      paths.addAll(matches);
    }
    return paths;
  }

  static String inSpace(String space, String text) {
    return space.equals(FOLDED_SPACE) ? text.toLowerCase(Locale.ROOT) : text;
  }

  /** The texts in the order that makes two spellings of one scope equal. */
  public static List<String> canonical(String space, List<String> patterns) {
    List<String> sorted = new ArrayList<>();
    for (String pattern : patterns) {
      sorted.add(inSpace(space, pattern));
    }
    return sorted.stream().distinct().sorted().toList();
  }
}
