package dev.leasehold.cli.naming;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Patterns;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a path on the command line names in a space, so that a file has one name from
 * wherever it is spoken of: the one from the root. Links are followed, as far as they are there and
 * do not lead out of the root; what is not there is taken by its name.
 */
public final class FileNames {

  /** Java puts this character in the place of bytes that it could not read as text. */
  private static final char NOT_TEXT = '\uFFFD';

  private static final Path TOP = Path.of("/");

  private final Surroundings surroundings;
  private final boolean quiet;
  private final Path here;
  private final @Nullable Path root;

  private FileNames(Surroundings surroundings, boolean quiet, Path here, @Nullable Path root) {
    this.surroundings = surroundings;
    this.quiet = quiet;
    this.here = here;
    this.root = root;
  }

  /**
   * @param rootOption null if the root is not told
   * @param quiet whether no notes are wanted
   */
  public static FileNames of(@Nullable String rootOption, boolean quiet, Surroundings surroundings)
      throws CallFailedException {
    Path here = here(surroundings);
    return new FileNames(surroundings, quiet, here, Root.find(rootOption, here, surroundings));
  }

  /** The current directory, as a real path. */
  public static Path here(Surroundings surroundings) throws CallFailedException {
    try {
      return Path.of(surroundings.system().getProperty("user.dir", "/")).toRealPath();
    } catch (IOException | InvalidPathException garbled) {
      try {
        return Path.of("/proc/self/cwd").toRealPath();
      } catch (IOException e) {
        throw new CallFailedException(Exit.USAGE, "the current directory cannot be read: " + e);
      }
    }
  }

  /** Where names of files begin; null if nobody says so and here is no git work tree. */
  public @Nullable Path root() {
    return root;
  }

  /** The subtree that a path stands for, as the server takes it: with a slash at the end. */
  public String subtree(String given) throws CallFailedException {
    String name = name(given, given);
    return name.endsWith("/") ? name : name + "/";
  }

  /** The pattern that a glob stands for. Its plain beginning is a path like any other. */
  String pattern(String given) throws CallFailedException {
    checkText(given);
    int end = plainEnd(given);
    String rest = given.substring(end);
    String base = end == 0 ? "." : given.substring(0, end);
    String name = name(base, given);
    if (given.startsWith("/") && name.equals(base)) {
      return given;
    }
    String escaped = Patterns.escaped(name);
    if (rest.isEmpty()) {
      return given.endsWith("/") && !escaped.endsWith("/") ? escaped + "/" : escaped;
    }
    return escaped.endsWith("/") ? escaped + rest : escaped + "/" + rest;
  }

  /** Where the segments end that have no wildcard, with the slash behind them. */
  private static int plainEnd(String glob) {
    int end = 0;
    for (int slash = glob.indexOf('/'); slash >= 0; slash = glob.indexOf('/', end)) {
      if (Patterns.hasSpecial(glob.substring(end, slash))) {
        return end;
      }
      end = slash + 1;
    }
    return Patterns.hasSpecial(glob.substring(end)) ? end : glob.length();
  }

  /** A name in the space as it was written; a missing slash in front is added. */
  public static String asWritten(String given) throws CallFailedException {
    checkText(given);
    return given.startsWith("/") ? given : "/" + given;
  }

  /** The name of a work item, which has nothing below it. */
  public static String item(String given) throws CallFailedException {
    String name = asWritten(given);
    if (name.endsWith("/")) {
      throw new CallFailedException(
          Exit.USAGE, "the name of an item does not end with /: " + given);
    }
    return name;
  }

  /** An empty path is a variable that was not set, and must not come to mean everything. */
  private static void checkText(String given) throws CallFailedException {
    if (given.isBlank()) {
      throw new CallFailedException(Exit.USAGE, "a path is empty; / means the whole space");
    }
    if (given.indexOf(NOT_TEXT) >= 0) {
      throw new CallFailedException(
          Exit.USAGE, "the path " + given + " is no UTF-8 text, and another might look the same");
    }
  }

  /**
   * @param typed the words that messages have for it: the whole of a glob whose beginning is given
   */
  private String name(String given, String typed) throws CallFailedException {
    checkText(given);
    if (!given.startsWith("/")) {
      return relative(given, typed);
    }
    Path place = root == null ? null : follow(TOP, given);
    if (root != null && place != null && place.startsWith(root)) {
      String name = fromRoot(root, place);
      if (!name.equals(given)) {
        note(given + " is in the root " + Utf8Paths.text(root) + ": " + name + " is meant");
      }
      return name;
    }
    if (!given.equals("/") && exists(given)) {
      note(
          "there is a file "
              + given
              + (root == null ? ", and here is no root" : ", and it is not in the root")
              + ": a name in the space is meant; --root says where the files are");
    }
    return given;
  }

  private String relative(String given, String typed) throws CallFailedException {
    if (root == null) {
      throw new CallFailedException(
          Exit.USAGE,
          typed
              + " is a relative path, and here is no git work tree to name it from; say where the"
              + " files are with --root or LEASEHOLD_ROOT, or give a name in the space with"
              + " --name");
    }
    Path place = follow(here, given);
    if (!place.startsWith(root)) {
      throw new CallFailedException(
          Exit.USAGE,
          typed
              + " lies at "
              + Utf8Paths.text(place)
              + ", which is not in the root "
              + Utf8Paths.text(root)
              + "; --root or LEASEHOLD_ROOT names another");
    }
    return fromRoot(root, place);
  }

  /** Goes from a directory where the segments lead, as the file system would. */
  private Path follow(Path from, String path) {
    Path place = from;
    for (String segment : List.of(path.split("/"))) {
      if (segment.equals("..")) {
        Path up = place.getParent();
        place = up == null ? place : up;
      } else if (!segment.isEmpty() && !segment.equals(".")) {
        place = entered(place, Utf8Paths.in(place, segment));
      }
    }
    return place;
  }

  /** A link that leads out of the root is a name in it, like any other. */
  private Path entered(Path before, Path next) {
    try {
      Path real = next.toRealPath();
      boolean leaves = root != null && before.startsWith(root) && !real.startsWith(root);
      return leaves ? next : real;
    } catch (IOException e) {
      return next;
    }
  }

  private static String fromRoot(Path root, Path place) throws CallFailedException {
    String whole = Utf8Paths.text(place);
    String name = root.equals(TOP) ? whole : whole.substring(Utf8Paths.text(root).length());
    checkText(name.isEmpty() ? "/" : name);
    return name.isEmpty() ? "/" : name;
  }

  private static boolean exists(String absolute) {
    return Files.exists(Utf8Paths.of(absolute));
  }

  private void note(String sentence) {
    if (!quiet) {
      surroundings.complain("note: " + sentence);
    }
  }
}
