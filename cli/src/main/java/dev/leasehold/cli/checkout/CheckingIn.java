package dev.leasehold.cli.checkout;

import dev.leasehold.cli.git.Git;
import dev.leasehold.cli.git.GitResult;
import dev.leasehold.cli.naming.Coverage;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Patterns;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A check-in: commit, push and completion as one step, which can be repeated after a crash at any
 * point. The commit is on the branch once: a check-in that finds it there, by what it remembers or
 * by its footer, pushes nothing. The lease is completed only with a commit that is on the branch.
 */
final class CheckingIn {

  /** Others may push at the same time; they do not do so for ever. */
  private static final int MOST_PUSHES = 5;

  /**
   * The options of whoever checks in.
   *
   * @param message null for one that says what is checked in
   * @param confirms asked whether these files are to be deleted
   */
  record Options(@Nullable String message, Confirmation confirms) {}

  /** Asks whether files may be deleted. */
  @FunctionalInterface
  interface Confirmation {
    boolean of(List<String> deleted) throws IOException;
  }

  /**
   * The end of a check-in.
   *
   * @param reply the completed lease
   * @param note the steps that are left to the person, or empty
   */
  record Outcome(Reply reply, String commit, String note) {}

  private final Clone clone;
  private final CheckedOut checkout;
  private final Api api;
  private final Progress progress;

  CheckingIn(Clone clone, CheckedOut checkout, Api api, Progress progress) {
    this.clone = clone;
    this.checkout = checkout;
    this.api = api;
    this.progress = progress;
  }

  Outcome checkIn(Options options) throws IOException {
    Fields lease = api.get(Address.of("/v1/leases/", checkout.leaseId(), "")).fields();
    if (!lease.has("checkoutType")) {
      throw new CallFailedException(
          Exit.USAGE, "lease " + checkout.leaseId() + " is no check-out; release it instead");
    }
    PushedCommit pushed = push(lease, options);
    progress.done(Progress.Step.PUSHED, pushed.commit());
    try {
      Reply reply = complete(pushed.commit());
      progress.done(Progress.Step.COMPLETED, pushed.commit());
      return new Outcome(reply, pushed.commit(), finish(pushed));
    } catch (CallFailedException e) {
      Problem problem = e.problem();
      if (problem == null || e.exit() != Exit.ENDED) {
        throw e;
      }
      String note = finish(pushed);
      throw note.isEmpty() ? e : new CallFailedException(problem, e.getMessage() + "; " + note);
    }
  }

  /** Has the commit on the branch: finds it there, or makes and pushes it. */
  private PushedCommit push(Fields lease, Options options) throws IOException {
    Footer footer = Footer.of(lease);
    for (int left = MOST_PUSHES; left > 0; left--) {
      String tip = checkout.branch().fetch(clone);
      requireDescendant(tip);
      PreparedCommit before = PreparedCommit.in(clone, checkout.leaseId());
      if (before != null && clone.isAncestor(before.commit(), tip)) {
        return PushedCommit.remembered(
            clone, checkout.branch(), before, lease.text("state").equals("ACTIVE"));
      }
      String found = footer.find(clone, checkout.base(), tip);
      if (!found.isEmpty()) {
        PreparedCommit unremembered = new PreparedCommit(checkout.leaseId(), found, null);
        return PushedCommit.found(clone, checkout.branch(), unremembered);
      }
      PreparedCommit made = prepare(validated(), tip, footer, options);
      made.remember(clone);
      progress.done(Progress.Step.COMMITTED, made.commit());
      // The lease may have ended since: merging and the project's hooks take their time.
      validated();
      if (isPushed(tip, made.commit(), left == 1)) {
        return PushedCommit.whole(made);
      }
    }
    throw new IllegalStateException("the last push fails or succeeds");
  }

  /** Refuses a working copy that is on another branch than at its check-out. */
  private void requireUnmoved(WorkingTree work) throws CallFailedException {
    String local = checkout.local();
    if (local != null && !local.equals(work.local())) {
      throw new CallFailedException(
          Exit.NOT_CHECKED_IN,
          "this working copy was on "
              + Branch.said(local)
              + " when it was checked out, and is on "
              + Branch.said(work.local())
              + " now; go back with git switch "
              + (local.isEmpty() ? "--detach" : local.replaceFirst("^refs/heads/", "")));
    }
  }

  private void requireDescendant(String tip) throws IOException {
    if (!clone.isAncestor(checkout.base(), tip)) {
      throw new CallFailedException(
          Exit.NOT_CHECKED_IN,
          "the branch "
              + checkout.branch().name()
              + " does not have the commit "
              + checkout.base()
              + " any more that you began with: it was rewritten; rebase your work, release the"
              + " lease and check out again");
    }
  }

  /** The lease, which is the caller's and has not ended: a sign of life is refused otherwise. */
  private Fields validated() throws IOException {
    return api.post(Address.of("/v1/leases/", checkout.leaseId(), ":heartbeat"), new Body())
        .fields();
  }

  private PreparedCommit prepare(Fields lease, String tip, Footer footer, Options options)
      throws IOException {
    WorkingTree work = WorkingTree.in(clone);
    requireUnmoved(work);
    String fork = clone.git().text("merge-base", tip, work.head());
    if (!clone.isAncestor(checkout.base(), fork)) {
      throw new CallFailedException(
          Exit.NOT_CHECKED_IN,
          "this working copy is not on top of the commit "
              + checkout.base()
              + " that you checked out; go back to it with git switch");
    }
    List<TreeChange> changes = WorkingTree.changes(clone, fork, work.tree(), true);
    if (changes.isEmpty() && work.head().equals(fork)) {
      throw new CallFailedException(
          Exit.NOT_CHECKED_IN,
          "nothing has changed; give the check-out back with leasehold release "
              + checkout.leaseId());
    }
    Coverage coverage = Coverage.of(lease, api);
    requireInside(coverage, changes);
    work.requireNoRepositories(clone, changes);
    work.requireDistinctNames(clone, changes);
    requireConfirmed(changes, options);
    String message = footer.under(clone.git(), message(lease, options));
    String commit = new NewCommit(clone, checkout.branch(), tip, fork).of(work, message);
    // Others may have moved a file that was changed here to where the lease does not reach.
    requireInside(coverage, WorkingTree.changes(clone, tip, commit, false));
    return new PreparedCommit(checkout.leaseId(), commit, work);
  }

  private void requireInside(Coverage coverage, List<TreeChange> changes)
      throws CallFailedException {
    List<String> outside = new ArrayList<>();
    for (TreeChange change : changes) {
      for (String path :
          change.from().equals(change.path())
              ? List.of(change.path())
              : List.of(change.from(), change.path())) {
        if (!coverage.covers(checkout.prefix() + "/" + path)) {
          outside.add(path);
        }
      }
    }
    if (!outside.isEmpty()) {
      throw new CallFailedException(
          Exit.NOT_CHECKED_IN,
          "your check-out does not cover "
              + FileNameList.of(outside)
              + (outside.size() == 1 ? ", which is changed" : ", which are changed")
              + "; undo that, have git ignore it, or check out more");
    }
  }

  private static void requireConfirmed(List<TreeChange> changes, Options options)
      throws IOException {
    List<String> deleted =
        changes.stream().filter(TreeChange::isDeletion).map(TreeChange::path).toList();
    if (!deleted.isEmpty() && !options.confirms().of(deleted)) {
      throw new CallFailedException(
          Exit.NOT_CHECKED_IN,
          "it would delete " + FileNameList.of(deleted) + "; say --yes if that is meant");
    }
  }

  private String message(Fields lease, Options options) {
    return options.message() != null
        ? options.message()
        : "Check in "
            + (lease.text("checkoutType").equals("full")
                ? checkout.space()
                : FileNameList.of(
                    Patterns.shown(lease.texts("scope")).stream()
                        .map(shown -> shown.text().substring(1))
                        .toList()));
  }

  /**
   * Pushes, unless others were faster.
   *
   * @param tip the commit that the branch is at, as far as is known; nothing else is replaced
   * @return false if they were
   */
  private boolean isPushed(String tip, String commit, boolean isLast) throws IOException {
    Branch branch = checkout.branch();
    if (!clone.isAncestor(tip, commit)) {
      throw new IllegalStateException("a check-in adds to its branch and takes nothing away");
    }
    GitResult pushed =
        clone
            .git()
            .remotely()
            .run(
                "push",
                "--quiet",
                "--force-with-lease=" + branch.ref() + ":" + tip,
                "--",
                branch.remote(),
                commit + ":" + branch.ref());
    if (pushed.isDone()) {
      return true;
    }
    // Another look at the branch tells whether the push was refused because of others.
    String next = branch.fetch(clone);
    if (clone.isAncestor(commit, next)) {
      return true;
    }
    if (isLast || next.equals(tip)) {
      throw Git.failed(pushed, "push");
    }
    return false;
  }

  /** Completes the lease; somebody may have done so in the meantime, with the same commit. */
  private Reply complete(String commit) throws IOException {
    Address address = Address.of("/v1/leases/", checkout.leaseId(), ":complete");
    try {
      return api.post(
          address, new Body().with("commit", commit).with("requestId", "checkin-" + commit));
    } catch (CallFailedException e) {
      Problem problem = e.problem();
      if (problem == null || e.exit() != Exit.ENDED) {
        throw new CallFailedException(
            e.exit(),
            "commit "
                + commit
                + " is pushed, and the lease not completed: "
                + e.getMessage()
                + "; run leasehold checkin again");
      }
      Reply lease = api.get(Address.of("/v1/leases/", checkout.leaseId(), ""));
      if (lease.fields().text("state").equals("COMPLETED")
          && lease.fields().text("commit").equals(commit)) {
        return lease;
      }
      throw new CallFailedException(
          problem,
          "commit "
              + commit
              + " is pushed, but "
              + e.getMessage()
              + (lease.fields().text("commit").equals(commit)
                  ? "; the commit is recorded on it, and those whom it concerns are told"
                  : ""));
    }
  }

  /** Brings the working copy to the commit, and returns the steps that are left to the person. */
  private String finish(PushedCommit pushed) throws IOException {
    String left = pushed.finish(clone);
    forget();
    return left;
  }

  /** Forgets this check-out; the working copy may remember another one as well. */
  private void forget() throws IOException {
    if (PreparedCommit.in(clone, checkout.leaseId()) != null) {
      GitDirectoryNote.of(clone, GitDirectoryNote.CHECKIN).forget();
    }
    CheckedOut remembered = CheckedOut.in(clone);
    if (remembered != null && remembered.leaseId().equals(checkout.leaseId())) {
      GitDirectoryNote.of(clone, GitDirectoryNote.CHECKOUT).forget();
    }
  }
}
