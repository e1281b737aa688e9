package dev.leasehold.cli.naming;

import dev.leasehold.cli.git.Git;
import java.io.IOException;
import java.util.List;

/** Chooses among the remotes of a repository. */
public final class Remotes {

  private static final String HEADS = "refs/heads/";

  private Remotes() {}

  /**
   * The remote that a branch follows, else the only one, else origin; empty if there is none of
   * these.
   *
   * @param branch the local one; empty for none
   */
  public static String ofBranch(Git git, String branch) throws IOException {
    List<String> all = git.text("remote").lines().toList();
    String followed =
        branch.isEmpty()
            ? ""
            : git.textOrNothing("config", "--get", "branch." + branch + ".remote");
    if (all.contains(followed)) {
      return followed;
    }
    if (all.size() == 1) {
      return all.get(0);
    }
    return all.contains("origin") ? "origin" : "";
  }

  /** The remote of the branch that the working copy is on, or of none. */
  public static String ofCurrentBranch(Git git) throws IOException {
    String ref = git.textOrNothing("symbolic-ref", "--quiet", "HEAD");
    return ofBranch(git, ref.startsWith(HEADS) ? ref.substring(HEADS.length()) : "");
  }
}
