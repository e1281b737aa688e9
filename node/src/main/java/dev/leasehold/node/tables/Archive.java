package dev.leasehold.node.tables;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.node.sequence.OverloadedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** What was, for callers: the history of a lease, and the leases as they were at some time. */
public final class Archive {

  /** Entries in one reply, so that it stays small. */
  public static final int MAX_ENTRIES = 1_000;

  private final Tables tables;
  private final LeaseQueries queries;
  private final PastLeases past;

  public Archive(Tables tables) {
    this.tables = tables;
    this.queries = new LeaseQueries(tables.file());
    this.past = new PastLeases(tables.file());
  }

  /** Either what was asked for or why not. */
  public sealed interface Found<T> {
    record Answer<T>(T value) implements Found<T> {}

    record Refused<T>(Refusal refusal) implements Found<T> {}
  }

  /**
   * When the tables know all that was durable when it was asked. Until then no reader is occupied:
   * others need them, and they need not wait for the feed.
   */
  private <T> CompletableFuture<T> ask(Callable<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    tables
        .feed()
        .caughtUp()
        .whenComplete(
            (fed, failure) -> {
              if (failure != null) {
                answer.completeExceptionally(failure);
              } else {
                read(question, answer);
              }
            });
    return answer;
  }

  private <T> void read(Callable<T> question, CompletableFuture<T> answer) {
    try {
      tables
          .readers()
          .execute(
              () -> {
                try {
                  answer.complete(question.call());
                } catch (Exception e) {
                  answer.completeExceptionally(e);
                }
              });
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(new OverloadedException(Tables.MAX_WAITING_READERS));
    }
  }

  /**
   * The leases as they were at a time, a page of them.
   *
   * @param list of which the states are those at that time
   * @return fails with {@link HistoryPrunedException} if that is too long ago
   */
  public CompletableFuture<PastPage> leasesAt(
      Caller caller, Command.ListLeases list, long wallNanos) {
    return ask(() -> past.page(caller, list, wallNanos));
  }

  /**
   * A lease by its id, whoever may see it, if the tables have it already. Waits for nothing, so
   * that a start may ask: a feed that lacks room on the disk would hold it up.
   */
  public CompletableFuture<Optional<Lease>> lease(String leaseId) {
    CompletableFuture<Optional<Lease>> answer = new CompletableFuture<>();
    read(() -> Optional.ofNullable(queries.byId(leaseId)), answer);
    return answer;
  }

  /**
   * What happened to a lease.
   *
   * @param afterPosition where the last page ended; 0 for the first
   * @return fails with {@link HistoryPrunedException} if all of it was deleted
   */
  public CompletableFuture<Found<HistoryPage>> history(
      Caller caller, String leaseId, int limit, long afterPosition) {
    return ask(
        () -> {
          Lease lease = queries.byId(leaseId);
          if (lease == null) {
            return new Found.Refused<>(new Refusal.NoSuchLease(leaseId));
          }
          Refusal unseen = LongMemory.unseen(caller, lease);
          return unseen != null
              ? new Found.Refused<>(unseen)
              : new Found.Answer<>(
                  tables
                      .file()
                      .read(connection -> entries(connection, lease, limit, afterPosition)));
        });
  }

  private static HistoryPage entries(
      Connection connection, Lease lease, int limit, long afterPosition) throws SQLException {
    List<HistoryPage.Entry> entries = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT * FROM lease_history WHERE lease_position = ? AND position > ?"
                + " ORDER BY position LIMIT ?")) {
      new Binder(select).begin().number(lease.position()).number(afterPosition).number(limit + 1L);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          if (entries.size() == limit) {
            return new HistoryPage(lease, entries, entries.get(limit - 1).position());
          }
          entries.add(entry(row));
        }
      }
    }
    if (entries.isEmpty()) {
      refuseDeleted(lease, afterPosition, ConfigRows.keptFrom(connection));
    }
    return new HistoryPage(lease, entries, 0);
  }

  /** Nothing is told of an older lease until something happens to it again. */
  private static void refuseDeleted(Lease lease, long afterPosition, long keptFrom) {
    if (Math.max(lease.position(), afterPosition) < keptFrom) {
      throw new HistoryPrunedException(
          "the history of lease "
              + lease.id()
              + " was deleted when keep_history was switched off; only the journal still has it");
    }
  }

  private static HistoryPage.Entry entry(ResultSet row) throws SQLException {
    return new HistoryPage.Entry(
        row.getLong("position"),
        row.getLong("event_nanos"),
        row.getLong("tick"),
        row.getString("event_type"),
        state(row.getString("state_before")),
        LeaseState.valueOf(row.getString("state_after")),
        ParticularsColumns.orEmpty(row.getString("actor")),
        ParticularsColumns.orEmpty(row.getString("reason")),
        row.getInt("renewal_count"),
        row.getLong("expires_nanos"),
        row.getLong("epoch"),
        row.getLong("fencing_token"));
  }

  private static @Nullable LeaseState state(@Nullable String text) {
    return text == null ? null : LeaseState.valueOf(text);
  }
}
