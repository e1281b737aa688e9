package dev.leasehold.kernel.scope;

/** A pattern that cannot be read. Never leaves this package: callers get a value. */
final class PatternSyntax extends Exception {

  private static final long serialVersionUID = 1L;

  PatternSyntax(String sentence) {
    super(sentence, null, false, false);
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
