package dev.leasehold.cli.checkout;

import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.git.GitResult;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of a working copy as they are now, as a git tree. It is made without touching the copy,
 * its index or its branch.
 *
 * @param head the commit that the working copy is on
 * @param local the full name of the local branch that the working copy is on; empty if on none
 * @param files the files as they are, tracked or new
 * @param tree the same as the project's hook leaves them
 */
record WorkingTree(String head, String local, String files, String tree) {

  /** The working copy as it is to be committed: the project's hook may refuse or change it. */
  static WorkingTree in(Clone clone) throws IOException {
    return of(clone, true);
  }

  /** The working copy as it is, without asking the project's hook. */
  static WorkingTree asItIs(Clone clone) throws IOException {
    return of(clone, false);
  }

  /** The same working copy with these files in it now. */
  WorkingTree with(String otherFiles) {
    return new WorkingTree(head, local, otherFiles, otherFiles);
  }

  private static WorkingTree of(Clone clone, boolean withHook) throws IOException {
    Git git = clone.git();
    if (git.must("ls-files", "-z", "--unmerged").out().length > 0
        || !clone.commit("MERGE_HEAD").isEmpty()) {
      throw new CallFailedException(
          Exit.NOT_CHECKED_IN,
          "a merge is under way in this working copy; finish it with git commit first");
    }
    Path index = clone.gitDirectory().resolve("index");
    Path copy = Files.createTempFile(clone.gitDirectory(), "leasehold-index", "");
    try {
      if (Files.exists(index)) {
        // Git knows by the time of its index which files may have changed in the same second.
        Files.copy(
            index, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      } else {
        Files.delete(copy);
      }
      Git beside = git.with("GIT_INDEX_FILE", copy.toString());
      beside.must("add", "--all", "--sparse", "--", ".");
      String files = beside.text("write-tree");
      return new WorkingTree(
          clone.commit("HEAD"),
          Branch.currentRef(clone),
          files,
          withHook ? checkedByHook(beside) : files);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  /** The files that differ between two trees or commits. */
  static List<TreeChange> changes(Clone clone, String before, String after, boolean withRenames)
      throws IOException {
    return TreeChange.read(
        clone
            .git()
            .must(
                "diff-tree",
                "-r",
                "-z",
                "--raw",
                withRenames ? "--find-renames" : "--no-renames",
                before + "^{tree}",
                after + "^{tree}"));
  }

  private static String checkedByHook(Git beside) throws IOException {
    GitResult hook = beside.run("hook", "run", "--ignore-missing", "pre-commit");
    if (!hook.isDone()) {
      throw Git.failed(hook, "hook", "pre-commit");
    }
    return beside.text("write-tree");
  }

  /**
   * Refuses names that cannot be told apart: two that differ in nothing but how their characters
   * are composed.
   */
  void requireDistinctNames(Clone clone, List<TreeChange> changes) throws IOException {
    boolean plain =
        changes.stream().allMatch(change -> change.path().chars().allMatch(c -> c < 128));
    if (plain) {
      return;
    }
    Map<String, String> byName = new HashMap<>();
    for (String path : clone.git().must("ls-tree", "-r", "-z", "--name-only", tree).parts()) {
      String other = byName.put(Normalizer.normalize(path, Normalizer.Form.NFC), path);
      if (other != null) {
        throw new CallFailedException(
            Exit.NOT_CHECKED_IN,
            "there are two files named "
                + path
                + ", which differ only in how their letters are composed; remove one of them");
      }
    }
  }

  /** Refuses repositories in the working copy that are no submodules. */
  void requireNoRepositories(Clone clone, List<TreeChange> changes) throws IOException {
    List<String> added = new ArrayList<>();
    changes.stream().filter(TreeChange::addsRepository).forEach(change -> added.add(change.path()));
    if (added.isEmpty()) {
      return;
    }
    GitResult modules =
        clone
            .git()
            .run(
                "config",
                "-z",
                "--blob",
                tree + ":.gitmodules",
                "--get-regexp",
                "^submodule\\..*\\.path$");
    for (String setting : modules.isDone() ? modules.parts() : List.<String>of()) {
      added.remove(setting.substring(setting.indexOf('\n') + 1));
    }
    if (!added.isEmpty()) {
      throw new CallFailedException(
          Exit.NOT_CHECKED_IN,
          FileNameList.of(added)
              + (added.size() == 1
                  ? " is a repository of its own"
                  : " are repositories of their own")
              + " and no submodule; move it away, or have git ignore it");
    }
  }

  /**
   * Brings the working copy to a commit, if it is where it was; what was changed since stays.
   *
   * @return why it was left as it is; empty if it was not
   */
  String bringTo(Clone clone, String commit) throws IOException {
    Git git = clone.git();
    String headNow = clone.commit("HEAD");
    String localNow = Branch.currentRef(clone);
    if (!localNow.equals(local)) {
      return "it is on " + Branch.said(localNow) + " now";
    }
    if (headNow.equals(commit)) {
      return "";
    }
    if (!headNow.equals(head)) {
      return "it is on another commit now";
    }
    GitResult result = git.run("read-tree", "-i", "-m", tree);
    if (result.isDone()) {
      git.run("update-index", "-q", "--refresh");
      result = git.run("read-tree", "-m", "-u", tree, commit);
    }
    if (result.isDone()) {
      result =
          git.run(
              "update-ref",
              "--no-deref",
              "-m",
              "leasehold checkin",
              localNow.isEmpty() ? "HEAD" : localNow,
              commit,
              headNow);
    }
    return result.isDone() ? "" : String.valueOf(Git.failed(result, "read-tree").getMessage());
  }
}
