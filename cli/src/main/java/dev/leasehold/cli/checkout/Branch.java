package dev.leasehold.cli.checkout;

import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.git.GitResult;
import dev.leasehold.cli.naming.Remotes;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The branch that work is checked in to.
 *
 * @param remote the name of the remote that has it
 * @param ref its full name there, such as {@code refs/heads/main}
 */
record Branch(String remote, String ref) {

  private static final String HEADS = "refs/heads/";

  /**
   * The branch that is named, else the one that the working copy is on.
   *
   * @param named null for none
   */
  static Branch of(Clone clone, @Nullable String named) throws IOException {
    String local = named == null ? current(clone) : checked(clone.git(), named);
    if (local.isEmpty()) {
      throw new CallFailedException(
          Exit.USAGE, "this working copy is on no branch; name one with --branch");
    }
    String remote = remote(clone.git(), local);
    String upstream = clone.git().textOrNothing("config", "--get", "branch." + local + ".merge");
    boolean tracks = upstream.startsWith(HEADS) && !upstream.equals(HEADS);
    return new Branch(remote, tracks ? upstream : HEADS + local);
  }

  /** The local branch that the working copy is on; empty if it is on none. */
  static String current(Clone clone) throws IOException {
    String ref = currentRef(clone);
    return ref.startsWith(HEADS) ? ref.substring(HEADS.length()) : "";
  }

  /** The full name of the local branch that the working copy is on; empty if it is on none. */
  static String currentRef(Clone clone) throws IOException {
    return clone.git().textOrNothing("symbolic-ref", "--quiet", "HEAD");
  }

  /** A local branch as a person says it. */
  static String said(String localRef) {
    return localRef.isEmpty()
        ? "no branch"
        : "the branch "
            + (localRef.startsWith(HEADS) ? localRef.substring(HEADS.length()) : localRef);
  }

  private static String checked(Git git, String name) throws IOException {
    if (name.startsWith("-") || !git.run("check-ref-format", HEADS + name).isDone()) {
      throw new CallFailedException(Exit.USAGE, "'" + name + "' is no name of a branch");
    }
    return name;
  }

  private static String remote(Git git, String branch) throws IOException {
    String remote = Remotes.ofBranch(git, branch);
    if (!remote.isEmpty()) {
      return plain(remote);
    }
    throw new CallFailedException(
        Exit.USAGE,
        git.text("remote").isEmpty()
            ? "this repository has no remote to check in to; add one with git remote add"
            : "the branch "
                + branch
                + " follows no remote, and there are several; say which with git branch"
                + " --set-upstream-to");
  }

  /** Git would take such a name for an option. */
  private static String plain(String remote) throws CallFailedException {
    if (remote.startsWith("-")) {
      throw new CallFailedException(
          Exit.USAGE, "the remote " + remote + " has a name like an option; rename it first");
    }
    return remote;
  }

  String name() {
    return ref.substring(HEADS.length());
  }

  /** Fetches the branch and returns its newest commit. */
  String fetch(Clone clone) throws IOException {
    String own = ownRef();
    GitResult fetched =
        clone
            .git()
            .remotely()
            .run(
                "fetch",
                "--quiet",
                "--no-tags",
                "--no-write-fetch-head",
                "--",
                remote,
                "+" + ref + ":" + own);
    if (!fetched.isDone()) {
      throw Git.failed(fetched, "fetch");
    }
    return clone.git().text("rev-parse", "--verify", own + "^{commit}");
  }

  /**
   * Where the newest commit is kept: a ref of this working copy alone and for this branch alone, so
   * that no other fetch, which may run at the same time, is taken for this one.
   */
  private String ownRef() {
    byte[] name = (remote + "\n" + ref).getBytes(StandardCharsets.UTF_8);
    return "refs/worktree/leasehold/" + UUID.nameUUIDFromBytes(name);
  }
}
