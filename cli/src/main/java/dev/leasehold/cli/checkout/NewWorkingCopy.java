package dev.leasehold.cli.checkout;

import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Patterns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A working copy beside the clone, for one check-out: one of git's own, with the files of the
 * check-out and no others as far as git's sparse check-out can say so.
 */
final class NewWorkingCopy {

  private static final String EVERYTHING = "/*";

  private final Clone clone;
  private final Path directory;

  /** Whether git has made the working copy for this check-out: only then it is taken away. */
  private boolean isMade;

  NewWorkingCopy(Clone clone, Path directory) {
    this.clone = clone;
    this.directory = directory;
  }

  /** Refuses a directory that has something in it. */
  void requireFree() throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    if (Files.isDirectory(directory)) {
      try (Stream<Path> entries = Files.list(directory)) {
        if (entries.findAny().isEmpty()) {
          return;
        }
      }
    }
    throw new CallFailedException(
        Exit.USAGE, "--into: " + directory + " is there already and not empty");
  }

  /**
   * Makes it. It remembers its check-out before it gets its files, so that a crash in between
   * leaves a copy that can be checked in.
   */
  void make(CheckedOut checkout, Fields lease) throws IOException {
    String commit = checkout.base();
    clone
        .git()
        .must(
            "worktree",
            "add",
            "--quiet",
            "--no-checkout",
            "--detach",
            "--",
            directory.toString(),
            commit);
    isMade = true;
    Git git = clone.git().at(directory);
    requireTopDirectory(git);
    checkout.remember(Path.of(git.text("rev-parse", "--absolute-git-dir")));
    if (lease.text("checkoutType").equals("sparse")) {
      String patterns = String.join("\n", sparse(lease.texts("scope"), clone.prefix())) + "\n";
      git.with(patterns).must("sparse-checkout", "set", "--no-cone", "--stdin");
    }
    git.must("reset", "--quiet", "--hard", commit);
  }

  /** A reset of files must not reach those of another working copy. */
  private void requireTopDirectory(Git git) throws IOException {
    Path top = Path.of(git.text("rev-parse", "--show-toplevel"));
    if (!Files.isSameFile(top, directory)) {
      throw new CallFailedException(
          Exit.USAGE, "--into: git takes " + directory + " for a part of " + top);
    }
  }

  /** Takes it away again, if it was made here; a working copy of somebody else stays. */
  void remove() throws IOException {
    if (isMade) {
      clone.git().run("worktree", "remove", "--force", "--", directory.toString());
    }
  }

  /** The lines of git's sparse check-out for a scope; more files than the scope where it must. */
  static List<String> sparse(List<String> scope, String prefix) {
    List<String> lines = new ArrayList<>();
    for (Patterns.Shown shown : Patterns.shown(scope)) {
      String name =
          shown.reach() == Patterns.Reach.PATTERN ? plainBeginning(shown.text()) : shown.text();
      if (prefix.startsWith(name.equals("/") ? "" : name)) {
        return List.of(EVERYTHING);
      }
      if (name.startsWith(prefix + "/") && name.indexOf('\n') < 0) {
        lines.add(escaped(name.substring(prefix.length())));
      }
    }
    return lines;
  }

  /** The directories of a pattern that have no wildcards in them. */
  private static String plainBeginning(String pattern) {
    int end = 0;
    for (int slash = pattern.indexOf('/', 1); slash > 0; slash = pattern.indexOf('/', slash + 1)) {
      if (Patterns.hasSpecial(pattern.substring(end, slash))) {
        break;
      }
      end = slash;
    }
    return end == 0 ? "/" : pattern.substring(0, end);
  }

  /** A path as a line in which no character is special. */
  private static String escaped(String path) {
    StringBuilder line = new StringBuilder();
    for (char c : path.toCharArray()) {
      line.append("\\*?[ !#".indexOf(c) >= 0 ? "\\" + c : String.valueOf(c));
    }
    return line.toString();
  }
}
