package dev.leasehold.node.sequence;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps commands from being decided by a look-up that is older than what the kernel has forgotten.
 * They are looked up again, and what their callers submitted after them waits behind them. For the
 * kernel's thread.
 */
final class StaleLookups {

  /** With so many in vain, look-ups take too long: the caller had better come later. */
  static final int MAX_LOOKS = 3;

  /** Commands of one caller; the first is being looked up. */
  private static final class Line {
    final Submission first;
    final ArrayDeque<Submission> behind = new ArrayDeque<>();

    Line(Submission first) {
      this.first = first;
    }
  }

  private final Inbox inbox;
  private final Map<String, Line> lines = new HashMap<>();
  private int waiting;

  StaleLookups(Inbox inbox) {
    this.inbox = inbox;
  }

  /**
   * Leaves in the run what can be decided now, in its order.
   *
   * @param forgottenPosition nothing that ended later has been forgotten
   * @param limit what goes beyond is put back to the head of the inbox
   */
  void sift(List<Submission> run, long forgottenPosition, int limit) {
    if (lines.isEmpty() && !hasStale(run, forgottenPosition)) {
      return;
    }
    ArrayDeque<Submission> left = new ArrayDeque<>(run);
    run.clear();
    while (!left.isEmpty() && run.size() < limit) {
      Submission next = left.remove();
      Line line = lines.get(next.caller().actor());
      if (line != null && !line.first.isSame(next)) {
        putBehind(line, next);
        continue;
      }
      if (line != null) {
        lines.remove(next.caller().actor());
        waiting -= line.behind.size();
        line.behind.descendingIterator().forEachRemaining(left::addFirst);
      }
      Submission ready = next.isStale(forgottenPosition) ? lookUpAgain(next) : next;
      if (ready != null && !(line != null && ready.hasFailed())) {
        run.add(ready);
      }
    }
    inbox.putBack(left);
  }

  private static boolean hasStale(List<Submission> run, long forgottenPosition) {
    for (Submission submission : run) {
      if (submission.isStale(forgottenPosition)) {
        return true;
      }
    }
    return false;
  }

  private void putBehind(Line line, Submission next) {
    if (waiting >= Inbox.CAPACITY) {
      next.fail(new OverloadedException(waiting));
    } else {
      line.behind.add(next);
      waiting++;
    }
  }

  /** Looks the command up again; returns it if that is done at once, null if it waits or fails. */
  private @Nullable Submission lookUpAgain(Submission stale) {
    Lookup lookup = stale.lookup();
    if (lookup == null || stale.hasFailed()) {
      return null;
    }
    if (stale.looks() == MAX_LOOKS) {
      stale.fail(new OverloadedException(waiting));
      return null;
    }
    CompletableFuture<Submission> again =
        lookup
            .again()
            .handle(
                (command, failure) -> {
                  if (failure != null) {
                    stale.reply().completeExceptionally(failure);
                  }
                  return failure == null ? stale.lookedUp(command) : stale;
                });
    if (again.isDone()) {
      Submission ready = again.join();
      return ready.hasFailed() ? null : ready;
    }
    lines.put(stale.caller().actor(), new Line(stale));
    again.thenAccept(ready -> inbox.putBack(List.of(ready)));
    return null;
  }

  /** Fails those that wait; nothing was done for them. */
  void abandon() {
    for (Line line : lines.values()) {
      line.first.fail(StoppedException.untried());
      line.behind.forEach(submission -> submission.fail(StoppedException.untried()));
    }
    lines.clear();
    waiting = 0;
  }
}
