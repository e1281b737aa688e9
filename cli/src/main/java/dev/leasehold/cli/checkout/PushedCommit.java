package dev.leasehold.cli.checkout;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The commit of a check-in that is on the branch.
 *
 * @param since the files that were changed here later, so that the commit does not have them
 */
record PushedCommit(PreparedCommit prepared, List<String> since) {

  /** A commit with all that is changed here. */
  static PushedCommit whole(PreparedCommit prepared) {
    return new PushedCommit(prepared, List.of());
  }

  /** A commit that nothing but the branch remembers; refused if it lacks what is changed here. */
  static PushedCommit found(Clone clone, Branch branch, PreparedCommit found) throws IOException {
    List<String> lacking = lacking(clone, branch, found, WorkingTree.in(clone));
    if (!lacking.isEmpty()) {
      throw refusal(clone, found, lacking);
    }
    return whole(found);
  }

  /**
   * The commit of a check-in before this one. If it lacks what was changed since, it is refused for
   * as long as the lease lasts: nobody gives up a lease and believes that all is checked in.
   */
  static PushedCommit remembered(
      Clone clone, Branch branch, PreparedCommit before, boolean isActive) throws IOException {
    WorkingTree then = before.work();
    WorkingTree now = WorkingTree.asItIs(clone);
    if (then != null && then.files().equals(now.files())) {
      return whole(before);
    }
    List<String> since = lacking(clone, branch, before, now);
    if (since.isEmpty()) {
      WorkingTree work = then == null ? null : then.with(now.files());
      return whole(new PreparedCommit(before.leaseId(), before.commit(), work));
    }
    if (isActive) {
      if (then != null) {
        // From there git stash puts aside what came later, and nothing else.
        then.bringTo(clone, before.commit());
      }
      throw refusal(clone, before, since);
    }
    return new PushedCommit(before, since);
  }

  private static List<String> lacking(
      Clone clone, Branch branch, PreparedCommit prepared, WorkingTree work) throws IOException {
    return new NewCommit(clone, branch, prepared.commit(), prepared.commit()).lacks(work);
  }

  private static CallFailedException refusal(
      Clone clone, PreparedCommit prepared, List<String> lacking) throws IOException {
    boolean hasOwnCommits = !clone.isAncestor("HEAD", prepared.commit());
    return new CallFailedException(
        Exit.NOT_CHECKED_IN,
        "commit "
            + prepared.commit()
            + " was checked in under lease "
            + prepared.leaseId()
            + " already, and does not have "
            + FileNameList.of(lacking)
            + " as changed here; put that aside with git stash --include-untracked"
            + (hasOwnCommits
                ? ", go to that commit with git switch --detach " + prepared.commit()
                : "")
            + " and check in again, which completes the lease with that commit; then check out"
            + " again for the rest");
  }

  String commit() {
    return prepared.commit();
  }

  /**
   * Brings the working copy to the commit, as far as nothing is lost by that.
   *
   * @return the steps that are left to the person, or empty
   */
  String finish(Clone clone) throws IOException {
    WorkingTree work = prepared.work();
    String left = work == null ? "git is not on it" : work.bringTo(clone, commit());
    List<String> steps = new ArrayList<>();
    if (!since.isEmpty()) {
      steps.add(
          "the commit does not have "
              + FileNameList.of(since)
              + " as changed here since; check out again to check that in");
    }
    if (!left.isEmpty()) {
      steps.add(
          "the working copy was left as it is ("
              + left
              + "); bring it up to date with git pull when you like");
    }
    return String.join("; ", steps);
  }
}
