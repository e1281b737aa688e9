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
import dev.leasehold.node.sequence.OverloadedException;
import dev.leasehold.node.sequence.Sequencer;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers as the kernel would if it had forgotten nothing: what it knows no more is looked up in
 * the tables, on threads of their own.
 *
 * <p>While a command of a caller is being looked up, what that caller submits after it waits.
 *
 * <p>Nothing else has to be waited for. A lease leaves the kernel some seconds after it has got
 * into the tables, so who asks the kernel first and the tables then finds it in one of them.
 */
public final class LongMemory implements Sequencer {

  /** Takes a place in the order of all commands and does nothing. */
  private static final Command TURN = new Command.ListTokens();

  private static final CompletableFuture<@Nullable Reply> NOTHING =
      CompletableFuture.completedFuture(null);

  private final Sequencer sequencer;
  private final LeaseQueries queries;
  private final RequestLookups requests;
  private final LeasePages pages;
  private final Executor executor;
  private final CallerOrder order;

  /** Done when all that is submitted together has arrived; null if nothing is. */
  private final ThreadLocal<@Nullable CompletableFuture<@Nullable Void>> gathering =
      new ThreadLocal<>();

  public LongMemory(Sequencer sequencer, Tables tables) {
    this.sequencer = sequencer;
    this.queries = new LeaseQueries(tables.file());
    this.pages = new LeasePages(tables.file());
    this.executor = tables.readers();
    this.requests = new RequestLookups(tables.file(), queries, executor);
    this.order = new CallerOrder(sequencer::together);
  }

  /** Something asked of the tables. */
  private interface Question<T> {
    @Nullable T ask() throws SQLException, InterruptedException;
  }

  private <T> CompletableFuture<@Nullable T> ask(Question<T> question) {
    CompletableFuture<@Nullable T> answer = new CompletableFuture<>();
    Runnable task =
        () -> {
          try {
            answer.complete(question.ask());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.completeExceptionally(e);
          } catch (SQLException | RuntimeException e) {
            answer.completeExceptionally(new CompletionException("leasehold.db", e));
          }
        };
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(new OverloadedException(Tables.MAX_WAITING_READERS));
    }
    return answer;
  }

  @Override
  public CompletableFuture<Outcome> submit(Caller caller, Command command) {
    boolean makes = command instanceof Command.Acquire || command instanceof Command.Derive;
    RequestPrint print = makes ? RequestPrint.of(command) : null;
    if (order.isFull()) {
      return CompletableFuture.failedFuture(new OverloadedException(CallerOrder.MAX_WAITING));
    }
    if (print == null || hasNothingToLookUp(command, print)) {
      CompletableFuture<Outcome> later = new CompletableFuture<>();
      Runnable turn = () -> pass(later, () -> sequence(caller, command));
      return order.follow(caller.actor(), turn) ? later : sequence(caller, command);
    }
    // What has to wait for its turn is looked up then: who is new now may be known by that time.
    return isNew(caller, command, print) && !order.isWaiting(caller.actor())
        ? sequence(caller, command)
        : lookUpFirst(caller, command, print);
  }

  private CompletableFuture<Outcome> lookUpFirst(
      Caller caller, Command command, RequestPrint print) {
    CompletableFuture<@Nullable Reply> made = knownBefore(caller, command, print);
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    CompletableFuture<?> gathered = gathering.get();
    order.await(
        caller.actor(),
        gathered == null ? made : CompletableFuture.allOf(made, gathered),
        () -> pass(outcome, () -> made.thenCompose(reply -> unlessMade(caller, command, reply))));
    return outcome;
  }

  private CompletableFuture<Outcome> unlessMade(
      Caller caller, Command command, @Nullable Reply made) {
    return made == null
        ? sequence(caller, command)
        : sequencer.submit(caller, TURN).thenApply(outcome -> with(outcome, made));
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

  private static boolean hasNothingToLookUp(Command command, RequestPrint print) {
    return print.requestId().isEmpty() && !namesId(command);
  }

  /** Whether it is certain, without a look, that the tables have nothing to say to it. */
  private boolean isNew(Caller caller, Command command, RequestPrint print) {
    return !namesId(command) && requests.isNew(caller.actor(), print.requestId());
  }

  private static boolean namesId(Command command) {
    return command instanceof Command.Acquire acquire && acquire.callersId();
  }

  /** What the tables say to it before the kernel is asked; null if nothing. */
  private CompletableFuture<@Nullable Reply> knownBefore(
      Caller caller, Command command, RequestPrint print) {
    if (print.requestId().isEmpty()) {
      return ask(() -> usedBefore(caller, (Command.Acquire) command));
    }
    return namesId(command)
        ? ask(() -> usedBefore(caller, (Command.Acquire) command))
            .thenCompose(
                used ->
                    made(caller, command, print).thenApply(reply -> reply == null ? used : reply))
        : made(caller, command, print);
  }

  /** Request ids are the caller's in one space. What the caller does not reach, the kernel says. */
  private CompletableFuture<@Nullable Reply> made(
      Caller caller, Command command, RequestPrint print) {
    return switch (command) {
      case Command.Acquire acquire when caller.isAdmittedTo(acquire.space()) ->
          made(caller, acquire.space(), print);
      case Command.Derive derive ->
          ask(() -> queries.byId(derive.parentId()))
              .thenCompose(
                  parent ->
                      parent == null || !caller.reaches(parent)
                          ? NOTHING
                          : made(caller, parent.space(), print));
      default -> NOTHING;
    };
  }

  private CompletableFuture<@Nullable Reply> made(Caller caller, String space, RequestPrint print) {
    return requests
        .find(caller.actor(), print.requestId(), space)
        .thenApply(found -> madeBefore(found, print));
  }

  /** The kernel remembers ids that callers gave, but of those that it gave only the latest. */
  private @Nullable Reply usedBefore(Caller caller, Command.Acquire acquire)
      throws SQLException, InterruptedException {
    if (!caller.isAdmittedTo(acquire.space())
        || !caller.mayChooseId(acquire.space(), acquire.leaseId())) {
      return null; // The kernel says so.
    }
    Lease lease = queries.byId(acquire.leaseId());
    return lease == null || !isOver(lease)
        ? null
        : new Reply.Refused(new Refusal.LeaseAlreadyExists(lease.id()));
  }

  /** What the request has made, if that has ended: the kernel may have forgotten it. */
  private static @Nullable Reply madeBefore(LeaseQueries.@Nullable Made made, RequestPrint print) {
    return made == null || !isOver(made.lease()) ? null : retried(made, print);
  }

  private static boolean isOver(Lease lease) {
    return lease.state().isTerminal() && !lease.isInGrace();
  }

  private static Reply retried(LeaseQueries.Made made, RequestPrint print) {
    return made.fingerprint() == print.fingerprint()
        ? new Reply.OfLease(made.lease())
        : new Reply.Refused(RequestPrint.usedBefore());
  }

  private CompletableFuture<Outcome> sequence(Caller caller, Command command) {
    return sequencer
        .submit(caller, command)
        .thenCompose(outcome -> complete(caller, command, outcome));
  }

  private CompletableFuture<Outcome> complete(Caller caller, Command command, Outcome outcome) {
    if (outcome.reply() instanceof Reply.Refused refused
        && refused.refusal() instanceof Refusal.NoSuchLease missing) {
      return ask(() -> ofForgotten(caller, command, missing))
          .thenCompose(reply -> asItIsNow(outcome, reply));
    }
    if (outcome.reply() instanceof Reply.Leases leases
        && command instanceof Command.ListLeases list
        && LeasePages.isAboutEnded(list)) {
      return ask(() -> pages.join(caller, list, leases)).thenApply(r -> with(outcome, r));
    }
    return CompletableFuture.completedFuture(outcome);
  }

  /** A forgotten lease may have been handed on to one that lives, which the kernel knows best. */
  private CompletableFuture<Outcome> asItIsNow(Outcome outcome, @Nullable Reply reply) {
    if (!(reply instanceof Reply.OfLease found) || isOver(found.lease())) {
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
    if (lease == null || !isOver(lease) || !caller.reaches(lease)) {
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
        return retried(changed, print);
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
