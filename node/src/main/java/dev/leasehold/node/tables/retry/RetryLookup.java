package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.RequestPrint;
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
    boolean makes = command instanceof Command.Acquire || command instanceof Command.Derive;
    RequestPrint print = makes ? RequestPrint.of(command) : null;
    return print == null || (print.requestId().isEmpty() && !namesId(command))
        ? null
        : new PastLookup(caller, command, print);
  }

  /** The look-up of one command. */
  final class PastLookup implements Lookup {

    private final Caller caller;
    private final Command command;
    private final RequestPrint print;
    private volatile long position;
    private volatile @Nullable Reply made;

    private PastLookup(Caller caller, Command command, RequestPrint print) {
      this.caller = caller;
      this.command = command;
      this.print = print;
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
      boolean isNew = !namesId(command) && requests.isNew(caller.actor(), print.requestId());
      position = isNew ? fed : position;
      return isNew;
    }

    CompletableFuture<Command> look() {
      long fed = fedPosition.getAsLong();
      return knownBefore(caller, command, print)
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
  private CompletableFuture<@Nullable Reply> knownBefore(
      Caller caller, Command command, RequestPrint print) {
    if (print.requestId().isEmpty()) {
      return readers.ask(() -> usedBefore(caller, (Command.Acquire) command));
    }
    return namesId(command)
        ? readers
            .ask(() -> usedBefore(caller, (Command.Acquire) command))
            .thenCompose(
                used ->
                    made(caller, command, print).thenApply(reply -> reply == null ? used : reply))
        : made(caller, command, print);
  }

  /**
   * Request ids belong to a caller in one space. The kernel refuses what the caller does not reach.
   */
  private CompletableFuture<@Nullable Reply> made(
      Caller caller, Command command, RequestPrint print) {
    return switch (command) {
      case Command.Acquire acquire when caller.isAdmittedTo(acquire.space()) ->
          made(caller, acquire.space(), print);
      case Command.Derive derive ->
          readers
              .ask(() -> queries.byId(derive.parentId()))
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
  private static @Nullable Reply madeBefore(LeaseQueries.@Nullable Made made, RequestPrint print) {
    return made == null || !isOver(made.lease()) ? null : retried(made, print);
  }

  static boolean isOver(Lease lease) {
    return lease.state().isTerminal() && !lease.isInGrace();
  }

  static Reply retried(LeaseQueries.Made made, RequestPrint print) {
    return made.fingerprint() == print.fingerprint()
        ? new Reply.OfLease(made.lease())
        : new Reply.Refused(RequestPrint.usedBefore());
  }
}
