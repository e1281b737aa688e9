package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * All paths of up to three segments over two letters, and a matcher of patterns that is too simple
 * to be wrong: it tries everything. Patterns whose wildcards stand for no other letter, and which
 * overlap at all, overlap here.
 */
final class SmallUniverse {

  static final List<String> PATHS = paths();

  private SmallUniverse() {}

  static List<String> matches(List<String> patterns) {
    return PATHS.stream()
        .filter(path -> patterns.stream().anyMatch(pattern -> matches(pattern, path)))
        .toList();
  }

  /** Whether some path belongs to both. */
  static boolean overlap(List<String> left, List<String> right) {
    List<String> common = new ArrayList<>(matches(left));
    common.retainAll(matches(right));
    return !common.isEmpty();
  }

  private static List<String> paths() {
    List<String> paths = new ArrayList<>();
    for (String first : List.of("/a", "/b")) {
      paths.add(first);
      for (String second : List.of("/a", "/b")) {
        paths.add(first + second);
        paths.add(first + second + "/a");
        paths.add(first + second + "/b");
      }
    }
    return List.copyOf(paths);
  }

  private static boolean matches(String pattern, String path) {
    return matches(segments(pattern), segments(path));
  }

  private static List<String> segments(String text) {
    return List.of(text.substring(1).split("/"));
  }

  private static boolean matches(List<String> pattern, List<String> path) {
    if (pattern.isEmpty()) {
      return path.isEmpty();
    }
    List<String> rest = pattern.subList(1, pattern.size());
    if (pattern.get(0).equals("**")) {
      return matches(rest, path)
          || (!path.isEmpty() && matches(pattern, path.subList(1, path.size())));
    }
    return !path.isEmpty()
        && matchesName(pattern.get(0), path.get(0))
        && matches(rest, path.subList(1, path.size()));
  }

  /** Every wildcard in use here stands for either letter. */
  private static boolean matchesName(String pattern, String name) {
    return switch (pattern) {
      case "*", "?", "[ab]", "{a,b}" -> true;
      default -> pattern.equals(name);
    };
  }
}
