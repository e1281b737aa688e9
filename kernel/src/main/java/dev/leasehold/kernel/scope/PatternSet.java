package dev.leasehold.kernel.scope;

/** A scope of several patterns, sorted by their texts. */
final class PatternSet extends Scope {

  private final Pattern[] patterns;

  PatternSet(Pattern[] patterns) {
    this.patterns = patterns;
  }

  @Override
  public int size() {
    return patterns.length;
  }

  @Override
  Pattern pattern(int index) {
    return patterns[index];
  }
}
