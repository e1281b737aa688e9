package dev.leasehold.node.tables.retry;

import dev.leasehold.node.sequence.OverloadedException;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TableReaders;
import dev.leasehold.node.tables.query.LeaseQueries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the leases that requests have made, many at a time: opening a file and preparing a
 * statement costs many times what a look into the index does.
 */
final class RequestLookups {

  /** A bound, so that the first does not wait for long and other readers get their turn. */
  static final int MAX_TOGETHER = 512;

  private record Lookup(
      String caller,
      String requestId,
      String space,
      CompletableFuture<LeaseQueries.@Nullable Made> made) {}

  private final TableFile file;
  private final KeyFilters known;
  private final LeaseQueries queries;
  private final TableReaders readers;
  private final ArrayDeque<Lookup> waiting = new ArrayDeque<>();
  private boolean isAtWork;

  RequestLookups(TableFile file, KeyFilters known, LeaseQueries queries, TableReaders readers) {
    this.file = file;
    this.known = known;
    this.queries = queries;
    this.readers = readers;
  }

  /** The newest lease in the space that the caller has made under the request id; null for none. */
  CompletableFuture<LeaseQueries.@Nullable Made> find(
      String caller, String requestId, String space) {
    Lookup lookup = new Lookup(caller, requestId, space, new CompletableFuture<>());
    boolean starts;
    synchronized (waiting) {
      if (waiting.size() >= TableReaders.MAX_WAITING) {
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
      readers.execute(this::lookUpSome);
    } catch (OverloadedException e) {
      List<Lookup> rejected;
      synchronized (waiting) {
        rejected = List.copyOf(waiting);
        waiting.clear();
        isAtWork = false;
      }
      rejected.forEach(lookup -> lookup.made.completeExceptionally(e));
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
        long key = RetryKeys.ofRequest(lookup.caller, lookup.requestId, lookup.space);
        List<Long> parts = known.partsOf(key);
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
