package dev.leasehold.cli.checkout;

import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.git.GitResult;
import dev.leasehold.cli.naming.FileNames;
import dev.leasehold.cli.naming.ProjectName;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The git working copy around the current directory, and where the names of its files begin.
 *
 * @param git runs at the top of the working copy
 * @param gitDirectory of this working copy alone, if it is one of several
 * @param root where names of files begin: the top, or around it
 * @param prefix the text before a path of the repository in the names of its files: empty, or with
 *     a slash in front
 */
record Clone(Git git, Path top, Path gitDirectory, Path root, String prefix) {

  /**
   * @param rootOption null if the root is not told
   */
  static Clone around(@Nullable String rootOption, Surroundings surroundings) throws IOException {
    Path here = FileNames.here(surroundings);
    Git git = Git.onlyIn(here, surroundings.environment());
    GitResult found = git.run("rev-parse", "--show-toplevel");
    if (!found.isDone() || found.text().isEmpty()) {
      throw new CallFailedException(
          Exit.USAGE,
          "here is no git working copy; go into a clone of the project, or take the lease alone"
              + " with leasehold acquire --policy checkout");
    }
    Path top = Path.of(found.text()).toRealPath();
    Git atTop = git.at(top);
    Path gitDirectory = Path.of(atTop.text("rev-parse", "--absolute-git-dir"));
    Path root = FileNames.of(rootOption, true, surroundings).root();
    // A working copy that git made of another one has names of its own, wherever it lies.
    boolean isLinked = !gitDirectory.equals(commonDirectory(atTop));
    boolean isRootGiven = rootOption != null || !surroundings.variable("LEASEHOLD_ROOT").isEmpty();
    if (root == null || (isLinked && !isRootGiven)) {
      root = top;
    }
    return new Clone(atTop, top, gitDirectory, root, prefix(root, top));
  }

  private static Path commonDirectory(Git git) throws IOException {
    return git.directory().resolve(git.text("rev-parse", "--git-common-dir")).toRealPath();
  }

  private static String prefix(Path root, Path top) throws CallFailedException {
    if (!top.startsWith(root)) {
      throw new CallFailedException(
          Exit.USAGE,
          "the working copy "
              + top
              + " is not in the root "
              + root
              + ", so that its files have no names; --root or LEASEHOLD_ROOT names another");
    }
    return top.equals(root) ? "" : "/" + root.relativize(top);
  }

  /**
   * The name of the project.
   *
   * @param remote of the branch
   */
  String project(String remote) throws IOException {
    return ProjectName.find(git, remote, root.equals(top) ? null : around());
  }

  /** Git at the root, if that is in a working copy; else null. */
  private @Nullable Git around() throws IOException {
    Git atRoot = git.at(root);
    return atRoot.run("rev-parse", "--show-toplevel").isDone() ? atRoot : null;
  }

  /** The commit that a name stands for; empty if there is none. */
  String commit(String name) throws IOException {
    return git.textOrNothing(
        "rev-parse", "--quiet", "--verify", "--end-of-options", name + "^{commit}");
  }

  boolean isAncestor(String commit, String of) throws IOException {
    return git.run("merge-base", "--is-ancestor", commit, of).isDone();
  }
}
