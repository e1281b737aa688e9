package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TableReaders;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the tables of one lease, as if they had everything that is durable, however far they are
 * behind. Safe for any thread.
 */
public final class LatestLease implements AutoCloseable {

  private final TableFile file;
  private final TableReaders readers;
  private final Journal journal;
  private final UnfedEvents unfed;
  private final ArrayDeque<LeasePreview> idle = new ArrayDeque<>();
  private boolean isClosed;

  public LatestLease(TableFile file, TableReaders readers, Journal journal, UnfedEvents unfed) {
    this.file = file;
    this.readers = readers;
    this.journal = journal;
    this.unfed = unfed;
  }

  /**
   * Asks on a thread of the readers. The search sees the rows of that lease and of no other.
   *
   * @param areFed waited for if other leases have a part in what the lease is, or its history is
   *     very long
   */
  public <T> CompletableFuture<@Nullable T> find(
      String leaseId,
      TableFile.Search<T> search,
      Supplier<CompletableFuture<@Nullable Void>> areFed) {
    return find(leaseId, true, search, areFed);
  }

  /** As {@link #find}, but the search sees nothing of the history of the lease. */
  public <T> CompletableFuture<@Nullable T> findRow(
      String leaseId,
      TableFile.Search<T> search,
      Supplier<CompletableFuture<@Nullable Void>> areFed) {
    return find(leaseId, false, search, areFed);
  }

  private <T> CompletableFuture<@Nullable T> find(
      String leaseId,
      boolean withHistory,
      TableFile.Search<T> search,
      Supplier<CompletableFuture<@Nullable Void>> areFed) {
    return readers
        .ask(() -> seen(leaseId, withHistory, search))
        .thenCompose(
            seen ->
                seen != null
                    ? CompletableFuture.completedFuture(seen.answer())
                    : areFed.get().thenCompose(fed -> readers.ask(() -> file.find(search))));
  }

  private <T> LeasePreview.@Nullable Seen<T> seen(
      String leaseId, boolean withHistory, TableFile.Search<T> search)
      throws SQLException, InterruptedException {
    long key = RetryKeys.ofLease(leaseId);
    if (!unfed.mayHave(key)) {
      return new LeasePreview.Seen<>(file.find(search));
    }
    if (unfed.isFed(key)) {
      return file.find(
          rows ->
              LeasePreview.isEntangled(rows, leaseId)
                  ? null
                  : new LeasePreview.Seen<>(search.with(rows)));
    }
    LeasePreview preview = take();
    try {
      LeasePreview.Seen<T> seen = preview.read(leaseId, withHistory, search);
      giveBack(preview);
      return seen;
    } catch (SQLException | RuntimeException e) {
      preview.close();
      throw e;
    } catch (IOException e) {
      preview.close();
      throw new SQLException("the journal cannot be read", e);
    }
  }

  /** The event that made the lease of a request; null if the tables have it. */
  CompletableFuture<Event.@Nullable OfLease> birthOf(long requestKey) {
    return readers.ask(
        () -> {
          long position = unfed.birthOf(requestKey);
          long number = position == 0 ? 0 : unfed.blockOf(position);
          return number == 0 ? null : event(number, position);
        });
  }

  private Event.@Nullable OfLease event(long number, long position) throws SQLException {
    List<Event> found = new ArrayList<>(1);
    try {
      journal
          .intactBlock(number)
          .decode(
              event -> {
                if (event.position() == position) {
                  found.add(event);
                }
              });
    } catch (IOException e) {
      throw new SQLException("the journal cannot be read", e);
    }
    return !found.isEmpty() && found.get(0) instanceof Event.OfLease birth ? birth : null;
  }

  private LeasePreview take() throws SQLException {
    synchronized (idle) {
      LeasePreview preview = idle.poll();
      if (preview != null) {
        return preview;
      }
    }
    return LeasePreview.open(file, journal, unfed);
  }

  private void giveBack(LeasePreview preview) throws SQLException {
    synchronized (idle) {
      if (!isClosed) {
        idle.push(preview);
        return;
      }
    }
    preview.close();
  }

  /** Nobody may ask any more. */
  @Override
  public void close() throws SQLException {
    synchronized (idle) {
      isClosed = true;
      for (LeasePreview preview : idle) {
        preview.close();
      }
      idle.clear();
    }
  }
}
