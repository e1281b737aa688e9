package dev.leasehold.testing.simulation;

import static dev.leasehold.testing.simulation.AuditFailure.unless;
import static dev.leasehold.testing.simulation.Invariant.NEVER_LATE;
import static dev.leasehold.testing.simulation.Invariant.REPLIES_TELL_THE_TRUTH;
import static dev.leasehold.testing.simulation.Invariant.RETRIES_GET_THE_SAME_LEASE;
import static dev.leasehold.testing.simulation.Invariant.RETRIES_HAVE_ONE_EFFECT;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Role;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a reply must be like, given the books before the step and after it. */
final class ReplyRules {

  /** A conflict names some of the leases in the way, all if there are no more than this. */
  static final int MAX_NAMED = 16;

  private final Ledger ledger;
  private final Step step;
  private final Ledger.@Nullable Effect effectBefore;
  private final boolean fadedBefore;

  /** To be made before the events of the step are written down. */
  ReplyRules(Ledger ledger, Step step) {
    this.ledger = ledger;
    this.step = step;
    String caller = step.outcome().stamp().caller().actor();
    this.effectBefore = ledger.effect(caller, Requests.idOf(step.command()));
    this.fadedBefore = ledger.isFaded(caller, Requests.idOf(step.command()));
  }

  void check(List<Event> own) {
    if (effectBefore != null) {
      checkRetry(effectBefore, own);
      return;
    }
    switch (step.outcome().reply()) {
      case Reply.OfLease reply -> {
        checkLease(reply.lease());
        checkDone(reply.lease(), own);
      }
      case Reply.Refused reply -> {
        if (!fadedBefore) {
          new RefusalRules(ledger, step).check(reply.refusal());
        }
      }
      case Reply.Leases reply -> checkList((Command.ListLeases) step.command(), reply);
      case Reply.Checked reply -> checkConflicts((Command.Check) step.command(), reply);
      case Reply.Swept reply -> {}
      case Reply.OfToken reply -> {}
      case Reply.Tokens reply -> {}
      case Reply.OfSpace reply -> {}
    }
  }

  private void checkRetry(Ledger.Effect effect, List<Event> own) {
    unless(own.isEmpty(), RETRIES_HAVE_ONE_EFFECT, "%s had %s and now %s", step, effect, own);
    boolean sameLease =
        step.outcome().reply() instanceof Reply.OfLease reply
            && reply.lease().id().equals(effect.leaseId());
    unless(
        Requests.sameBody(effect.body(), step.command())
            ? sameLease
            : step.outcome().reply() instanceof Reply.Refused,
        RETRIES_GET_THE_SAME_LEASE,
        "%s had %s and now %s",
        step.command(),
        effect,
        step.outcome().reply());
    if (step.outcome().reply() instanceof Reply.OfLease reply) {
      checkLease(reply.lease());
    }
  }

  /** Who is told that something was done can rely on it. */
  private void checkDone(Lease lease, List<Event> own) {
    boolean done =
        switch (own.isEmpty() ? null : own.get(0)) {
          case Event.Granted e -> e.leaseId().equals(lease.id());
          case Event.Renewed e -> e.leaseId().equals(lease.id());
          case Event.Ended e -> e.leaseId().equals(lease.id());
          case null, default -> false;
        };
    boolean asked = !(step.command() instanceof Command.GetLease) && !fadedBefore;
    unless(
        done || !asked,
        REPLIES_TELL_THE_TRUTH,
        "%s is answered with %s and nothing was done",
        step.command(),
        lease);
  }

  private void checkLease(Lease lease) {
    Entry entry = ledger.find(lease.id());
    long tick = step.outcome().stamp().tick();
    unless(
        lease.state() != LeaseState.ACTIVE || tick < lease.deadlineTick(),
        NEVER_LATE,
        "%s is called active at %d",
        lease,
        tick);
    unless(
        entry != null && isSame(entry, lease),
        REPLIES_TELL_THE_TRUTH,
        "the reply has %s, the books have %s",
        lease,
        entry);
  }

  private static boolean isSame(Entry entry, Lease lease) {
    return lease.state().name().equals(entry.state)
        && lease.policy().name().equals(entry.policy)
        && lease.space().equals(entry.space)
        && lease.holder().equals(entry.holder)
        && (lease.mode() == Mode.EXCLUSIVE) == entry.exclusive
        && lease.deadlineTick() == entry.deadline
        && lease.renewalCount() == entry.renewals
        && lease.fencingToken() == entry.token
        && lease.epoch() == entry.epoch
        && (entry.isActive()
            ? lease.ending() == null
            : lease.ending() != null && lease.ending().tick() == entry.endedTick);
  }

  /** Lists of living leases are complete, up to the end of the page. */
  private void checkList(Command.ListLeases list, Reply.Leases reply) {
    reply.leases().forEach(this::checkLease);
    boolean agent = step.outcome().stamp().caller().role() == Role.AGENT;
    String holder = agent ? step.outcome().stamp().caller().actor() : list.holder();
    String path = Universe.inSpace(list.space(), list.path());
    Stream<String> expected =
        ledger.blocking().stream()
            .filter(Entry::isActive)
            .filter(entry -> entry.token > list.afterToken())
            .filter(entry -> list.space().isEmpty() || entry.space.equals(list.space()))
            .filter(entry -> holder.isEmpty() || entry.holder.equals(holder))
            .filter(entry -> list.policy().isEmpty() || entry.policy.equals(list.policy()))
            .filter(entry -> path.isEmpty() || entry.paths.contains(path))
            .sorted(Comparator.comparingLong(entry -> entry.token))
            .filter(entry -> reply.nextToken() == 0 || entry.token <= reply.nextToken())
            .map(entry -> entry.id);
    List<String> actual = reply.leases().stream().map(Lease::id).toList();
    unless(expected.toList().equals(actual), REPLIES_TELL_THE_TRUTH, "%s lists %s", list, actual);
  }

  private void checkConflicts(Command.Check check, Reply.Checked reply) {
    List<String> named = reply.conflicts().stream().map(Lease::id).toList();
    List<Entry> expected =
        ledger.blocking().stream()
            .filter(entry -> entry.space.equals(check.space()))
            .filter(entry -> entry.exclusive || check.mode() == Mode.EXCLUSIVE)
            .filter(entry -> entry.paths.contains(Universe.inSpace(check.space(), check.path())))
            .toList();
    unless(
        agree(expected, named),
        REPLIES_TELL_THE_TRUTH,
        "%s names %s of %s",
        check,
        named,
        expected);
  }

  /** Whether the right leases are named, all of them unless they are too many. */
  static boolean agree(List<Entry> expected, List<String> named) {
    List<String> ids = expected.stream().map(entry -> entry.id).toList();
    return ids.containsAll(named) && named.size() == Math.min(ids.size(), MAX_NAMED);
  }
}
