package dev.leasehold.kernel.view;

import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.scope.Scope;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How many characters callers wrote into a lease, which is what makes one larger than another. */
public final class TextSize {

  private TextSize() {}

  public static long of(Scope scope, Map<String, String> labels, @Nullable Authority authority) {
    long size = scope.characters();
    for (Map.Entry<String, String> label : labels.entrySet()) {
      size += label.getKey().length() + label.getValue().length();
    }
    return authority == null
        ? size
        : size + of(authority.workIds()) + of(authority.tools()) + of(authority.namespaces());
  }

  private static long of(Set<String> names) {
    long size = 0;
    for (String name : names) {
      size += name.length();
    }
    return size;
  }
}
