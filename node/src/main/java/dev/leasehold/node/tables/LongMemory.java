package dev.leasehold.node.tables;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.RequestPrint;
import dev.leasehold.kernel.Role;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.ForgettingSequencer;
import dev.leasehold.node.sequence.OverloadedException;
import dev.leasehold.node.sequence.Sequencer;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers as the kernel would if it had forgotten nothing: what it knows no more is looked up in
 * the tables, on threads of their own.
 *
 * <p>While a command of a caller is being looked up, what that caller submits after it waits.
 *
 * <p>A lease leaves the kernel after it has got into the tables, so who asks the kernel first and
 * the tables then finds it in one of them. Where the tables are asked first, as for a request that
 * may be a retry, the kernel's thread compares how far they had got with what it has forgotten by
 * the time it decides ({@link Retries}).
 */
public final class LongMemory implements Sequencer {

  private final ForgettingSequencer sequencer;
  private final LeaseQueries queries;
  private final Questions questions;
  private final Retries retries;
  private final LeasePages pages;
  private final CallerOrder order;

  /** Done when all that is submitted together has arrived; null if nothing is. */
  private final ThreadLocal<@Nullable CompletableFuture<@Nullable Void>> gathering =
      new ThreadLocal<>();

  public LongMemory(ForgettingSequencer sequencer, Tables tables) {
    this.sequencer = sequencer;
    this.queries = new LeaseQueries(tables.file());
    this.pages = new LeasePages(tables.file());
    this.questions = new Questions(tables.readers());
    this.retries = new Retries(tables, queries, questions);
    this.order = new CallerOrder(sequencer::together);
  }

  @Override
  public CompletableFuture<Outcome> submit(Caller caller, Command command) {
    if (order.isFull()) {
      return CompletableFuture.failedFuture(new OverloadedException(CallerOrder.MAX_WAITING));
    }
    Retries.PastLookup lookup = retries.of(caller, command);
    if (lookup == null) {
      CompletableFuture<Outcome> later = new CompletableFuture<>();
      Runnable turn = () -> pass(later, () -> sequence(caller, command));
      return order.follow(caller.actor(), turn) ? later : sequence(caller, command);
    }
    return lookup.isNewNow() && !order.isWaiting(caller.actor())
        ? sequence(lookup, command)
        : lookUpFirst(lookup);
  }

  private CompletableFuture<Outcome> lookUpFirst(Retries.PastLookup lookup) {
    CompletableFuture<Command> looked = lookup.look();
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    CompletableFuture<?> gathered = gathering.get();
    order.await(
        lookup.caller().actor(),
        gathered == null ? looked : CompletableFuture.allOf(looked, gathered),
        () -> pass(outcome, () -> looked.thenCompose(decided -> sequence(lookup, decided))));
    return outcome;
  }

  private CompletableFuture<Outcome> sequence(Retries.PastLookup lookup, Command decided) {
    CompletableFuture<Outcome> outcome =
        lookup.made() == null
            ? sequencer.submit(lookup.caller(), decided, lookup)
            : sequencer.submit(lookup.caller(), decided);
    return outcome.thenCompose(
        decision -> {
          Reply made = lookup.made();
          return made == null
              ? complete(lookup.caller(), lookup.command(), decision)
              : CompletableFuture.completedFuture(with(decision, made));
        });
  }

  private static void pass(
      CompletableFuture<Outcome> to, Supplier<CompletableFuture<Outcome>> from) {
    try {
      from.get()
          .whenComplete(
              (outcome, failure) -> {
                if (failure == null) {
                  to.complete(outcome);
                } else {
                  to.completeExceptionally(failure);
                }
              });
    } catch (RuntimeException e) {
      to.completeExceptionally(e);
    }
  }

  /** What has to be looked up first arrives when that is done, and never before the rest. */
  @Override
  public void together(Runnable task) {
    CompletableFuture<@Nullable Void> gathered = new CompletableFuture<>();
    gathering.set(gathered);
    try {
      sequencer.together(task);
    } finally {
      gathering.remove();
      gathered.complete(null);
    }
  }

  private CompletableFuture<Outcome> sequence(Caller caller, Command command) {
    return sequencer
        .submit(caller, command)
        .thenCompose(outcome -> complete(caller, command, outcome));
  }

  private CompletableFuture<Outcome> complete(Caller caller, Command command, Outcome outcome) {
    if (outcome.reply() instanceof Reply.Refused refused
        && refused.refusal() instanceof Refusal.NoSuchLease missing) {
      return questions
          .ask(() -> ofForgotten(caller, command, missing))
          .thenCompose(reply -> asItIsNow(outcome, reply));
    }
    if (outcome.reply() instanceof Reply.Leases leases
        && command instanceof Command.ListLeases list
        && LeasePages.isAboutEnded(list)) {
      return questions.ask(() -> pages.join(caller, list, leases)).thenApply(r -> with(outcome, r));
    }
    return CompletableFuture.completedFuture(outcome);
  }

  /** A forgotten lease may have been handed on to one that lives, which the kernel knows best. */
  private CompletableFuture<Outcome> asItIsNow(Outcome outcome, @Nullable Reply reply) {
    if (!(reply instanceof Reply.OfLease found) || Retries.isOver(found.lease())) {
      return CompletableFuture.completedFuture(with(outcome, reply));
    }
    return sequence(Caller.REGISTRAR, new Command.GetLease(found.lease().id()))
        .thenApply(
            now -> {
              Stamp stamp =
                  new Stamp(now.stamp().tick(), now.stamp().wallNanos(), outcome.stamp().caller());
              Reply told = now.reply() instanceof Reply.OfLease ? now.reply() : reply;
              return new Outcome(stamp, List.of(), told).withNotices(outcome.notices());
            });
  }

  private static Outcome with(Outcome outcome, @Nullable Reply reply) {
    return reply == null
        ? outcome
        : new Outcome(outcome.stamp(), outcome.events(), reply).withNotices(outcome.notices());
  }

  /** Null if the tables do not know it either. */
  private @Nullable Reply ofForgotten(Caller caller, Command command, Refusal.NoSuchLease missing)
      throws SQLException, InterruptedException {
    Lease lease = queries.byId(missing.leaseId());
    if (lease == null || !Retries.isOver(lease) || !caller.reaches(lease)) {
      return null;
    }
    Refusal unseen = unseen(caller, lease);
    if (command instanceof Command.GetLease) {
      return unseen != null ? new Reply.Refused(unseen) : new Reply.OfLease(lease);
    }
    if (command instanceof Command.Validate && unseen != null) {
      return new Reply.Refused(unseen);
    }
    RequestPrint print = RequestPrint.of(command);
    if (print != null && !print.requestId().isEmpty()) {
      LeaseQueries.Made changed = queries.byChange(lease, caller.actor(), print.requestId());
      if (changed != null) {
        return Retries.retried(changed, print);
      }
    }
    return new Reply.Refused(new Refusal.AlreadyTerminal(lease.id(), lease.state()));
  }

  /** Why the caller may not see the lease; null if it may. */
  static @Nullable Refusal unseen(Caller caller, Lease lease) {
    if (!caller.reaches(lease)) {
      return new Refusal.NoSuchLease(lease.id());
    }
    return caller.role() == Role.AGENT && !lease.isHeldBy(caller.actor())
        ? new Refusal.NotHolder(lease.id())
        : null;
  }

  @Override
  public void addDurableListener(DurableListener listener) {
    sequencer.addDurableListener(listener);
  }

  @Override
  public void close() {
    sequencer.close();
  }
}
