package dev.leasehold.cli.hook;

import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.naming.FileNames;
import dev.leasehold.cli.naming.ProjectName;
import dev.leasehold.cli.naming.Remotes;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The repository that a hook runs in, with what it says about Leasehold. */
record HookRepository(Git git, HookSettings settings, Surroundings around, Path directory) {

  /** Opens the repository around the current directory. */
  static HookRepository open(Surroundings around) throws IOException {
    Path here = Path.of(around.system().getProperty("user.dir", ""));
    Git git = Git.in(here, around.environment()).with(ChangedFiles.NO_REPLACEMENTS, "1");
    Path directory = Path.of(git.text("rev-parse", "--absolute-git-dir"));
    return new HookRepository(git, HookSettings.read(git), around, directory);
  }

  /** The folder with the repository's own hooks; others may share one that is configured. */
  Path hookFolder() throws IOException {
    Path folder = git.directory().resolve(git.text("rev-parse", "--git-path", "hooks")).normalize();
    if (!folder.startsWith(directory) && !folder.startsWith(common().normalize())) {
      throw new CallFailedException(
          Exit.USAGE,
          "git config core.hooksPath says "
              + folder
              + ", which other repositories may share; call leasehold git-hook from the hooks"
              + " there, or unset it for this repository");
    }
    return folder;
  }

  ChangedFiles changes() throws IOException {
    return new ChangedFiles(
        git.directory(), around.environment(), isBare() || isLinked() ? "/" : prefix());
  }

  /** Whether git made this working copy of another one: it has names of its own then. */
  private boolean isLinked() throws IOException {
    return !directory.toRealPath().equals(common().toRealPath());
  }

  private Path common() throws IOException {
    return git.directory().resolve(git.text("rev-parse", "--git-common-dir"));
  }

  /** The name of the working copy's top, which may lie in another one; git calls hooks there. */
  private String prefix() throws IOException {
    return FileNames.of(null, true, around).subtree(".");
  }

  Api connect() throws IOException {
    return settings.server(around, directory).connect();
  }

  boolean isBare() throws IOException {
    return git.text("rev-parse", "--is-bare-repository").equals("true");
  }

  /** The tree without a file, which every repository knows by its name. */
  String emptyTree() throws IOException {
    return git.text("hash-object", "-t", "tree", "--stdin");
  }

  /** The commits that the next commit merges; none if it is no merge. */
  List<String> mergeHeads() throws IOException {
    Path file = directory.resolve("MERGE_HEAD");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** The refs that a server guards, in words that git takes for commits. */
  List<String> guardedRefs() throws IOException {
    List<String> words = new ArrayList<>();
    for (String pattern : settings.refs()) {
      if (pattern.contains("*")) {
        words.add("--glob=" + pattern);
      } else if (git.run("show-ref", "--verify", "--quiet", pattern).isDone()) {
        words.add(pattern);
      }
    }
    return words;
  }

  /**
   * The space: the one that a check-out here would take. On a server nobody who pushes has a say in
   * it: it is configured, or has the repository's name.
   */
  String space() throws IOException {
    if (!isBare()) {
      return ProjectName.find(git, Remotes.ofCurrentBranch(git), projectAround());
    }
    String configured = settings.value(HookSettings.SPACE);
    return configured.isEmpty() ? ProjectName.lastPart(directory.toString()) : configured;
  }

  /** Git where the names of files begin, if that is in a working copy around this one. */
  private @Nullable Git projectAround() throws IOException {
    Path root = FileNames.of(null, true, around).root();
    if (root == null || root.equals(FileNames.here(around)) || isLinked()) {
      return null;
    }
    Git there = Git.onlyIn(root, around.environment());
    return there.run("rev-parse", "--show-toplevel").isDone() ? there : null;
  }
}
