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
 * @param tree the files as they are, tracked or new
 */
record WorkingTree(String head, String local, String tree) {

  static WorkingTree in(Clone clone) throws IOException {
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
      GitResult hook = beside.run("hook", "run", "--ignore-missing", "pre-commit");
      if (!hook.isDone()) {
        throw Git.failed(hook, "hook", "pre-commit");
      }
      String local = Branch.currentRef(clone);
      return new WorkingTree(clone.commit("HEAD"), local, beside.text("write-tree"));
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

  /**
   * Refuses names that cannot be told apart: two that differ in nothing but how their characters
   * are composed.
   */
  void mustHaveDistinctNames(Clone clone, List<TreeChange> changes) throws IOException {
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
  void mustHaveNoRepositories(Clone clone, List<TreeChange> changes) throws IOException {
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
}
