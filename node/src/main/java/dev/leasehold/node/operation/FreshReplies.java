package dev.leasehold.node.operation;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.operation.translate.Answer;
import dev.leasehold.node.operation.translate.Plan;
import dev.leasehold.node.operation.translate.RefusalProblems;
import dev.leasehold.node.sequence.Sequencer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Words outcomes as of the moment their replies leave, which may be long after they were decided: a
 * reply promises only the time that a lease has left by then. If a lease in it has ended meanwhile,
 * the sequencer is asked again, and its new answer is the reply.
 */
public record FreshReplies(Sequencer sequencer, LongSupplier tick, LongSupplier wallNanos) {

  /** A page of a list that has changed again since it was asked for anew is told as it is. */
  private static final int MAX_LISTS = 2;

  /**
   * @param executor where the answer is made if the sequencer has to be asked again
   */
  CompletableFuture<Answer> answer(Plan.Submit submit, Outcome outcome, Executor executor) {
    return answer(submit, outcome, executor, 1);
  }

  private CompletableFuture<Answer> answer(
      Plan.Submit submit, Outcome outcome, Executor executor, int times) {
    long now = tick.getAsLong();
    boolean isOver =
        switch (outcome.reply()) {
          case Reply.OfLease reply -> reply.lease().isOverAt(now);
          case Reply.Leases reply ->
              times < MAX_LISTS && reply.leases().stream().anyMatch(lease -> lease.isOverAt(now));
          default -> false;
        };
    if (!isOver) {
      return CompletableFuture.completedFuture(worded(submit, outcome, now, times > 1));
    }
    return askAgain(submit.command(), outcome)
        .thenComposeAsync(later -> answer(submit, later, executor, times + 1), executor);
  }

  /** Asks for the present state, and answers with the caller and the notices of before. */
  private CompletableFuture<Outcome> askAgain(Command command, Outcome outcome) {
    Caller caller = outcome.stamp().caller();
    CompletableFuture<Outcome> asked =
        !(command instanceof Command.Query) && outcome.reply() instanceof Reply.OfLease reply
            ? sequencer.submit(reader(command, caller), new LeaseQuery.GetLease(reply.lease().id()))
            : sequencer.submit(caller, command);
    return asked.thenApply(
        later ->
            new Outcome(later.stamp().by(caller), outcome.facts(), later.reply())
                .withNotices(outcome.notices()));
  }

  /** A reply tells all of the lease that the command changed; a question changes none. */
  private static Caller reader(Command command, Caller caller) {
    return command instanceof LeaseCommand.Ask ? caller : Caller.SERVER;
  }

  /**
   * @param isOver whether something in it had come to its end when it was to leave
   */
  private Answer worded(Plan.Submit submit, Outcome outcome, long now, boolean isOver) {
    Stamp stamp = new Stamp(now, wallNanos.getAsLong(), outcome.stamp().caller());
    Answer answer =
        outcome.reply() instanceof Reply.OfLease reply
                && promisesTime(submit.command())
                && isEndToTell(reply.lease(), isOver)
            ? ended(reply.lease(), now)
            : submit.answer().apply(new Outcome(stamp, outcome.facts(), asOf(now, outcome)));
    return NoticesInReplies.attach(answer, outcome.notices(), now);
  }

  /** A refusal, too, says no more than is left. */
  private static Reply asOf(long now, Outcome outcome) {
    return outcome.reply() instanceof Reply.Refused refused
        ? new Reply.Refused(refused.refusal().later(Math.max(0, now - outcome.stamp().tick())))
        : outcome.reply();
  }

  /**
   * Whether success promises the caller a lease or more time for one, so that a lease that is over
   * must not be told.
   */
  private static boolean promisesTime(Command command) {
    return command instanceof LeaseCommand.Acquire
        || command instanceof BudgetCommand.Handshake
        || command instanceof LeaseCommand.Renew
        || command instanceof LeaseCommand.Heartbeat
        || command instanceof LeaseCommand.Convert
        || command instanceof LeaseCommand.Transfer
        || command instanceof LeaseCommand.Derive
        || command instanceof BudgetCommand.Refresh;
  }

  /** Whether the answer is that the lease has ended, rather than the lease as it is now. */
  private static boolean isEndToTell(Lease lease, boolean isOver) {
    return lease.state() == LeaseState.EXPIRED || (isOver && lease.state().isTerminal());
  }

  private static Answer ended(Lease lease, long now) {
    return new Answer.Refused(
        RefusalProblems.of(new LeaseRefusal.AlreadyTerminal(lease, now, true)));
  }
}
