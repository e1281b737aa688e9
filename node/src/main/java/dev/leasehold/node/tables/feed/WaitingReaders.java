package dev.leasehold.node.tables.feed;

import dev.leasehold.node.sequence.OverloadedException;
import dev.leasehold.node.sequence.forgotten.TablesBehindException;
import dev.leasehold.node.tables.TableReaders;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Readers that wait until the tables have reached a position. One that gives up is dropped. Safe
 * for any thread.
 */
final class WaitingReaders {

  private record Reader(long position, CompletableFuture<@Nullable Void> reached) {}

  private final PriorityQueue<Reader> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Reader::position));

  private boolean haveGivenUp;

  synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Adds a reader, unless too many wait already. */
  synchronized CompletableFuture<@Nullable Void> add(long position) {
    if (waiting.size() >= TableReaders.MAX_WAITING) {
      return CompletableFuture.failedFuture(new OverloadedException(waiting.size()));
    }
    Reader reader = new Reader(position, new CompletableFuture<>());
    waiting.add(reader);
    reader.reached.exceptionally(failed -> drop(reader));
    return reader.reached;
  }

  private synchronized @Nullable Void drop(Reader reader) {
    waiting.remove(reader);
    haveGivenUp = true;
    return null;
  }

  /** Whether one has given up since this was last asked. */
  synchronized boolean haveGivenUp() {
    boolean gaveUp = haveGivenUp;
    haveGivenUp = false;
    return gaveUp;
  }

  /** Takes those out that wait for the position or an earlier one. */
  synchronized List<CompletableFuture<@Nullable Void>> takeUpTo(long position) {
    List<CompletableFuture<@Nullable Void>> taken = new ArrayList<>();
    while (!waiting.isEmpty() && waiting.element().position <= position) {
      taken.add(waiting.remove().reached);
    }
    return taken;
  }

  /** Fails with {@link TablesBehindException} if it takes longer than that. */
  static CompletableFuture<@Nullable Void> within(
      long nanos, CompletableFuture<@Nullable Void> reached) {
    return reached.isDone()
        ? reached
        : reached.orTimeout(nanos, TimeUnit.NANOSECONDS).exceptionally(WaitingReaders::failure);
  }

  private static @Nullable Void failure(Throwable failure) {
    throw failure instanceof TimeoutException
        ? new TablesBehindException()
        : new CompletionException(failure);
  }
}
