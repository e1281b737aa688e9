package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps commands that may repeat something forgotten from being decided before that is looked up.
 * Later commands of the same caller wait behind, everybody else's go on. For the thread that
 * decides.
 *
 * <p>An answer of the past holds until the decision, however long that takes. A request id belongs
 * to its caller, whose commands wait, so nobody can use it meanwhile. If somebody else's lease gets
 * the id that a command names for its own, the past is asked again.
 */
final class ForgottenLookups {

  /** Commands of one caller; the first is being looked up. */
  private static final class Line {
    final Submission first;
    final ArrayDeque<Submission> behind = new ArrayDeque<>();

    /** Whether a lease got the id that the first names since it is being looked up. */
    boolean isOvertaken;

    Line(Submission first) {
      this.first = first;
    }

    @Nullable String namedId() {
      return first.command() instanceof LeaseCommand.Acquire acquire && acquire.callersId()
          ? acquire.leaseId()
          : null;
    }
  }

  private final ForgottenLeases forgotten;
  private final Inbox inbox;
  private final Map<String, Line> byCaller = new HashMap<>();
  private final Map<String, List<Line>> byNamedId = new HashMap<>();
  private int waiting;

  ForgottenLookups(ForgottenLeases forgotten, Inbox inbox) {
    this.forgotten = forgotten;
    this.inbox = inbox;
  }

  /**
   * Leaves those commands in the run that can be decided now, in their order.
   *
   * @param limit the most commands in the run; those beyond it are put back to the head of the
   *     inbox
   */
  void sift(List<Submission> run, int limit) {
    int decided = byCaller.isEmpty() ? countBeforeLookup(run) : 0;
    if (decided == run.size()) {
      return;
    }
    List<Submission> rest = run.subList(decided, run.size());
    ArrayDeque<Submission> left = new ArrayDeque<>(rest);
    rest.clear();
    while (!left.isEmpty() && run.size() < limit) {
      Submission next = left.remove();
      Line line = byCaller.get(next.caller().actor());
      if (line != null && !line.first.isSame(next)) {
        putBehind(line, next);
        continue;
      }
      boolean isAnswered = line != null && !line.isOvertaken;
      if (line != null) {
        close(line);
        line.behind.descendingIterator().forEachRemaining(left::addFirst);
      }
      Submission ready =
          isAnswered || !forgotten.mayKnow(next.caller(), next.command()) ? next : lookUp(next);
      if (ready != null && !(line != null && ready.hasFailed())) {
        run.add(ready);
      }
    }
    inbox.putBack(left);
  }

  private int countBeforeLookup(List<Submission> run) {
    int count = 0;
    while (count < run.size()
        && !forgotten.mayKnow(run.get(count).caller(), run.get(count).command())) {
      count++;
    }
    return count;
  }

  private void putBehind(Line line, Submission next) {
    if (waiting >= Inbox.CAPACITY) {
      next.fail(new OverloadedException(waiting));
    } else {
      line.behind.add(next);
      waiting++;
    }
  }

  /** Looks the command up; returns it if that is done at once, null if it waits or fails. */
  private @Nullable Submission lookUp(Submission asked) {
    if (asked.hasFailed()) {
      return null;
    }
    CompletableFuture<Submission> answered =
        forgotten
            .lookUp(asked.caller(), asked.command())
            .handle((reply, failure) -> answered(asked, reply, failure));
    if (answered.isDone()) {
      Submission ready = answered.join();
      return ready.hasFailed() ? null : ready;
    }
    open(new Line(asked));
    answered.thenAccept(ready -> inbox.putBack(List.of(ready)));
    return null;
  }

  private static Submission answered(
      Submission asked, @Nullable Reply reply, @Nullable Throwable failure) {
    if (failure != null) {
      asked.reply().completeExceptionally(failure);
    }
    return asked.lookedUp(reply);
  }

  private void open(Line line) {
    byCaller.put(line.first.caller().actor(), line);
    String id = line.namedId();
    if (id != null) {
      byNamedId.computeIfAbsent(id, named -> new ArrayList<>()).add(line);
    }
  }

  private void close(Line line) {
    byCaller.remove(line.first.caller().actor());
    waiting -= line.behind.size();
    String id = line.namedId();
    if (id != null) {
      byNamedId.computeIfPresent(
          id, (named, others) -> others.remove(line) && others.isEmpty() ? null : others);
    }
  }

  /** Takes note of leases that were made while ids are being looked up. */
  void note(Outcome outcome) {
    if (byNamedId.isEmpty()) {
      return;
    }
    for (Fact fact : outcome.facts()) {
      Lease made = fact.isBirth() ? fact.after() : null;
      if (made != null) {
        byNamedId.getOrDefault(made.id(), List.of()).forEach(line -> line.isOvertaken = true);
      }
    }
  }

  /** Fails those that wait; nothing was done for them. */
  void abandon() {
    for (Line line : byCaller.values()) {
      line.first.fail(StoppedException.untried());
      line.behind.forEach(submission -> submission.fail(StoppedException.untried()));
    }
    byCaller.clear();
    byNamedId.clear();
    waiting = 0;
  }
}
