package dev.leasehold.cli.naming;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds the directory that files are named from, as a real path. */
final class Root {

  private static final String VARIABLE = "LEASEHOLD_ROOT";

  /** The beginning of a file {@code .git} that stands for a directory elsewhere. */
  private static final String GIT_LINK = "gitdir:";

  private Root() {}

  /**
   * The root that is told, else the top of the outermost git work tree around the current
   * directory; null if there is none.
   */
  static @Nullable Path find(@Nullable String option, Path here, Surroundings surroundings)
      throws CallFailedException {
    if (option != null) {
      return told("--root", option, here);
    }
    String variable = surroundings.variable(VARIABLE);
    return variable.isEmpty() ? outermostWorkTree(here) : told(VARIABLE, variable, here);
  }

  private static Path told(String by, String text, Path here) throws CallFailedException {
    String absolute = text.startsWith("/") ? text : Utf8Paths.text(here) + "/" + text;
    try {
      Path root = Utf8Paths.of(absolute).toRealPath();
      if (Files.isDirectory(root)) {
        return root;
      }
    } catch (IOException e) {
      // Said below.
    }
    throw new CallFailedException(Exit.USAGE, by + ": there is no directory " + text);
  }

  private static @Nullable Path outermostWorkTree(Path here) {
    Path outermost = null;
    for (Path up = here; up != null; up = up.getParent()) {
      if (isWorkTree(up.resolve(".git"))) {
        outermost = up;
      }
    }
    return outermost;
  }

  /** Whether git would take it: a stray empty directory of that name is no repository. */
  private static boolean isWorkTree(Path git) {
    if (Files.isDirectory(git)) {
      return Files.exists(git.resolve("HEAD"));
    }
    try {
      return Files.isRegularFile(git)
          && new String(Files.readAllBytes(git), StandardCharsets.ISO_8859_1).startsWith(GIT_LINK);
    } catch (IOException e) {
      return false;
    }
  }
}
