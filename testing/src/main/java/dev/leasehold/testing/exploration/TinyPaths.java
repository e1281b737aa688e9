package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which scopes overlap, found by trying every path of a tiny world. Plain names and {@code **} at
 * the end are all the patterns there are in it.
 */
final class TinyPaths {

  private static final List<String> ALL = List.of("/", "/a", "/a/x", "/b", "/b/x", "/other");

  private static final Map<String, Integer> MATCHED = new ConcurrentHashMap<>();

  private TinyPaths() {}

  static boolean overlap(Scope one, Scope two) {
    return (matched(one) & matched(two)) != 0;
  }

  static boolean contains(Scope outer, Scope inner) {
    return (matched(inner) & ~matched(outer)) == 0;
  }

  private static int matched(Scope scope) {
    int all = 0;
    for (String text : scope.patternTexts()) {
      all |= MATCHED.computeIfAbsent(text, TinyPaths::tryAll);
    }
    return all;
  }

  private static int tryAll(String pattern) {
    int found = 0;
    for (int i = 0; i < ALL.size(); i++) {
      found |= matches(pattern, ALL.get(i)) ? 1 << i : 0;
    }
    if (found == 0) {
      throw new IllegalArgumentException("not a pattern of this world: " + pattern);
    }
    return found;
  }

  private static boolean matches(String pattern, String path) {
    if (!pattern.endsWith("/**")) {
      return pattern.equals(path);
    }
    String directory = pattern.substring(0, pattern.length() - 3);
    return path.equals(directory) || path.startsWith(directory + "/");
  }
}
