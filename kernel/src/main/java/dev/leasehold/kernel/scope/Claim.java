package dev.leasehold.kernel.scope;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One pattern and who claims it: nearly always one owner, the others in the order they came. */
final class Claim<T> {

  final Pattern pattern;
  private T owner;
  private @Nullable Set<T> others;

  Claim(Pattern pattern, T owner) {
    this.pattern = pattern;
    this.owner = owner;
  }

  void join(T newcomer) {
    if (others == null) {
      others = new LinkedHashSet<>();
    }
    others.add(newcomer);
  }

  /** Takes an owner out; false if none is left. */
  boolean leave(T leaver) {
    if (!owner.equals(leaver)) {
      if (others == null || !others.remove(leaver)) {
        throw new IllegalStateException("no claim on " + pattern + " to take back");
      }
      return true;
    }
    if (others == null || others.isEmpty()) {
      return false;
    }
    owner = others.iterator().next();
    others.remove(owner);
    return true;
  }

  /** Shows the owners until the visitor has seen enough. */
  boolean show(ClaimIndex.Visitor<T> visitor) {
    if (!visitor.visit(owner)) {
      return false;
    }
    if (others != null) {
      for (T other : others) {
        if (!visitor.visit(other)) {
          return false;
        }
      }
    }
    return true;
  }
}
