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
 * in sorted maps, one for each depth. The order of visits depends on the present claims alone.
 */
public final class ClaimIndex<T extends Comparable<T>> {

  /** Sees one owner; false when it has seen enough. */
  public interface Visitor<T> {
    boolean visit(T owner);
  }

  private final Map<String, Directory<T>> byPath = new HashMap<>(4);

  /**
   * All directories by their depth and then by their path with a separator behind it, so that a
   * subtree is a range of each depth.
   */
  private final NavigableMap<Integer, NavigableMap<String, Directory<T>>> byDepth = new TreeMap<>();

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
  public void visitOverlapping(Scope scope, StepLimit work, Visitor<T> visitor) {
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
    byPath.computeIfAbsent(homeOf(pattern), this::open).add(pattern, owner);
    globCount += pattern instanceof Glob ? 1 : 0;
  }

  private Directory<T> open(String path) {
    Directory<T> directory = new Directory<>(path);
    byDepth.computeIfAbsent(directory.depth, depth -> new TreeMap<>()).put(path + "/", directory);
    return directory;
  }

  private void remove(Pattern pattern, T owner) {
    Directory<T> directory = byPath.get(homeOf(pattern));
    if (directory == null) {
      throw new IllegalStateException("no claim on " + pattern + " to take back");
    }
    directory.remove(pattern, owner);
    globCount -= pattern instanceof Glob ? 1 : 0;
    if (directory.isEmpty()) {
      byPath.remove(directory.path);
      close(directory);
    }
  }

  private void close(Directory<T> directory) {
    NavigableMap<String, Directory<T>> level = byDepth.get(directory.depth);
    if (level != null) {
      level.remove(directory.path + "/");
      if (level.isEmpty()) {
        byDepth.remove(directory.depth);
      }
    }
  }

  private static String homeOf(Pattern pattern) {
    return pattern instanceof PlainPath plain ? plain.parent() : pattern.anchor();
  }

  private boolean visitAround(PlainPath query, StepLimit work, Visitor<T> visitor) {
    Directory<T> home = byPath.get(query.parent());
    if (home != null && !home.showOwners(query, visitor)) {
      return false;
    }
    return globCount == 0
        || (visitGlobsAbove(query.path(), query, work, visitor)
            && visitGlobs(byPath.get(query.path()), query, work, visitor));
  }

  private boolean visitAround(Glob query, StepLimit work, Visitor<T> visitor) {
    String anchor = query.anchor();
    if (!visitGlobsAbove(anchor, query, work, visitor)) {
      return false;
    }
    if (!anchor.isEmpty() && !visitPlainAt(anchor, query, work, visitor)) {
      return false;
    }
    int deepest = query.depth() < 0 ? Integer.MAX_VALUE : query.depth();
    for (NavigableMap<String, Directory<T>> level : byDepth.headMap(deepest, true).values()) {
      for (Directory<T> directory :
          level.subMap(anchor + "/", true, anchor + "0", false).values()) {
        if (!work.spend(1) || !visitWithin(directory, query, work, visitor)) {
          return false;
        }
      }
    }
    return true;
  }

  /** A subtree includes its own top, which lies in the directory above. */
  private boolean visitPlainAt(String path, Glob query, StepLimit work, Visitor<T> visitor) {
    PlainPath top = new PlainPath(path);
    Directory<T> above = byPath.get(top.parent());
    return above == null || !query.matches(path, work) || above.showOwners(top, visitor);
  }

  private boolean visitWithin(
      Directory<T> directory, Glob query, StepLimit work, Visitor<T> visitor) {
    boolean mayHoldPlain = query.depth() < 0 || directory.depth == query.depth() - 1;
    return (!mayHoldPlain || directory.showPlain(query, work, visitor))
        && directory.showGlobs(query, work, visitor);
  }

  private boolean visitGlobsAbove(String path, Pattern query, StepLimit work, Visitor<T> visitor) {
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
      @Nullable Directory<T> directory, Pattern query, StepLimit work, Visitor<T> visitor) {
    return directory == null || directory.showGlobs(query, work, visitor);
  }
}
