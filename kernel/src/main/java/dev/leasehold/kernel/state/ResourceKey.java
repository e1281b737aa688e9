package dev.leasehold.kernel.state;

import dev.leasehold.kernel.scope.Scope;

/** The resource that an epoch belongs to: a space and a canonical scope in it. */
public record ResourceKey(String space, Scope scope) implements Comparable<ResourceKey> {

  @Override
  public int compareTo(ResourceKey other) {
    int bySpace = space.compareTo(other.space);
    return bySpace != 0 ? bySpace : lines(scope).compareTo(lines(other.scope));
  }

  /** No path has an end of line in it. */
  private static String lines(Scope scope) {
    return String.join("\n", scope.patternTexts());
  }
}
