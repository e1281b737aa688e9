package dev.leasehold.testing.mutants;

/**
 * One deliberate bug.
 *
 * @param rule the rule that the bug breaks, as a sentence about what should hold
 * @param file the kernel's source file below its root package, without its ending
 * @param from text that occurs in the file exactly once
 * @param to the text that replaces it
 */
record Mutant(String rule, String file, String from, String to) {

  String path() {
    return "dev/leasehold/kernel/" + file + ".java";
  }

  boolean fits(String source) {
    int first = source.indexOf(from);
    return first >= 0 && source.indexOf(from, first + 1) < 0;
  }

  String plantedIn(String source) {
    if (!fits(source)) {
      throw new IllegalStateException("the text of \"" + rule + "\" is not once in " + file);
    }
    return source.replace(from, to);
  }
}
