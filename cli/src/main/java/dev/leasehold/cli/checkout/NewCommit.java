package dev.leasehold.cli.checkout;

import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.git.GitResult;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the commit of a check-in on top of the branch. Nothing in the working copy changes, and
 * nobody sees the commit until it is pushed.
 */
final class NewCommit {

  private final Clone clone;
  private final Branch branch;

  /** The newest commit of the branch. */
  private final String tip;

  /** The commit of the branch that the work rests on. */
  private final String fork;

  NewCommit(Clone clone, Branch branch, String tip, String fork) {
    this.clone = clone;
    this.branch = branch;
    this.tip = tip;
    this.fork = fork;
  }

  /**
   * @param message with its footer
   */
  String of(WorkingTree work, String message) throws IOException {
    String checked = checkedByHook(message);
    boolean hasOwnCommits = !work.head().equals(fork);
    if (tip.equals(fork)) {
      return commit(work.tree(), checked, work.head());
    }
    String side = commit(work.tree(), checked, work.head());
    String tree = merged(side);
    return hasOwnCommits ? commit(tree, checked, tip, side) : commit(tree, checked, tip);
  }

  /** The files of the work that the newest commit of the branch does not have as they are here. */
  List<String> lacks(WorkingTree work) throws IOException {
    GitResult result = merge(commit(work.tree(), "Work", List.of(), work.head()));
    if (!isMerged(result)) {
      throw Git.failed(result, "merge-tree");
    }
    List<String> parts = result.parts();
    Set<String> names = new TreeSet<>(parts.subList(1, parts.size()));
    WorkingTree.changes(clone, tip, parts.get(0), false)
        .forEach(change -> names.add(change.path()));
    return List.copyOf(names);
  }

  /** Whether there is a merge, clean or not. */
  private static boolean isMerged(GitResult result) {
    return result.isDone() || result.code() == 1;
  }

  private GitResult merge(String side) throws IOException {
    // A directory that others have renamed must not take new files of this work along.
    return clone
        .git()
        .run(
            "-c",
            "merge.directoryRenames=false",
            "merge-tree",
            "--write-tree",
            "-z",
            "--name-only",
            "--no-messages",
            tip,
            side);
  }

  /** The tree of the branch with the work on top; refuses if they do not fit. */
  private String merged(String side) throws IOException {
    GitResult result = merge(side);
    if (!isMerged(result)) {
      throw Git.failed(result, "merge-tree");
    }
    List<String> parts = result.parts();
    if (result.isDone()) {
      return parts.get(0);
    }
    List<String> names = parts.subList(1, parts.size()).stream().distinct().toList();
    throw new CallFailedException(
        Exit.NOT_CHECKED_IN,
        "others have changed "
            + branch.name()
            + " since, and "
            + FileNameList.of(names)
            + (names.size() == 1 ? " does" : " do")
            + " not merge cleanly; commit your work, bring it together with theirs with git pull"
            + " --no-rebase "
            + branch.remote()
            + " "
            + branch.name()
            + ", and check in again");
  }

  private String commit(String tree, String message, String... parents) throws IOException {
    boolean signs =
        clone
            .git()
            .textOrNothing("config", "--type=bool", "--get", "commit.gpgSign")
            .equals("true");
    return commit(tree, message, signs ? List.of("-S") : List.of(), parents);
  }

  private String commit(String tree, String message, List<String> options, String... parents)
      throws IOException {
    List<String> words = new ArrayList<>(List.of("commit-tree", tree));
    for (String parent : parents) {
      words.add("-p");
      words.add(parent);
    }
    words.addAll(options);
    words.add("-F");
    words.add("-");
    return clone.git().with(message + "\n").text(words.toArray(String[]::new));
  }

  /** The message as the project's own hook for messages leaves it. */
  private String checkedByHook(String message) throws IOException {
    Path file = Files.createTempFile(clone.gitDirectory(), "leasehold-message", "");
    try {
      Files.writeString(file, message + "\n");
      GitResult hook =
          clone.git().run("hook", "run", "--ignore-missing", "commit-msg", "--", file.toString());
      if (!hook.isDone()) {
        throw Git.failed(hook, "hook", "commit-msg");
      }
      return Files.readString(file).stripTrailing();
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
