package dev.leasehold.cli.hook;

import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The settings in the repository's git config, under {@code leasehold}. They go before the
 * environment, which on a server may be the pusher's.
 *
 * @param values by key, in lower case as git has them, the last of each
 * @param refs the patterns of the refs that a server guards
 */
record HookSettings(Map<String, String> values, List<String> refs) {

  static final String UNSURE = "leasehold.whenUnsure";
  static final String SPACE = "leasehold.space";
  static final String SERVER = "leasehold.server";
  static final String TOKEN_FILE = "leasehold.tokenFile";
  static final String PUSHER = "leasehold.pusher";
  static final String REF = "leasehold.ref";

  private static final String EVERY_BRANCH = "refs/heads/*";

  private static final String NO_SIGNS_OF_REFS = "?[\\";

  static HookSettings read(Git git) throws IOException {
    Map<String, String> values = new HashMap<>();
    List<String> refs = new ArrayList<>();
    String all = git.textOrNothing("config", "-z", "--get-regexp", "^leasehold[.]");
    for (String entry : all.split("\0", -1)) {
      int end = entry.indexOf('\n');
      if (end > 0) {
        values.put(entry.substring(0, end), entry.substring(end + 1));
        if (entry.startsWith(REF + "\n")) {
          refs.add(entry.substring(end + 1));
        }
      }
    }
    return new HookSettings(values, refs.isEmpty() ? List.of(EVERY_BRANCH) : refs);
  }

  String value(String key) {
    return values.getOrDefault(key.toLowerCase(Locale.ROOT), "");
  }

  /** Whether a change goes through that cannot be judged. */
  boolean allowsWhenUnsure(boolean byDefault) {
    return switch (value(UNSURE)) {
      case "allow" -> true;
      case "deny" -> false;
      default -> byDefault;
    };
  }

  /**
   * Whether a pattern of the settings names the ref; each star stands for any characters. Fails if
   * a pattern has signs that no ref has and that git would read in another way.
   */
  boolean guards(String ref) throws IOException {
    boolean isGuarded = false;
    for (String pattern : refs) {
      if (pattern.chars().anyMatch(c -> NO_SIGNS_OF_REFS.indexOf(c) >= 0)) {
        throw new IOException(
            "git config " + REF + " says " + pattern + ", and only stars may stand for others");
      }
      isGuarded |= matches(pattern, ref);
    }
    return isGuarded;
  }

  /** Each part between two stars is looked for where it comes first, so that no step is undone. */
  private static boolean matches(String pattern, String ref) {
    int star = pattern.indexOf('*');
    if (star < 0) {
      return ref.equals(pattern);
    }
    if (!ref.startsWith(pattern.substring(0, star))) {
      return false;
    }
    int at = star;
    for (int next = pattern.indexOf('*', star + 1);
        next >= 0;
        next = pattern.indexOf('*', star + 1)) {
      String part = pattern.substring(star + 1, next);
      int found = ref.indexOf(part, at);
      if (found < 0) {
        return false;
      }
      at = found + part.length();
      star = next;
    }
    String end = pattern.substring(star + 1);
    return ref.length() - end.length() >= at && ref.endsWith(end);
  }

  /** The server that the settings name, else the environment, and the token likewise. */
  ServerOptions server(Surroundings around, Path directory) throws IOException {
    Map<String, String> environment = new HashMap<>(around.environment());
    if (!value(SERVER).isEmpty()) {
      environment.put("LEASEHOLD_SERVER", value(SERVER));
    }
    if (!value(TOKEN_FILE).isEmpty()) {
      Path file = directory.resolve(value(TOKEN_FILE));
      environment.put("LEASEHOLD_TOKEN", Files.readString(file).strip());
    }
    return new ServerOptions(
        new Surroundings(
            environment,
            around.system(),
            around.in(),
            around.out(),
            around.err(),
            around.screen(),
            around.errIsTerminal(),
            around.clock(),
            around.zone()));
  }
}
