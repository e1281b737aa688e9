package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Fingerprint;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.sequence.Lookup;
import dev.leasehold.node.tables.TableReaders;
import dev.leasehold.node.tables.query.LeaseQueries;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Finds out whether a command is a retry, or names a lease id that was used before. */
final class RetryLookup {

  private static final CompletableFuture<@Nullable Reply> NOTHING =
      CompletableFuture.completedFuture(null);

  private final LeaseQueries queries;
  private final RequestLookups requests;
  private final TableReaders readers;
  private final LongSupplier fedPosition;

  RetryLookup(
      LeaseQueries queries,
      RequestLookups requests,
      TableReaders readers,
      LongSupplier fedPosition) {
    this.queries = queries;
    this.requests = requests;
    this.readers = readers;
    this.fedPosition = fedPosition;
  }

  /** Returns null for a command that needs no look into the tables. */
  @Nullable PastLookup of(Caller caller, Command command) {
    return command instanceof Command.Retryable request && mayBeKnown(request)
        ? new PastLookup(caller, request)
        : null;
  }

  private static boolean mayBeKnown(Command.Retryable command) {
    boolean makes = command instanceof Command.Acquire || command instanceof Command.Derive;
    return makes && (!command.requestId().isEmpty() || namesId(command));
  }

  /** The look-up of one command. */
  final class PastLookup implements Lookup {

    private final Caller caller;
    private final Command.Retryable command;
    private volatile long position;
    private volatile @Nullable Reply made;

    private PastLookup(Caller caller, Command.Retryable command) {
      this.caller = caller;
      this.command = command;
    }

    Caller caller() {
      return caller;
    }

    Command command() {
      return command;
    }

    @Override
    public long position() {
      return position;
    }

    /** The reply to a command that the tables know; null if they do not. */
    @Nullable Reply made() {
      return made;
    }

    @Override
    public CompletableFuture<Command> again() {
      return isNewNow() ? CompletableFuture.completedFuture(command) : look();
    }

    /** Whether the filters are certain that the command is new. */
    boolean isNewNow() {
      // Read before the look, which may miss what is fed meanwhile.
      long fed = fedPosition.getAsLong();
      boolean isNew = !namesId(command) && requests.isNew(caller.actor(), command.requestId());
      position = isNew ? fed : position;
      return isNew;
    }

    CompletableFuture<Command> look() {
      long fed = fedPosition.getAsLong();
      return knownBefore(caller, command)
          .thenApply(
              reply -> {
                made = reply;
                position = fed;
                return reply == null ? command : new Command.TakeTurn();
              });
    }
  }

  private static boolean namesId(Command command) {
    return command instanceof Command.Acquire acquire && acquire.callersId();
  }

  /** The reply of the tables before the kernel is asked; null if they have none. */
  private CompletableFuture<@Nullable Reply> knownBefore(Caller caller, Command.Retryable command) {
    if (command.requestId().isEmpty()) {
      return readers.ask(() -> usedBefore(caller, (Command.Acquire) command));
    }
    return namesId(command)
        ? readers
            .ask(() -> usedBefore(caller, (Command.Acquire) command))
            .thenCompose(
                used -> made(caller, command).thenApply(reply -> reply == null ? used : reply))
        : made(caller, command);
  }

  /**
   * Request ids belong to a caller in one space. The kernel refuses what the caller does not reach.
   */
  private CompletableFuture<@Nullable Reply> made(Caller caller, Command.Retryable command) {
    return switch (command) {
      case Command.Acquire acquire when caller.isAdmittedTo(acquire.space()) ->
          made(caller, acquire.space(), command);
      case Command.Derive derive ->
          readers
              .ask(() -> queries.byId(derive.parentId()))
              .thenCompose(
                  parent ->
                      parent == null || !caller.reaches(parent)
                          ? NOTHING
                          : made(caller, parent.space(), command));
      default -> NOTHING;
    };
  }

  private CompletableFuture<@Nullable Reply> made(
      Caller caller, String space, Command.Retryable command) {
    return requests
        .find(caller.actor(), command.requestId(), space)
        .thenApply(found -> madeBefore(found, command));
  }

  /** The kernel remembers all ids that callers chose, and only the latest of its own. */
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

  /** The reply to a retry whose lease has ended: the kernel may have forgotten it. */
  private static @Nullable Reply madeBefore(
      LeaseQueries.@Nullable Made made, Command.Retryable command) {
    return made == null || !isOver(made.lease()) ? null : retried(made, command);
  }

  static boolean isOver(Lease lease) {
    return lease.state().isTerminal() && !lease.isInGrace();
  }

  static Reply retried(LeaseQueries.Made made, Command.Retryable command) {
    return made.fingerprint() == Fingerprint.of(command)
        ? new Reply.OfLease(made.lease())
        : new Reply.Refused(Refusal.requestIdUsedBefore());
  }
}
