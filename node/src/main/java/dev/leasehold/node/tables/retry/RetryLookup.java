package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.RecordedState;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.BudgetSpace;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.Fingerprint;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TableReaders;
import dev.leasehold.node.tables.query.LeaseQueries;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells of a command that makes a lease whether it is a retry, or names an id that was used before,
 * when the kernel has forgotten that lease. Filters in memory know nearly all that are new; the
 * others are looked up in the tables.
 */
public final class RetryLookup implements ForgottenLeases {

  private static final CompletableFuture<@Nullable Reply> NOTHING =
      CompletableFuture.completedFuture(null);

  private static final CompletableFuture<LeaseQueries.@Nullable Made> NO_LEASE =
      CompletableFuture.completedFuture(null);

  private final RecordedState kernel;
  private final KeyFilters filters;
  private final UnfedEvents unfed;
  private final ForgottenPosition forgotten;
  private final LatestLease latest;
  private final LeaseQueries queries;
  private final RequestLookups requests;

  /**
   * @param kernel the present, which only the thread that decides may ask
   */
  public RetryLookup(
      RecordedState kernel,
      TableFile file,
      KeyFilters filters,
      UnfedEvents unfed,
      ForgottenPosition forgotten,
      LatestLease latest,
      TableReaders readers) {
    this.kernel = kernel;
    this.filters = filters;
    this.unfed = unfed;
    this.forgotten = forgotten;
    this.queries = new LeaseQueries(file);
    this.latest = latest;
    this.requests = new RequestLookups(file, filters, queries, readers);
  }

  /** The kernel refuses what the caller does not reach. */
  @Override
  public boolean mayKnow(Caller caller, Command command) {
    return switch (command) {
      case LeaseCommand.Acquire acquire ->
          (mayBeMade(caller, acquire, acquire.space()) || mayBeUsed(caller, acquire))
              && caller.hasAccessTo(acquire.space())
              && !isRemembered(caller, acquire, acquire.space());
      case BudgetCommand.Handshake handshake ->
          mayBeMade(caller, handshake, BudgetSpace.NAME)
              && !isRemembered(caller, handshake, BudgetSpace.NAME);
      case LeaseCommand.Derive derive when !derive.requestId().isEmpty() -> {
        Lease parent = kernel.lease(derive.parentId());
        yield parent != null
            && mayBeMade(caller, derive, parent.space())
            && caller.reaches(parent)
            && !isRemembered(caller, derive, parent.space());
      }
      default -> false;
    };
  }

  private boolean mayBeMade(Caller caller, Command.Retryable command, String space) {
    return !command.requestId().isEmpty()
        && isKnown(RetryKeys.ofRequest(caller.actor(), command.requestId(), space));
  }

  /** The filters come second: a key is in them before {@link UnfedEvents} drops it. */
  private boolean isKnown(long key) {
    return unfed.mayHave(key) || filters.mayHave(key);
  }

  private boolean isRemembered(Caller caller, Command.Retryable command, String space) {
    return kernel.isRemembered(caller.actor(), command.requestId(), space);
  }

  /** The kernel remembers all ids that callers chose, and only the latest of its own. */
  private boolean mayBeUsed(Caller caller, LeaseCommand.Acquire acquire) {
    return acquire.callersId()
        && isKnown(RetryKeys.ofLease(acquire.leaseId()))
        && caller.mayChooseId(acquire.space(), acquire.leaseId())
        && !kernel.isUsed(acquire.leaseId());
  }

  @Override
  public long knownPosition() {
    return unfed.position();
  }

  @Override
  public void forgot(long endedBy) {
    forgotten.forgot(endedBy);
  }

  @Override
  public CompletableFuture<@Nullable Reply> lookUp(Caller caller, Command command) {
    return switch (command) {
      case LeaseCommand.Acquire acquire when mayBeUsed(caller, acquire) ->
          leaseOf(acquire.leaseId())
              .thenApply(RetryLookup::usedBefore)
              .thenCompose(
                  used ->
                      made(caller, acquire, acquire.space())
                          .thenApply(reply -> reply == null ? used : reply));
      case LeaseCommand.Acquire acquire -> made(caller, acquire, acquire.space());
      case BudgetCommand.Handshake handshake -> made(caller, handshake, BudgetSpace.NAME);
      case LeaseCommand.Derive derive -> {
        Lease parent = kernel.lease(derive.parentId());
        yield parent == null ? NOTHING : made(caller, derive, parent.space());
      }
      default -> NOTHING;
    };
  }

  /** The reply to a derivation from a lease that the kernel has forgotten; null if it is new. */
  CompletableFuture<@Nullable Reply> derived(
      Caller caller, LeaseCommand.Derive derive, Lease parent) {
    return caller.reaches(parent) ? made(caller, derive, parent.space()) : NOTHING;
  }

  /** A request id belongs to a caller in one space. */
  private CompletableFuture<@Nullable Reply> made(
      Caller caller, Command.Retryable command, String space) {
    if (command.requestId().isEmpty()) {
      return NOTHING;
    }
    // Asked before the tables: a lease that is in neither was never made.
    boolean mayBeUnfed =
        unfed.mayHave(RetryKeys.ofRequest(caller.actor(), command.requestId(), space));
    return requests
        .find(caller.actor(), command.requestId(), space)
        .thenCompose(
            found ->
                found != null
                    ? asItIsNow(found)
                    : mayBeUnfed ? unfed(caller, command, space) : NO_LEASE)
        .thenApply(found -> madeBefore(found, command));
  }

  /** The tables may lack the end of the lease that they have found. */
  private CompletableFuture<LeaseQueries.@Nullable Made> asItIsNow(LeaseQueries.Made found) {
    return isOver(found.lease())
        ? CompletableFuture.completedFuture(found)
        : leaseOf(found.lease().id()).thenApply(lease -> lease == null ? found : found.as(lease));
  }

  /** Finds the lease of a request that the tables did not have when they were asked. */
  private CompletableFuture<LeaseQueries.@Nullable Made> unfed(
      Caller caller, Command.Retryable command, String space) {
    return latest
        .birthOf(RetryKeys.ofRequest(caller.actor(), command.requestId(), space))
        .thenCompose(
            birth ->
                birth instanceof LeaseEvent.Granted e && isOf(e.claim(), caller, command, space)
                    ? made(e.claim())
                    : birth instanceof LeaseEvent.Queued e
                            && isOf(e.claim(), caller, command, space)
                        ? made(e.claim())
                        : whenFed(caller, command, space));
  }

  private static boolean isOf(Claim claim, Caller caller, Command.Retryable command, String space) {
    return claim.request().caller().equals(caller.actor())
        && claim.request().requestId().equals(command.requestId())
        && claim.space().equals(space);
  }

  private CompletableFuture<LeaseQueries.@Nullable Made> made(Claim claim) {
    long fingerprint = claim.request().fingerprint();
    return leaseOf(claim.leaseId())
        .thenApply(lease -> lease == null ? null : LeaseQueries.Made.of(lease, fingerprint));
  }

  private CompletableFuture<LeaseQueries.@Nullable Made> whenFed(
      Caller caller, Command.Retryable command, String space) {
    return forgotten
        .areFed()
        .thenCompose(fed -> requests.find(caller.actor(), command.requestId(), space));
  }

  /** A lease that the kernel does not know, as the tables know it; null if there is none. */
  CompletableFuture<@Nullable Lease> leaseOf(String id) {
    return latest.findRow(id, connection -> queries.byId(connection, id), forgotten::areFed);
  }

  private static @Nullable Reply usedBefore(@Nullable Lease lease) {
    return lease == null || !isOver(lease)
        ? null
        : new Reply.Refused(new InputRefusal.LeaseAlreadyExists(lease.id()));
  }

  /** The reply to a retry whose lease has ended: the kernel knows those that have not. */
  private static @Nullable Reply madeBefore(
      LeaseQueries.@Nullable Made made, Command.Retryable command) {
    return made == null || !isOver(made.lease()) ? null : retried(made, command);
  }

  static boolean isOver(Lease lease) {
    return lease.state().isTerminal() && !lease.isInGrace();
  }

  static Reply retried(LeaseQueries.Made made, Command.Retryable command) {
    return made.fingerprint() == Fingerprint.of(command)
        ? new Reply.OfLease(made.lease(), made.asked())
        : new Reply.Refused(InputRefusal.requestIdUsedBefore());
  }
}
