package dev.leasehold.kernel.scope;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the owners whose patterns overlap a given one. A plain path meets its equal and the globs
 * anchored at its ancestors: one look-up for each level. A glob meets the globs anchored at its
 * anchor's ancestors, and what lies in the directories below its anchor, which stand side by side
 * in a sorted map. The order of visits depends on the present claims alone.
 */
public final class ClaimIndex<T> {

  /** Sees one owner; false when it has seen enough. */
  public interface Visitor<T> {
    boolean visit(T owner);
  }

  private final Map<String, Directory<T>> byPath = new HashMap<>(4);

  /** The same directories, keyed by their path and a separator so that subtrees are ranges. */
  private final NavigableMap<String, Directory<T>> sorted = new TreeMap<>();

  private int globCount;

  public boolean isEmpty() {
    return byPath.isEmpty();
  }

  public void add(Scope scope, T owner) {
    for (int i = 0; i < scope.size(); i++) {
      add(scope.pattern(i), owner);
    }
  }

  public void remove(Scope scope, T owner) {
    for (int i = 0; i < scope.size(); i++) {
      remove(scope.pattern(i), owner);
    }
  }

  /**
   * Shows every owner with a pattern that overlaps, possibly more than once, until the visitor has
   * seen enough. If the work runs out, owners may be shown that do not overlap.
   */
  public void visitOverlapping(Scope scope, Work work, Visitor<T> visitor) {
    for (int i = 0; i < scope.size(); i++) {
      Pattern pattern = scope.pattern(i);
      boolean more =
          pattern instanceof PlainPath plain
              ? visitAround(plain, work, visitor)
              : visitAround((Glob) pattern, work, visitor);
      if (!more || work.isExhausted()) {
        return;
      }
    }
  }

  private void add(Pattern pattern, T owner) {
    Directory<T> directory = byPath.computeIfAbsent(homeOf(pattern), this::open);
    ClaimTable<T> table = directory.tableFor(pattern);
    Claim<T> present = table.find(pattern);
    if (present != null) {
      present.join(owner);
    } else {
      table.add(new Claim<>(pattern, owner));
      globCount += pattern instanceof Glob ? 1 : 0;
    }
  }

  private Directory<T> open(String path) {
    Directory<T> directory = new Directory<>(path);
    sorted.put(path + "/", directory);
    return directory;
  }

  private void remove(Pattern pattern, T owner) {
    Directory<T> directory = byPath.get(homeOf(pattern));
    Claim<T> claim = directory == null ? null : directory.tableFor(pattern).find(pattern);
    if (directory == null || claim == null) {
      throw new IllegalStateException("no claim on " + pattern + " to take back");
    }
    if (claim.leave(owner)) {
      return;
    }
    directory.tableFor(pattern).remove(pattern);
    globCount -= pattern instanceof Glob ? 1 : 0;
    if (directory.isEmpty()) {
      byPath.remove(directory.path);
      sorted.remove(directory.path + "/");
    }
  }

  private static String homeOf(Pattern pattern) {
    return pattern instanceof PlainPath plain ? plain.parent() : pattern.anchor();
  }

  private boolean visitAround(PlainPath query, Work work, Visitor<T> visitor) {
    Directory<T> home = byPath.get(query.parent());
    Claim<T> equal = home == null ? null : home.plain.find(query);
    if (equal != null && !equal.show(visitor)) {
      return false;
    }
    return visitGlobsAbove(query.path(), query, work, visitor)
        && visitGlobs(byPath.get(query.path()), query, work, visitor);
  }

  private boolean visitAround(Glob query, Work work, Visitor<T> visitor) {
    String anchor = query.anchor();
    if (!visitGlobsAbove(anchor, query, work, visitor)) {
      return false;
    }
    if (!anchor.isEmpty() && !visitPlainAt(anchor, query, work, visitor)) {
      return false;
    }
    for (Directory<T> directory :
        sorted.subMap(anchor + "/", true, anchor + "0", false).values()) {
      if (!work.spend(1) || !visitWithin(directory, query, work, visitor)) {
        return false;
      }
    }
    return true;
  }

  /** A subtree includes its own top, which lies in the directory above. */
  private boolean visitPlainAt(String path, Glob query, Work work, Visitor<T> visitor) {
    PlainPath top = new PlainPath(path);
    Directory<T> above = byPath.get(top.parent());
    Claim<T> claim = above == null ? null : above.plain.find(top);
    return claim == null || !query.matches(path, work) || claim.show(visitor);
  }

  private boolean visitWithin(
      Directory<T> directory, Glob query, Work work, Visitor<T> visitor) {
    return directory.plain.forEach(claim -> meet(claim, query, work, visitor))
        && visitGlobs(directory, query, work, visitor);
  }

  private boolean visitGlobsAbove(String path, Pattern query, Work work, Visitor<T> visitor) {
    if (globCount == 0) {
      return true;
    }
    for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      if (!visitGlobs(byPath.get(path.substring(0, end)), query, work, visitor)) {
        return false;
      }
    }
    return true;
  }

  private boolean visitGlobs(
      @Nullable Directory<T> directory, Pattern query, Work work, Visitor<T> visitor) {
    return directory == null
        || directory.globs.size() == 0
        || directory.globs.forEach(claim -> meet(claim, query, work, visitor));
  }

  private boolean meet(Claim<T> claim, Pattern query, Work work, Visitor<T> visitor) {
    if (!work.spend(1)) {
      return false;
    }
    return !query.overlaps(claim.pattern, work) || claim.show(visitor);
  }
}
