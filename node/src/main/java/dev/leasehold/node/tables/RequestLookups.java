package dev.leasehold.node.tables;

import dev.leasehold.node.sequence.OverloadedException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Looks up what requests have made. Most have made nothing yet, and of nearly all of these that is
 * known without a look. The others that wait are looked up together: to open a file for reading and
 * to prepare a statement costs many times what a look into the index does.
 */
final class RequestLookups {

  /** So that the first does not wait for long, and others who read get their turn. */
  static final int MAX_TOGETHER = 512;

  private record Lookup(
      String caller,
      String requestId,
      String space,
      CompletableFuture<LeaseQueries.@Nullable Made> made) {}

  private final TableFile file;
  private final LeaseQueries queries;
  private final Executor executor;
  private final ArrayDeque<Lookup> waiting = new ArrayDeque<>();
  private boolean isAtWork;

  RequestLookups(TableFile file, LeaseQueries queries, Executor executor) {
    this.file = file;
    this.queries = queries;
    this.executor = executor;
  }

  /** Whether it is certain that the tables have no lease yet that the caller has made so. */
  boolean isNew(String caller, String requestId) {
    return file.requests().isNew(caller, requestId);
  }

  /** The newest lease in the space that the caller has made under the request id; null for none. */
  CompletableFuture<LeaseQueries.@Nullable Made> find(
      String caller, String requestId, String space) {
    Lookup lookup = new Lookup(caller, requestId, space, new CompletableFuture<>());
    boolean starts;
    synchronized (waiting) {
      if (waiting.size() >= Tables.MAX_WAITING_READERS) {
        return CompletableFuture.failedFuture(new OverloadedException(waiting.size()));
      }
      waiting.add(lookup);
      starts = !isAtWork;
      isAtWork = true;
    }
    if (starts) {
      goOn();
    }
    return lookup.made;
  }

  private void goOn() {
    try {
      executor.execute(this::lookUpSome);
    } catch (RejectedExecutionException e) {
      List<Lookup> rejected;
      synchronized (waiting) {
        rejected = List.copyOf(waiting);
        waiting.clear();
        isAtWork = false;
      }
      OverloadedException overloaded = new OverloadedException(Tables.MAX_WAITING_READERS);
      rejected.forEach(lookup -> lookup.made.completeExceptionally(overloaded));
    }
  }

  private void lookUpSome() {
    List<Lookup> some = take();
    try {
      List<LeaseQueries.@Nullable Made> answers = file.read(connection -> lookUp(connection, some));
      for (int i = 0; i < some.size(); i++) {
        some.get(i).made.complete(answers.get(i));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      some.forEach(lookup -> lookup.made.completeExceptionally(e));
    } catch (SQLException | RuntimeException e) {
      CompletionException failure = new CompletionException("leasehold.db", e);
      some.forEach(lookup -> lookup.made.completeExceptionally(failure));
    }
    if (hasMore()) {
      goOn();
    }
  }

  private List<LeaseQueries.@Nullable Made> lookUp(Connection connection, List<Lookup> some)
      throws SQLException {
    List<LeaseQueries.@Nullable Made> answers = new ArrayList<>(some.size());
    try (LeaseQueries.ByRequest byRequest = queries.byRequest(connection)) {
      for (Lookup lookup : some) {
        // Where to look is asked now: it may have been long since the request came.
        List<Long> parts = file.requests().partsOf(lookup.caller, lookup.requestId);
        answers.add(byRequest.find(parts, lookup.caller, lookup.requestId, lookup.space));
      }
    }
    return answers;
  }

  private List<Lookup> take() {
    List<Lookup> some = new ArrayList<>();
    synchronized (waiting) {
      while (some.size() < MAX_TOGETHER && !waiting.isEmpty()) {
        some.add(waiting.remove());
      }
    }
    return some;
  }

  private boolean hasMore() {
    synchronized (waiting) {
      isAtWork = !waiting.isEmpty();
      return isAtWork;
    }
  }
}
