package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Text;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Paths as people type them. To the server a slash at the end means all below. */
final class LocalPaths {

  /** Java puts this character in the place of bytes that it could not read as text. */
  private static final char NOT_TEXT = '\uFFFD';

  private LocalPaths() {}

  /** Takes a local directory, and a path that ends with a slash, for all below, and says so. */
  static List<String> plain(List<String> given, Surroundings surroundings)
      throws CallFailedException {
    List<String> paths = new ArrayList<>();
    for (String path : given) {
      boolean isSubtree = path.endsWith("/") || isDirectory(path);
      String rooted = rooted(path);
      paths.add(isSubtree && !rooted.endsWith("/") ? rooted + "/" : rooted);
      if (isSubtree) {
        String shown = path + " is a directory: " + rooted.replaceFirst("/+$", "") + "/** is meant";
        surroundings.err().println("leasehold: " + Text.harmless(shown));
      }
    }
    return paths;
  }

  static List<String> patterns(List<String> globs) throws CallFailedException {
    List<String> patterns = new ArrayList<>();
    for (String glob : globs) {
      patterns.add(rooted(glob));
    }
    return patterns;
  }

  /**
   * Adds the slash that every path begins with, and drops dots for the current directory. An empty
   * path is a variable that was not set, and must not come to mean everything.
   */
  static String rooted(String path) throws CallFailedException {
    if (path.isBlank()) {
      throw new CallFailedException(Exit.USAGE, "a path is empty; / means the whole space");
    }
    if (path.indexOf(NOT_TEXT) >= 0) {
      throw new CallFailedException(
          Exit.USAGE, "the path " + path + " is no UTF-8 text, and another might look the same");
    }
    String name = path;
    while (name.startsWith("./")) {
      name = name.substring(2).replaceFirst("^/+", "");
    }
    if (name.equals(".")) {
      return "/";
    }
    return name.startsWith("/") ? name : "/" + name;
  }

  private static boolean isDirectory(String path) {
    try {
      return !path.isEmpty() && Files.isDirectory(Path.of(path));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
