package dev.leasehold.kernel.scope;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The globs anchored at one directory, sorted by what their matches must end with (read backwards)
 * or, where that is nothing, by what they must begin with. Two patterns can overlap only if one of
 * these fixed parts begins with the other, so most neighbours are never looked at.
 */
final class GlobTable<T extends Comparable<T>> {

  private final NavigableMap<String, ClaimTable<T>> byTail = new TreeMap<>();
  private final NavigableMap<String, ClaimTable<T>> byHead = new TreeMap<>();

  boolean isEmpty() {
    return byTail.isEmpty() && byHead.isEmpty();
  }

  void add(Glob glob, T owner) {
    shelf(glob).computeIfAbsent(key(glob), key -> new ClaimTable<>()).add(glob, owner);
  }

  void remove(Glob glob, T owner) {
    ClaimTable<T> table = shelf(glob).get(key(glob));
    if (table == null) {
      throw new IllegalStateException("no claim on " + glob + " to take back");
    }
    table.remove(glob, owner);
    if (table.isEmpty()) {
      shelf(glob).remove(key(glob));
    }
  }

  /** Shows the owners of globs that overlap, until the visitor has seen enough. */
  boolean showOverlapping(Pattern query, StepLimit work, ClaimIndex.Visitor<T> visitor) {
    return showFrom(byTail, backwards(query.tail()), query, work, visitor)
        && showFrom(byHead, query.head(), query, work, visitor);
  }

  private NavigableMap<String, ClaimTable<T>> shelf(Glob glob) {
    return glob.tail().isEmpty() ? byHead : byTail;
  }

  private static String key(Glob glob) {
    return glob.tail().isEmpty() ? glob.head() : backwards(glob.tail());
  }

  private static String backwards(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  private boolean showFrom(
      NavigableMap<String, ClaimTable<T>> shelf,
      String part,
      Pattern query,
      StepLimit work,
      ClaimIndex.Visitor<T> visitor) {
    return showBeginnings(shelf, part, query, work, visitor)
        && (query instanceof PlainPath || showContinuations(shelf, part, query, work, visitor));
  }

  /** Keys that the part begins with, the part itself included; each step shortens the part. */
  private boolean showBeginnings(
      NavigableMap<String, ClaimTable<T>> shelf,
      String part,
      Pattern query,
      StepLimit work,
      ClaimIndex.Visitor<T> visitor) {
    Map.Entry<String, ClaimTable<T>> entry = shelf.floorEntry(part);
    while (entry != null) {
      String key = entry.getKey();
      int common = commonLength(key, part);
      if (!work.spend(1)) {
        return false;
      }
      if (common == key.length()) {
        if (!entry.getValue().showOverlapping(query, work, visitor)) {
          return false;
        }
        entry = shelf.lowerEntry(key);
      } else {
        entry = shelf.floorEntry(part.substring(0, common));
      }
    }
    return true;
  }

  /** Keys that begin with the part and go on. */
  private boolean showContinuations(
      NavigableMap<String, ClaimTable<T>> shelf,
      String part,
      Pattern query,
      StepLimit work,
      ClaimIndex.Visitor<T> visitor) {
    for (Map.Entry<String, ClaimTable<T>> entry : shelf.tailMap(part, false).entrySet()) {
      if (!entry.getKey().startsWith(part)) {
        return true;
      }
      if (!entry.getValue().showOverlapping(query, work, visitor)) {
        return false;
      }
    }
    return true;
  }

  private static int commonLength(String left, String right) {
    int end = Math.min(left.length(), right.length());
    int at = 0;
    while (at < end && left.charAt(at) == right.charAt(at)) {
      at++;
    }
    return at;
  }
}
