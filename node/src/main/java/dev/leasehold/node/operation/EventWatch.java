package dev.leasehold.node.operation;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.WatchRequest;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.operation.problem.WatchProblems;
import dev.leasehold.node.operation.translate.CloudEvents;
import dev.leasehold.node.publish.EventTypes;
import dev.leasehold.node.publish.Publisher;
import dev.leasehold.node.publish.Sink;
import dev.leasehold.node.publish.StreamEnd;
import dev.leasehold.node.publish.WatchFilter;
import dev.leasehold.node.publish.Watcher;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Begins streams of events, on whichever surface they were asked for.
 *
 * @param setting as it is when an event is told
 */
public record EventWatch(
    Dispatcher dispatcher, Publisher publisher, CloudEvents events, Supplier<AgentsSee> setting) {

  /** Many more than there are types of events. */
  private static final int MAX_TYPES = 64;

  public AccessDecision admit(PresentedCredential shown) {
    return dispatcher.admit(shown, Operations.WATCH.permission());
  }

  /**
   * Begins to watch, or says why not.
   *
   * @param shown asked for again as long as the stream lasts
   * @param sink made if the stream begins, of what words its events
   */
  public @Nullable Problem begin(
      PresentedCredential shown,
      Caller caller,
      WatchRequest request,
      Function<CloudEvents, Sink> sink) {
    long newest = publisher.position();
    long from = request.hasFrom() ? request.getFrom() : newest;
    Set<String> types = new HashSet<>();
    request.getTypesList().forEach(list -> types.addAll(List.of(list.split(","))));
    Problem problem = check(from, newest, types);
    problem = problem != null ? problem : checkHolder(caller, request.getHolder());
    if (problem != null) {
      return problem;
    }
    WatchFilter filter =
        new WatchFilter(caller, request.getSpace(), request.getHolder(), types, setting);
    BooleanSupplier isStillAuthorised = () -> admit(shown) instanceof AccessDecision.Admitted;
    Optional<Watcher> watcher =
        publisher.watch(filter, from, () -> sink.apply(events), isStillAuthorised);
    if (watcher.isEmpty()) {
      return WatchProblems.tooMany();
    }
    if (!isStillAuthorised.getAsBoolean()) {
      watcher.get().end(StreamEnd.Reason.TOKEN_ENDED);
    }
    return null;
  }

  private @Nullable Problem checkHolder(Caller caller, String holder) {
    return holder.isEmpty() || caller.seesWholeLeasesOf(holder) || setting.get() == AgentsSee.SPACES
        ? null
        : Problems.of(ProblemCode.FORBIDDEN, "an agent watches its own leases only");
  }

  private @Nullable Problem check(long from, long newest, Set<String> types) {
    if (from < 0) {
      return Problems.invalid("from", "from must not be negative");
    }
    if (from > newest) {
      return WatchProblems.ahead(from, newest);
    }
    if (types.size() > MAX_TYPES) {
      return Problems.invalid("types", "there are at most " + MAX_TYPES + " types");
    }
    if (!types.stream().allMatch(type -> type.startsWith(EventTypes.PREFIX))) {
      return Problems.invalid(
          "types", "types are whole names, such as " + EventTypes.PREFIX + "lease.granted");
    }
    try {
      long first = publisher.firstPosition();
      return from + 1 < first ? WatchProblems.pruned(from, first) : null;
    } catch (IOException e) {
      return Problems.ofFailure(e);
    }
  }
}
