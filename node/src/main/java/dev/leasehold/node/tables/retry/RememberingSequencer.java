package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.AgentsSee;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Sight;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.ForgettingSequencer;
import dev.leasehold.node.sequence.OverloadedException;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TableReaders;
import dev.leasehold.node.tables.query.LeasePages;
import dev.leasehold.node.tables.query.LeaseQueries;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers as if the kernel had forgotten nothing. Retries, ended leases and lists of them are
 * looked up in the tables, on the threads of {@link TableReaders}.
 *
 * <p>While a command of a caller is looked up, later commands of that caller wait.
 *
 * <p>A lease leaves the kernel only when the tables have it, so asking the kernel and then the
 * tables finds it. Where the tables are asked first, as for a request that may be a retry, the
 * kernel's thread compares how far they had got with what it has forgotten by the time it decides
 * ({@link RetryLookup}).
 */
public final class RememberingSequencer implements Sequencer {

  private final ForgettingSequencer sequencer;
  private final LeaseQueries queries;
  private final TableReaders readers;
  private final RetryLookup retries;
  private final LeasePages pages;
  private final CallerOrder order;
  private final Supplier<AgentsSee> setting;

  /** Completes when all commands that are submitted together have arrived; null outside of that. */
  private final ThreadLocal<@Nullable CompletableFuture<@Nullable Void>> gathering =
      new ThreadLocal<>();

  /**
   * @param setting as it is when an answer is told
   */
  public RememberingSequencer(
      ForgettingSequencer sequencer,
      TableFile file,
      TableReaders readers,
      RequestFilters known,
      LongSupplier fedPosition,
      Supplier<AgentsSee> setting) {
    this.setting = setting;
    this.sequencer = sequencer;
    this.queries = new LeaseQueries(file);
    this.pages = new LeasePages(file);
    this.readers = readers;
    this.retries =
        new RetryLookup(
            queries, new RequestLookups(file, known, queries, readers), readers, fedPosition);
    this.order = new CallerOrder(sequencer::together);
  }

  @Override
  public CompletableFuture<Outcome> submit(Caller caller, Command command) {
    if (order.isFull()) {
      return CompletableFuture.failedFuture(new OverloadedException(CallerOrder.MAX_WAITING));
    }
    RetryLookup.PastLookup lookup = retries.of(caller, command);
    if (lookup == null) {
      CompletableFuture<Outcome> later = new CompletableFuture<>();
      Runnable turn = () -> pass(later, () -> sequence(caller, command));
      return order.follow(caller.actor(), turn) ? later : sequence(caller, command);
    }
    return lookup.isNewNow() && !order.isWaiting(caller.actor())
        ? sequence(lookup, command)
        : lookUpFirst(lookup);
  }

  private CompletableFuture<Outcome> lookUpFirst(RetryLookup.PastLookup lookup) {
    CompletableFuture<Command> looked = lookup.look();
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    CompletableFuture<?> gathered = gathering.get();
    order.await(
        lookup.caller().actor(),
        gathered == null ? looked : CompletableFuture.allOf(looked, gathered),
        () -> pass(outcome, () -> looked.thenCompose(decided -> sequence(lookup, decided))));
    return outcome;
  }

  private CompletableFuture<Outcome> sequence(RetryLookup.PastLookup lookup, Command decided) {
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

  /** Commands that have to be looked up arrive after the others. */
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
      return readers
          .ask(() -> ofForgotten(caller, command, missing))
          .thenCompose(reply -> asItIsNow(outcome, reply));
    }
    if (outcome.reply() instanceof Reply.Leases leases
        && command instanceof Command.ListLeases list
        && LeasePages.isAboutEnded(list)) {
      return readers
          .ask(() -> pages.join(caller, list, setting.get(), leases))
          .thenApply(reply -> with(outcome, reply));
    }
    return CompletableFuture.completedFuture(outcome);
  }

  /** Asks the kernel for the successor of a forgotten lease, which may still be active. */
  private CompletableFuture<Outcome> asItIsNow(Outcome outcome, @Nullable Reply reply) {
    if (!(reply instanceof Reply.OfLease found) || RetryLookup.isOver(found.lease())) {
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
        : new Outcome(outcome.stamp(), outcome.facts(), reply).withNotices(outcome.notices());
  }

  /** Returns null if the tables do not know the lease either. */
  private @Nullable Reply ofForgotten(Caller caller, Command command, Refusal.NoSuchLease missing)
      throws SQLException, InterruptedException {
    Lease lease = queries.byId(missing.leaseId());
    if (lease == null || !RetryLookup.isOver(lease)) {
      return null;
    }
    Sight sight = caller.sightOf(lease, setting.get());
    if (sight == Sight.NOTHING) {
      return null;
    }
    Refusal unseen = sight.refusal(lease.id());
    if (command instanceof Command.GetLease) {
      return unseen != null ? new Reply.Refused(unseen) : new Reply.OfLease(sight.show(lease));
    }
    boolean looks = command instanceof Command.Validate || command instanceof Command.Ask;
    if (looks && unseen != null) {
      return new Reply.Refused(unseen);
    }
    if (command instanceof Command.Retryable request && !request.requestId().isEmpty()) {
      LeaseQueries.Made changed = queries.byChange(lease, caller.actor(), request.requestId());
      if (changed != null) {
        return shown(sight, command, RetryLookup.retried(changed, request));
      }
    }
    return new Reply.Refused(new Refusal.AlreadyTerminal(lease, Long.MAX_VALUE, unseen == null));
  }

  /** A question tells no more of another's lease than a look at it does. */
  private static Reply shown(Sight sight, Command command, Reply reply) {
    return command instanceof Command.Ask && reply instanceof Reply.OfLease retried
        ? new Reply.OfLease(sight.show(retried.lease()))
        : reply;
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
