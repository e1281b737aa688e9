package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.refusal.AccessRefusal;
import java.util.Arrays;
import java.util.List;

/** One command in one state: carried out alive, after a crash, by replay, and once more. */
final class Transition {

  private final Walk walk;
  private final byte[] before;
  private final boolean settled;
  private final Action.Send send;

  Transition(Walk walk, Action.Send send) {
    this.walk = walk;
    this.before = walk.snapshot();
    this.settled = walk.isSettled();
    this.send = send;
  }

  /** Carries it out and checks what can be said of the step itself; false if nothing changed. */
  boolean take() {
    Walk.Made made = walk.madeBy(send);
    Outcome outcome = walk.execute(send);
    byte[] after = walk.subject.snapshot();
    checkCrash(outcome, after);
    if (outcome.reply() instanceof Reply.Refused) {
      checkRefusal(outcome);
    }
    if (made != null) {
      checkRetry(made, outcome);
    }
    if (!outcome.events().isEmpty()) {
      checkReplay(outcome, after);
    }
    walk.observe(walk.stamp(send), send.command(), outcome);
    if (outcome.events().isEmpty()) {
      return !Arrays.equals(before, after);
    }
    walk.remember(send, outcome);
    if (!isRefused(outcome) && (walk.madeBy(send) != null || isItsOwnId(send.command()))) {
      checkImmediateRetry(outcome, after);
    }
    Violation.unless(
        walk.isSettled() || isStepOfTheNode(send.command()),
        Rule.NOTHING_IS_LEFT_DUE,
        "after %s something is due at %d, and it is %d",
        send.command(),
        walk.subject.nextDueTick(),
        walk.now());
    return true;
  }

  /** Whether the command is one of the node's steps, which may leave something for the next one. */
  private static boolean isStepOfTheNode(Command command) {
    return command instanceof NodeCommand.Expire || command instanceof NodeCommand.GrantWaiting;
  }

  /** Whether the reservation serves as the request id, as it does in a settlement. */
  private static boolean isItsOwnId(Command command) {
    return command instanceof BudgetCommand.Settle || command instanceof BudgetCommand.Cancel;
  }

  private void checkCrash(Outcome outcome, byte[] after) {
    Subject crashed = walk.twin();
    Outcome again = crashed.execute(walk.stamp(send), send.command());
    Violation.unless(
        again.equals(outcome) && Arrays.equals(crashed.snapshot(), after),
        Rule.RESTORED_EQUALS_LIVE,
        "live %s%nrestored %s",
        outcome,
        again);
  }

  private void checkReplay(Outcome outcome, byte[] after) {
    Subject replayed = walk.subject.restored(before);
    outcome.events().forEach(replayed::replay);
    Violation.unless(
        Arrays.equals(replayed.snapshot(), after),
        Rule.REPLAY_EQUALS_LIVE,
        "another state by %s",
        outcome.events());
  }

  /**
   * Checks that a refusal brings about only what any read would have, and the report of an
   * overdraft.
   */
  private void checkRefusal(Outcome outcome) {
    List<Event> own =
        outcome.events().stream()
            .filter(event -> !(event instanceof BudgetEvent.Overdrawn))
            .toList();
    Violation.unless(
        own.equals(timesOwn()), Rule.REFUSALS_CHANGE_NOTHING, "%s by %s", outcome, send.command());
  }

  /** The events that a read would bring about; none if nothing was due on arrival. */
  private List<Event> timesOwn() {
    if (settled) {
      return List.of();
    }
    Stamp stamp = new Stamp(walk.now(), walk.now(), Caller.SERVER);
    return walk.subject.restored(before).execute(stamp, new AdminCommand.ListPolicies()).events();
  }

  private void checkRetry(Walk.Made made, Outcome outcome) {
    boolean same = made.action().equals(send);
    boolean asExpected =
        same ? isAnsweredWith(made, outcome) || isTurnedAway(outcome) : isRefused(outcome);
    Violation.unless(
        asExpected && outcome.events().equals(timesOwn()),
        Rule.RETRIES_CHANGE_NOTHING,
        "%s, a retry of %s, brings %s",
        send,
        made,
        outcome);
  }

  private static boolean isRefused(Outcome outcome) {
    return outcome.reply() instanceof Reply.Refused;
  }

  private static boolean isAnsweredWith(Walk.Made made, Outcome outcome) {
    return made.leaseId().isEmpty()
        ? outcome.reply() instanceof Reply.OfPool
        : outcome.reply() instanceof Reply.OfLease(var lease, var asked)
            && lease.id().equals(made.leaseId());
  }

  private void checkImmediateRetry(Outcome outcome, byte[] after) {
    Subject crashed = walk.subject.restored(after);
    Outcome retried = crashed.execute(walk.stamp(send), send.again());
    Violation.unless(
        retried.events().isEmpty()
            && Arrays.equals(crashed.snapshot(), after)
            && (isTurnedAway(retried) || isSame(retried, outcome)),
        Rule.RETRIES_CHANGE_NOTHING,
        "%s once more brings %s after %s",
        send.command(),
        retried,
        outcome);
  }

  private static boolean isSame(Outcome retried, Outcome outcome) {
    return isRefused(retried) == isRefused(outcome)
        && leaseId(retried.reply()).equals(leaseId(outcome.reply()));
  }

  /** An IP token that has ended lets nobody in, not with a retry either. */
  private boolean isTurnedAway(Outcome outcome) {
    return send.caller().isForOneLease()
        && outcome.reply() instanceof Reply.Refused(AccessRefusal.Forbidden why);
  }

  private static String leaseId(Reply reply) {
    return reply instanceof Reply.OfLease(var lease, var asked) ? lease.id() : "";
  }
}
