package dev.leasehold.testing.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The options of a long run: pairs of a name and a number. */
final class Options {

  private final Map<String, Long> given = new HashMap<>();

  /**
   * Ends the process after the usage if that is what was asked for, or if there is something it
   * does not name.
   */
  static Options read(String[] arguments, String usage, String... names) {
    Options options = new Options();
    Set<String> known = Set.of(names);
    for (int i = 0; i < arguments.length; i += 2) {
      if (arguments[i].equals("--help")) {
        System.out.println(usage);
        System.exit(0);
      }
      if (!known.contains(arguments[i]) || i + 1 == arguments.length) {
        System.err.println("not understood: " + arguments[i] + "\n\n" + usage);
        System.exit(2);
      }
      options.given.put(arguments[i], Long.parseLong(arguments[i + 1]));
    }
    return options;
  }

  long get(String name, long usual) {
    return given.getOrDefault(name, usual);
  }
}
