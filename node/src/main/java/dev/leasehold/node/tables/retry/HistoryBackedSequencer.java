package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.access.Visibility;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TableReaders;
import dev.leasehold.node.tables.query.LeasePages;
import dev.leasehold.node.tables.query.LeaseQueries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers as if the kernel had forgotten nothing: ended leases and lists of them are looked up in
 * the tables, on the threads of {@link TableReaders}. Whether a command that makes a lease is a
 * retry has been looked up by then ({@link RetryLookup}).
 *
 * <p>A lease may leave the kernel before the tables have its end: {@link LatestLease} tells it all
 * the same. Lists wait until the tables have what is forgotten.
 */
public final class HistoryBackedSequencer implements Sequencer {

  private static final CompletableFuture<@Nullable Reply> NOTHING =
      CompletableFuture.completedFuture(null);

  private final Sequencer sequencer;
  private final LeaseQueries queries;
  private final TableReaders readers;
  private final RetryLookup retries;
  private final ForgottenPosition forgotten;
  private final LatestLease latest;
  private final LeasePages pages;
  private final Supplier<AgentsSee> setting;

  /**
   * @param setting as it is when an answer is told
   */
  public HistoryBackedSequencer(
      Sequencer sequencer,
      TableFile file,
      TableReaders readers,
      RetryLookup retries,
      ForgottenPosition forgotten,
      LatestLease latest,
      Supplier<AgentsSee> setting) {
    this.setting = setting;
    this.sequencer = sequencer;
    this.queries = new LeaseQueries(file);
    this.pages = new LeasePages(file);
    this.readers = readers;
    this.retries = retries;
    this.forgotten = forgotten;
    this.latest = latest;
  }

  @Override
  public CompletableFuture<Outcome> submit(Caller caller, Command command) {
    return sequencer
        .submit(caller, command)
        .thenCompose(outcome -> complete(caller, command, outcome));
  }

  @Override
  public void together(Runnable task) {
    sequencer.together(task);
  }

  private CompletableFuture<Outcome> complete(Caller caller, Command command, Outcome outcome) {
    if (outcome.reply() instanceof Reply.Refused refused
        && refused.refusal() instanceof NotFoundRefusal.NoSuchLease missing) {
      return derivedBefore(caller, command)
          .thenCompose(
              derived ->
                  derived != null
                      ? CompletableFuture.completedFuture(with(outcome, derived))
                      : forgotten(caller, command, missing.leaseId())
                          .thenCompose(reply -> asItIsNow(outcome, reply))
                          .thenCompose(told -> withCommit(caller, command, told)));
    }
    if (outcome.reply() instanceof Reply.Leases leases
        && command instanceof LeaseQuery.ListLeases list
        && LeasePages.isAboutEnded(list)) {
      return forgotten
          .areFed()
          .thenCompose(fed -> readers.ask(() -> pages.join(caller, list, setting.get(), leases)))
          .thenApply(reply -> with(outcome, reply));
    }
    return CompletableFuture.completedFuture(outcome);
  }

  /** The reply to a command on a lease that the kernel has forgotten; null if there was none. */
  private CompletableFuture<@Nullable Reply> forgotten(
      Caller caller, Command command, String leaseId) {
    TableFile.Search<Reply> search = rows -> ofForgotten(rows, caller, command, leaseId);
    return command instanceof LeaseQuery.GetLease
        ? latest.findRow(leaseId, search, forgotten::areFed)
        : latest.find(leaseId, search, forgotten::areFed);
  }

  /** The reply to a derivation that is a retry, from a parent that is forgotten. */
  private CompletableFuture<@Nullable Reply> derivedBefore(Caller caller, Command command) {
    return command instanceof LeaseCommand.Derive derive && !derive.requestId().isEmpty()
        ? retries
            .leaseOf(derive.parentId())
            .thenCompose(
                parent -> parent == null ? NOTHING : retries.derived(caller, derive, parent))
        : NOTHING;
  }

  /** Has the kernel record the commit of a check-in that came after the lease had ended. */
  private CompletableFuture<Outcome> withCommit(Caller caller, Command command, Outcome outcome) {
    return command instanceof LeaseCommand.Complete complete
            && !complete.commit().isEmpty()
            && outcome.reply() instanceof Reply.Refused refused
            && refused.refusal() instanceof LeaseRefusal.AlreadyTerminal ended
            && ended.lease().commit().isEmpty()
        ? sequencer.submit(caller, new NodeCommand.RecordCommit(ended.lease(), complete.commit()))
        : CompletableFuture.completedFuture(outcome);
  }

  /** Asks the kernel for the successor of a forgotten lease, which may still be active. */
  private CompletableFuture<Outcome> asItIsNow(Outcome outcome, @Nullable Reply reply) {
    if (!(reply instanceof Reply.OfLease found) || RetryLookup.isOver(found.lease())) {
      return CompletableFuture.completedFuture(with(outcome, reply));
    }
    return submit(Caller.SERVER, new LeaseQuery.GetLease(found.lease().id()))
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

  /** Returns null if the caller is not to know of the lease. */
  private @Nullable Reply ofForgotten(
      Connection rows, Caller caller, Command command, String leaseId) throws SQLException {
    Lease lease = queries.byId(rows, leaseId);
    if (lease == null || !RetryLookup.isOver(lease)) {
      return null;
    }
    if (caller.role() == Role.GATEWAY) {
      return toGateway(rows, caller, command, lease);
    }
    Visibility sight = caller.visibilityOf(lease, setting.get());
    if (sight == Visibility.NOTHING) {
      return null;
    }
    Refusal unseen = sight.refusal(lease.id());
    if (command instanceof LeaseQuery.GetLease) {
      return unseen != null ? new Reply.Refused(unseen) : new Reply.OfLease(sight.show(lease));
    }
    if (command instanceof ApprovalCommand.ListRequests) {
      return caller.seesWholeLeasesOf(lease.holder())
          ? new Reply.Requests(List.of())
          : new Reply.Refused(new AccessRefusal.NotHolder(lease.id()));
    }
    boolean looks = command instanceof LeaseQuery.Validate || command instanceof LeaseCommand.Ask;
    if (looks && unseen != null) {
      return new Reply.Refused(unseen);
    }
    if (command instanceof Command.Retryable request && !request.requestId().isEmpty()) {
      LeaseQueries.Made changed =
          queries.byChange(rows, lease, caller.actor(), request.requestId());
      if (changed != null) {
        return shown(sight, command, RetryLookup.retried(changed, request));
      }
    }
    return new Reply.Refused(
        new LeaseRefusal.AlreadyTerminal(lease, Long.MAX_VALUE, unseen == null));
  }

  /**
   * A gateway learns no more than of a lease that is not forgotten: that it has ended, if it has
   * reserved there, and otherwise nothing.
   */
  private Reply toGateway(Connection rows, Caller caller, Command command, Lease lease)
      throws SQLException {
    Refusal stranger =
        command instanceof BudgetCommand.ReserveFor
            ? new AccessRefusal.TokenNotShown(lease.id())
            : AccessRefusal.reservationOfAnother(lease.id());
    String id =
        switch (command) {
          case BudgetCommand.ReserveFor c -> c.requestId();
          case BudgetCommand.Settle c -> c.reservationId();
          case BudgetCommand.Cancel c -> c.reservationId();
          default -> "";
        };
    LeaseQueries.Made made =
        id.isEmpty() ? null : queries.byChange(rows, lease, caller.actor(), id);
    if (made == null) {
      return new Reply.Refused(stranger);
    }
    return command instanceof BudgetCommand.ReserveFor retry
        ? RetryLookup.retried(made, retry)
        : new Reply.Refused(new NotFoundRefusal.NoSuchReservation(lease.id(), id));
  }

  /** Asking a holder for its lease shows no more of the lease than reading it does. */
  private static Reply shown(Visibility sight, Command command, Reply reply) {
    return command instanceof LeaseCommand.Ask && reply instanceof Reply.OfLease retried
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
