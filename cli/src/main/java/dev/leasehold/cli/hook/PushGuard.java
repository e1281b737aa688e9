package dev.leasehold.cli.hook;

import dev.leasehold.cli.naming.Coverage;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Patterns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Guards what a server is about to take: a change of a guarded ref needs a check-out that is valid
 * now, is the pusher's own, and covers every file that differs afterwards.
 */
final class PushGuard {

  private final HookRepository repository;
  private final String pusher;
  private final List<Allowed> allowed = new ArrayList<>();

  /** The call that no server has answered; the next refs do not wait for one again. */
  private @Nullable CallFailedException unanswered;

  /**
   * @param pusher the name that the git server gives to whoever pushes; empty if it gives none
   */
  PushGuard(HookRepository repository, String pusher) {
    this.repository = repository;
    this.pusher = pusher;
  }

  /** A ref that may be changed under a check-out. */
  private record Allowed(PushedRef pushed, Fields lease, String space) {}

  /** Notes what was allowed, for the check-outs to be completed once the push is taken. */
  void note() throws IOException {
    PendingPushes pending = PendingPushes.in(repository);
    for (Allowed each : allowed) {
      pending.add(each.pushed, each.lease, each.space);
    }
  }

  /** Judges one ref. */
  Verdict judge(PushedRef pushed) throws IOException {
    AtomicBoolean changesAny = new AtomicBoolean();
    visit(
        pushed,
        file -> {
          changesAny.set(true);
          return false;
        });
    if (!changesAny.get()) {
      return Verdict.ALLOW;
    }
    PushedLease shown = PushedLease.of(pushed, repository.git(), repository.around().environment());
    if (shown.id().isEmpty()) {
      return new Verdict.CannotTell(
          "the push to "
              + pushed.ref()
              + " names no check-out: check in with leasehold checkin, or push with git push -o"
              + " leasehold-lease=ID");
    }
    if (pusher.isEmpty()) {
      return new Verdict.CannotTell(
          "the git server does not say who pushes: an admin names the variable that does with git"
              + " config "
              + HookSettings.PUSHER);
    }
    return judge(pushed, shown);
  }

  private Verdict judge(PushedRef pushed, PushedLease shown) throws IOException {
    if (unanswered != null) {
      throw unanswered;
    }
    Api api = repository.connect();
    Fields lease;
    try {
      lease = api.post(Address.of("/v1/leases/", shown.id(), ":validate"), new Body()).fields();
    } catch (CallFailedException e) {
      if (e.exit() == Exit.ENDED || e.exit() == Exit.NOT_FOUND || e.exit() == Exit.USAGE) {
        return deny(pushed, String.valueOf(e.getMessage()), "check out again, then push");
      }
      if (e.exit() == Exit.UNAVAILABLE && e.problem() == null) {
        unanswered = e;
      }
      throw e;
    }
    String space = repository.space();
    String wrong = wrong(lease, shown, space);
    return wrong.isEmpty()
        ? outside(pushed, lease, api, space)
        : deny(pushed, wrong, "push under a check-out of your own: leasehold checkout " + space);
  }

  /** The first thing that makes the lease no check-out for this push; empty if nothing does. */
  private String wrong(Fields lease, PushedLease shown, String space) {
    String id = "lease " + lease.text("leaseId");
    if (!CloneGuard.isCheckout(lease)) {
      return id + " is no check-out, but of the policy " + lease.text("policy");
    }
    if (!lease.text("space").equals(space)) {
      return id + " is of " + lease.text("space") + ", and this is " + space;
    }
    if (!lease.text("holder").equals(pusher)) {
      return id + " is " + lease.text("holder") + "'s, and you are " + pusher;
    }
    boolean isOld =
        !shown.fencingToken().isEmpty() && !shown.fencingToken().equals(lease.text("fencingToken"));
    return isOld
        ? "the commit has the fencing token "
            + shown.fencingToken()
            + ", and "
            + id
            + " has "
            + lease.text("fencingToken")
        : "";
  }

  private Verdict outside(PushedRef pushed, Fields lease, Api api, String space)
      throws IOException {
    Coverage coverage = Coverage.of(lease, api);
    Offenders outside = new Offenders();
    String reason =
        "not in the check-out of "
            + Patterns.line(lease.texts("scope"))
            + " (lease "
            + lease.text("leaseId")
            + ")";
    outside.find(
        () ->
            visit(
                pushed,
                file -> {
                  if (!file.isCoveredBy(coverage)) {
                    outside.add(file, reason);
                  }
                  return !outside.isFull();
                }));
    if (!outside.isEmpty()) {
      return new Verdict.Deny(
          outside.lines(), "leave these files out, or check them out, too, then push again");
    }
    if (!pushed.isDeleted()) {
      allowed.add(new Allowed(pushed, lease, space));
    }
    return Verdict.ALLOW;
  }

  private static Verdict deny(PushedRef pushed, String reason, String advice) {
    return new Verdict.Deny(List.of(pushed.ref() + ": " + reason), advice);
  }

  /**
   * The files that differ once the ref is changed, whichever way the commits take: a force push and
   * a merge undo what they leave out. A new ref changes what its commits do that no guarded ref
   * has.
   */
  private void visit(PushedRef pushed, ChangedFiles.Visitor visitor) throws IOException {
    ChangedFiles changes = repository.changes();
    if (pushed.isNew()) {
      changes.ofNewCommits(pushed.after(), repository.guardedRefs(), visitor);
    } else {
      String after = pushed.isDeleted() ? repository.emptyTree() : pushed.after();
      changes.between(pushed.before(), after, visitor);
    }
  }
}
