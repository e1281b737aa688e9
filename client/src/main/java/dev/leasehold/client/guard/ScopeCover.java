package dev.leasehold.client.guard;

import org.jspecify.annotations.Nullable;

/**
 * Whether a grant is for the resource at all: tokens are given out by one counter for everything,
 * so a larger one proves nothing without this. Names and subtrees are decided here; whether another
 * pattern matches is the server's knowledge.
 */
final class ScopeCover {

  private static final String SUBTREE = "/**";
  private static final String SPECIAL = "*?[]{}";

  private ScopeCover() {}

  /** Returns the verdict that the grant says nothing about the resource; null if it is for it. */
  static @Nullable Verdict obstacle(Grant grant, Resource resource) {
    if (!grant.space().equals(resource.space())) {
      return notFor(resource, "space " + grant.space());
    }
    boolean undecided = false;
    for (String pattern : grant.scope()) {
      boolean subtree = pattern.endsWith(SUBTREE);
      String name =
          literal(subtree ? pattern.substring(0, pattern.length() - SUBTREE.length()) : pattern);
      if (name == null) {
        undecided = true;
      } else if (covers(name, subtree, resource.path())) {
        return null;
      }
    }
    return undecided
        ? new Verdict.CannotTell(
            "the lease's scope has patterns that are not names or subtrees; ask the server")
        : notFor(resource, "a scope without it");
  }

  private static boolean covers(String name, boolean subtree, String path) {
    return path.equals(name) || subtree && path.startsWith(name + "/");
  }

  private static Verdict notFor(Resource resource, String received) {
    return new Verdict.Denied(
        Verdict.Code.LEASE_VIOLATION,
        "a lease on " + resource,
        received,
        "the lease is for something else");
  }

  /**
   * The name that the pattern spells, where a class of one is its character; null if it is none.
   */
  private static @Nullable String literal(String pattern) {
    StringBuilder name = new StringBuilder(pattern.length());
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '[' && i + 2 < pattern.length() && pattern.charAt(i + 2) == ']') {
        name.append(pattern.charAt(i + 1));
        i += 2;
      } else if (SPECIAL.indexOf(c) >= 0) {
        return null;
      } else {
        name.append(c);
      }
    }
    return name.toString();
  }
}
