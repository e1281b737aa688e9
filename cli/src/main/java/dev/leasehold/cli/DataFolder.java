package dev.leasehold.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** Finds the data directory for commands that do not name one. */
public final class DataFolder {

  private static final String NAME = "leasehold";

  private DataFolder() {}

  public static Path of(Map<String, String> environment, Properties system) {
    String given = environment.getOrDefault("LEASEHOLD_DATA", "");
    if (!given.isEmpty()) {
      return Path.of(given);
    }
    Path home = home(environment, system);
    if (system.getProperty("os.name", "").startsWith("Mac")) {
      return home.resolve("Library/Application Support").resolve(NAME);
    }
    // The XDG base directory specification has relative paths ignored.
    Path xdg = Path.of(environment.getOrDefault("XDG_DATA_HOME", ""));
    return (xdg.isAbsolute() ? xdg : home.resolve(".local/share")).resolve(NAME);
  }

  /** The home that the caller names, as other programs take it; Java asks the user database. */
  private static Path home(Map<String, String> environment, Properties system) {
    Path named = Path.of(environment.getOrDefault("HOME", ""));
    return named.isAbsolute() ? named : Path.of(system.getProperty("user.home"));
  }
}
