package dev.leasehold.node.tables;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.RequestPrint;
import dev.leasehold.node.sequence.Lookup;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Finds out whether a command was carried out before, or names an id that was used before. */
final class Retries {

  /** Takes a place in the order of all commands and does nothing. */
  private static final Command TURN = new Command.ListTokens();

  private static final CompletableFuture<@Nullable Reply> NOTHING =
      CompletableFuture.completedFuture(null);

  private final LeaseQueries queries;
  private final RequestLookups requests;
  private final Questions questions;
  private final LongSupplier fedPosition;

  Retries(Tables tables, LeaseQueries queries, Questions questions) {
    this.queries = queries;
    this.questions = questions;
    this.requests = new RequestLookups(tables.file(), queries, questions.executor());
    this.fedPosition = tables.feed()::fedPosition;
  }

  /** Null for a command that nothing in the tables matters to. */
  @Nullable PastLookup of(Caller caller, Command command) {
    boolean makes = command instanceof Command.Acquire || command instanceof Command.Derive;
    RequestPrint print = makes ? RequestPrint.of(command) : null;
    return print == null || (print.requestId().isEmpty() && !namesId(command))
        ? null
        : new PastLookup(caller, command, print);
  }

  /** What the tables say of one command. */
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

    /** Whether it is certain, without a look, that the tables have nothing to say to it. */
    boolean isNewNow() {
      // Before the look: what is fed meanwhile need not have been seen.
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
                return reply == null ? command : TURN;
              });
    }
  }

  private static boolean namesId(Command command) {
    return command instanceof Command.Acquire acquire && acquire.callersId();
  }

  /** What the tables say to it before the kernel is asked; null if nothing. */
  private CompletableFuture<@Nullable Reply> knownBefore(
      Caller caller, Command command, RequestPrint print) {
    if (print.requestId().isEmpty()) {
      return questions.ask(() -> usedBefore(caller, (Command.Acquire) command));
    }
    return namesId(command)
        ? questions
            .ask(() -> usedBefore(caller, (Command.Acquire) command))
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
          questions
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

  static boolean isOver(Lease lease) {
    return lease.state().isTerminal() && !lease.isInGrace();
  }

  static Reply retried(LeaseQueries.Made made, RequestPrint print) {
    return made.fingerprint() == print.fingerprint()
        ? new Reply.OfLease(made.lease())
        : new Reply.Refused(RequestPrint.usedBefore());
  }
}
