package dev.leasehold.kernel.scope;

import org.jspecify.annotations.Nullable;

/** The claims at one place: the plain paths directly in it, and the globs anchored there. */
final class Directory<T extends Comparable<T>> {

  final String path;
  final int depth;
  private @Nullable ClaimTable<T> plain;
  private @Nullable GlobTable<T> globs;

  Directory(String path) {
    this.path = path;
    this.depth = Pattern.depthOf(path);
  }

  void add(Pattern pattern, T owner) {
    switch (pattern) {
      case PlainPath path -> {
        if (plain == null) {
          plain = new ClaimTable<>();
        }
        plain.add(path, owner);
      }
      case Glob glob -> {
        if (globs == null) {
          globs = new GlobTable<>();
        }
        globs.add(glob, owner);
      }
    }
  }

  void remove(Pattern pattern, T owner) {
    switch (pattern) {
      case PlainPath path -> {
        if (plain == null) {
          throw new IllegalStateException("no claim on " + path + " to take back");
        }
        plain.remove(path, owner);
        plain = plain.isEmpty() ? null : plain;
      }
      case Glob glob -> {
        if (globs == null) {
          throw new IllegalStateException("no claim on " + glob + " to take back");
        }
        globs.remove(glob, owner);
        globs = globs.isEmpty() ? null : globs;
      }
    }
  }

  boolean isEmpty() {
    return plain == null && globs == null;
  }

  /** Shows the owners of this very path until the visitor has seen enough. */
  boolean showOwners(PlainPath path, ClaimIndex.Visitor<T> visitor) {
    return plain == null || plain.showOwners(path, visitor);
  }

  boolean showPlain(Glob query, StepLimit work, ClaimIndex.Visitor<T> visitor) {
    return plain == null || plain.showOverlapping(query, work, visitor);
  }

  boolean showGlobs(Pattern query, StepLimit work, ClaimIndex.Visitor<T> visitor) {
    return globs == null || globs.showOverlapping(query, work, visitor);
  }
}
