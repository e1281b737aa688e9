package dev.leasehold.cli.run;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Looks for programs in the search path. */
final class Programs {

  private Programs() {}

  /** Whether there is anything to start, so that nobody waits an hour for a typing error. */
  static boolean exists(String name, String searchPath) {
    if (name.isEmpty()) {
      return false;
    }
    try {
      if (name.contains("/")) {
        return Files.exists(Path.of(name));
      }
      for (String directory : searchPath.split(":", -1)) {
        if (Files.exists(Path.of(directory, name))) {
          return true;
        }
      }
      return false;
    } catch (InvalidPathException e) {
      return true; // The locale cannot express it; the system will tell.
    }
  }
}
