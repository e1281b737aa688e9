package dev.leasehold.kernel.scope;

/** What is claimed at one place: the plain paths directly in it, and the globs anchored there. */
final class Directory<T> {

  final String path;
  final ClaimTable<T> plain = new ClaimTable<>();
  final ClaimTable<T> globs = new ClaimTable<>();

  Directory(String path) {
    this.path = path;
  }

  ClaimTable<T> tableFor(Pattern pattern) {
    return pattern instanceof PlainPath ? plain : globs;
  }

  boolean isEmpty() {
    return plain.size() == 0 && globs.size() == 0;
  }
}
