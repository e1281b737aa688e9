package dev.leasehold.node.tables.query;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Visibility;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.ConfigRows;
import dev.leasehold.node.tables.RareColumns;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.TableReaders;
import dev.leasehold.node.tables.feed.TableFeed;
import dev.leasehold.node.tables.retry.LatestLease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers callers about the past: the history of a lease, and leases as they were at some time.
 *
 * @param setting as it is when an answer is told
 */
public record Archive(
    TableFile file,
    TableFeed feed,
    TableReaders readers,
    LatestLease latest,
    Supplier<AgentsSee> setting) {

  /** Entries in one reply, so that it stays small. */
  public static final int MAX_ENTRIES = 1_000;

  /**
   * Moves of money, questions of others and what admins are asked are told to those who see all of
   * the lease.
   */
  private static final String NOT_PRIVATE =
      " AND event_type NOT IN"
          + " ('spent', 'overdrawn', 'reserved', 'adjusted', 'settled', 'asked', 'token_issued',"
          + " 'threshold', 'overrun', 'more_requested', 'more_approved', 'more_declined',"
          + " 'extension_requested', 'extension_declined')";

  /** An answer or a refusal. */
  public sealed interface Found<T> {
    record Answer<T>(T value) implements Found<T> {}

    record Refused<T>(Refusal refusal) implements Found<T> {}
  }

  /**
   * Runs the query when the tables have caught up. No reader waits for the feed meanwhile: others
   * need the readers.
   */
  private <T> CompletableFuture<T> ask(TableReaders.Query<T> query) {
    return feed.caughtUp()
        .thenCompose(fed -> readers.ask(query))
        .thenApply(Objects::requireNonNull);
  }

  /**
   * Lists leases as they were at a time, a page of them.
   *
   * @param list of which the states are those at that time
   * @return fails with {@link HistoryPrunedException} if that is too long ago
   */
  public CompletableFuture<PastPage> leasesAt(
      Caller caller, LeaseQuery.ListLeases list, long wallNanos) {
    return ask(() -> new PastLeases(file).page(caller, list, setting.get(), wallNanos));
  }

  /**
   * Finds a lease by its id, without asking who may see it, if the tables have it already. It does
   * not wait for the feed, which a full disk may hold up, so that a start can ask.
   */
  public CompletableFuture<Optional<Lease>> lease(String leaseId) {
    return readers
        .ask(() -> file.find(rows -> new LeaseQueries(file).byId(rows, leaseId)))
        .thenApply(Optional::ofNullable);
  }

  /**
   * Tells the history of a lease.
   *
   * @param afterPosition where the last page ended; 0 for the first
   * @return fails with {@link HistoryPrunedException} if all of it was deleted
   */
  public CompletableFuture<Found<HistoryPage>> history(
      Caller caller, String leaseId, int limit, long afterPosition) {
    return latest
        .<Found<HistoryPage>>find(
            leaseId, rows -> history(rows, caller, leaseId, limit, afterPosition), feed::caughtUp)
        .thenApply(Objects::requireNonNull);
  }

  private Found<HistoryPage> history(
      Connection rows, Caller caller, String leaseId, int limit, long afterPosition)
      throws SQLException {
    Lease lease = new LeaseQueries(file).byId(rows, leaseId);
    if (lease == null) {
      return new Found.Refused<>(new NotFoundRefusal.NoSuchLease(leaseId));
    }
    Visibility sight = caller.visibilityOf(lease, setting.get());
    Refusal unseen = sight.refusal(lease.id());
    return unseen != null
        ? new Found.Refused<>(unseen)
        : new Found.Answer<>(entries(rows, lease, sight, limit, afterPosition));
  }

  /** Sums up what was spent. The caller's rights are not checked here. */
  public CompletableFuture<SpendReport.Found> spent(SpendReport.Asked asked) {
    return ask(() -> file.read(connection -> SpendReport.read(connection, asked)));
  }

  private static HistoryPage entries(
      Connection connection, Lease lease, Visibility sight, int limit, long afterPosition)
      throws SQLException {
    List<HistoryPage.Entry> entries = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT * FROM lease_history WHERE lease_position = ? AND position > ?"
                + (sight == Visibility.WHOLE ? "" : NOT_PRIVATE)
                + " ORDER BY position LIMIT ?")) {
      new Binder(select).begin().number(lease.position()).number(afterPosition).number(limit + 1L);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          if (entries.size() == limit) {
            return new HistoryPage(lease, sight, entries, entries.get(limit - 1).position());
          }
          entries.add(entry(row, sight));
        }
      }
    }
    if (entries.isEmpty()) {
      refuseDeleted(lease, afterPosition, ConfigRows.keptFrom(connection));
    }
    return new HistoryPage(lease, sight, entries, 0);
  }

  /**
   * A lease from before the history that is kept has rows only when something happens to it again.
   */
  private static void refuseDeleted(Lease lease, long afterPosition, long keptFrom) {
    if (Math.max(lease.position(), afterPosition) < keptFrom) {
      throw new HistoryPrunedException(
          "the history of lease "
              + lease.id()
              + " was deleted when keep_history was switched off; only the journal still has it");
    }
  }

  private static HistoryPage.Entry entry(ResultSet row, Visibility sight) throws SQLException {
    String type = row.getString("event_type");
    // The reason of a lease that came by a transfer is the note of that.
    boolean isPrivateNote = sight != Visibility.WHOLE && type.equals("acquired");
    return new HistoryPage.Entry(
        row.getLong("position"),
        row.getLong("event_nanos"),
        row.getLong("tick"),
        type,
        state(row.getString("state_before")),
        LeaseState.valueOf(row.getString("state_after")),
        RareColumns.orEmpty(row.getString("actor")),
        isPrivateNote ? "" : RareColumns.orEmpty(row.getString("reason")),
        row.getInt("renewal_count"),
        row.getLong("expires_nanos"),
        row.getLong("epoch"),
        row.getLong("fencing_token"),
        RareColumns.amounts(row.getString("amounts")),
        RareColumns.labels(row.getString("labels")));
  }

  private static @Nullable LeaseState state(@Nullable String text) {
    return text == null ? null : LeaseState.valueOf(text);
  }
}
