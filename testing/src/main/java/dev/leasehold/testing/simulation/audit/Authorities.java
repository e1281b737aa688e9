package dev.leasehold.testing.simulation.audit;

import dev.leasehold.kernel.policy.Authority;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Allow-lists by the words of the design: null allows all, an empty list nothing. */
final class Authorities {

  private Authorities() {}

  static boolean isWithin(@Nullable Authority child, @Nullable Authority parent) {
    if (parent == null) {
      return true;
    }
    return child != null
        && parent.tools().containsAll(child.tools())
        && parent.workIds().containsAll(child.workIds())
        && child.namespaces().stream().allMatch(name -> allows(parent.namespaces(), name));
  }

  /** A namespace allows itself and what lies below it, by whole segments. */
  static boolean allows(Set<String> namespaces, String name) {
    return namespaces.stream()
        .anyMatch(allowed -> name.equals(allowed) || name.startsWith(allowed + "/"));
  }
}
