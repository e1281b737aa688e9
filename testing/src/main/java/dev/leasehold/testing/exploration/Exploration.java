package dev.leasehold.testing.exploration;

/**
 * Explores for as long as asked: {@code Exploration --depth 12 --seconds 600 --alphabet money}. The
 * seconds are for each alphabet; without a name all of them are explored.
 */
public final class Exploration {

  private Exploration() {}

  public static void main(String[] arguments) {
    int depth = Integer.parseInt(option(arguments, "--depth", "1000"));
    long seconds = Long.parseLong(option(arguments, "--seconds", "60"));
    String chosen = option(arguments, "--alphabet", "");
    for (Alphabet alphabet : Alphabets.all()) {
      if (chosen.isEmpty() || chosen.equals(alphabet.name())) {
        explore(alphabet, depth, seconds);
      }
    }
  }

  private static void explore(Alphabet alphabet, int depth, long seconds) {
    long begun = System.nanoTime();
    Explorer.Visited visited =
        new Explorer(alphabet, KernelSubject::new).explore(depth, seconds * 1_000_000_000L);
    System.out.printf(
        "%-12s %,9d states %,11d transitions, depth %2d%s, %.1f s%n",
        alphabet.name(),
        visited.states(),
        visited.transitions(),
        visited.depth(),
        visited.complete() ? " (all there are)" : "",
        (System.nanoTime() - begun) / 1e9);
    visited.idle().forEach(action -> System.out.println("  never of any effect: " + action));
  }

  private static String option(String[] arguments, String name, String usual) {
    for (int i = 0; i + 1 < arguments.length; i++) {
      if (arguments[i].equals(name)) {
        return arguments[i + 1];
      }
    }
    return usual;
  }
}
