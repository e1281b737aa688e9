package dev.leasehold.node.tables.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.persist.MemoryJournal;
import dev.leasehold.node.sequence.forgotten.TablesBehindException;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.TablesRig;
import dev.leasehold.node.tables.query.LeaseQueries;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lease reads the same while the tables are behind as when they have caught up. */
class LatestLeaseTest {

  @TempDir Path directory;
  private TablesRig rig;
  private CountDownLatch release = new CountDownLatch(1);

  @BeforeEach
  void open() throws Exception {
    rig = new TablesRig(directory.resolve("a b#c%25d.db"));
  }

  @AfterEach
  void close() throws Exception {
    release.countDown();
    rig.close();
  }

  /** Keeps the feed from writing until the latch opens. */
  private void holdFeed() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    release = new CountDownLatch(1);
    CountDownLatch until = release;
    FutureTask<Boolean> holding =
        new FutureTask<>(
            () ->
                rig.file()
                    .write(
                        connection -> {
                          held.countDown();
                          try {
                            return until.await(60, TimeUnit.SECONDS);
                          } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                            return false;
                          }
                        }));
    Thread.ofPlatform().daemon().start(holding);
    held.await();
  }

  private void drive(RandomTraffic traffic, int steps) throws Exception {
    for (int i = 0; i < steps; i++) {
      traffic.step();
      if (i % 7 == 0) {
        rig.flush();
      }
    }
    rig.flush();
  }

  /** All that the tables tell of a lease, as text, and of the lease that a transfer made of it. */
  private static List<String> told(Connection rows, String leaseId) throws SQLException {
    return List.of(
        told(rows, "SELECT * FROM leases WHERE id = ? ORDER BY position", leaseId),
        told(rows, "SELECT * FROM lease_history WHERE lease_id = ? ORDER BY position", leaseId));
  }

  private static String told(Connection rows, String query, String leaseId) throws SQLException {
    StringBuilder text = new StringBuilder();
    try (PreparedStatement select = rows.prepareStatement(query)) {
      select.setString(1, leaseId);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            text.append(row.getString(i)).append('|');
          }
          text.append('\n');
        }
      }
    }
    return text.toString();
  }

  /** Returns null where the feed has to be awaited. */
  private List<String> toldAtOnce(String leaseId) throws Exception {
    return rig.latest()
        .find(leaseId, rows -> told(rows, leaseId), this::cannotBeAwaited)
        .exceptionally(failure -> null)
        .get(60, TimeUnit.SECONDS);
  }

  private CompletableFuture<Void> cannotBeAwaited() {
    return CompletableFuture.failedFuture(new TablesBehindException());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void itIsToldAsTheTablesTellItLater(long seed) throws Exception {
    RandomTraffic traffic = new RandomTraffic(rig, seed);
    traffic.prepare();
    int told = 0;
    for (int round = 0; round < 30; round++) {
      int before = rig.facts.size();
      holdFeed();
      drive(traffic, 40);
      Set<String> changed = leasesOf(rig.facts.subList(before, rig.facts.size()));
      Map<String, List<String>> atOnce = toldAtOnce(changed);
      told += atOnce.size();
      release.countDown();
      rig.awaitFed();
      for (Map.Entry<String, List<String>> one : atOnce.entrySet()) {
        String id = one.getKey();
        assertThat(one.getValue()).isEqualTo(rig.file().read(rows -> told(rows, id)));
      }
    }
    assertThat(told).isGreaterThan(150);
  }

  private Map<String, List<String>> toldAtOnce(Set<String> leaseIds) throws Exception {
    Map<String, List<String>> all = new HashMap<>();
    for (String id : leaseIds) {
      List<String> told = toldAtOnce(id);
      if (told != null) {
        all.put(id, told);
      }
    }
    return all;
  }

  private Set<String> leasesOf(List<Fact> facts) {
    Set<String> ids = new TreeSet<>();
    for (Fact fact : facts) {
      if (fact.after() != null) {
        ids.add(fact.after().id());
      }
    }
    return ids;
  }

  @Test
  void alsoAfterARestartWithTablesThatAreBehind() throws Exception {
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("a", "/a", ""));
    rig.awaitFed();
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Renew("a", 7_200_000_000_000L, ""));
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Release("a", "", 0, ""));
    rig.append();
    UnfedEvents unfed = new UnfedEvents(rig.journal.head().position(), () -> 0);
    assertThat(new UnfedBlocks(rig.journal, unfed, e -> "repo").readAfter(1, 10)).isTrue();
    long granted = rig.lastSeen.get("a").position();
    assertThat(unfed.positionsOf(RetryKeys.ofLease("a"), granted))
        .containsExactly(granted + 1, granted + 2);
  }

  /** A start gives up reading in the middle, and waits for the tables. */
  @Test
  void alsoAfterAStartThatHadToWaitForTheTables() throws Exception {
    MemoryJournal journal = new MemoryJournal();
    try (TablesRig before = new TablesRig(directory.resolve("before.db"), journal)) {
      for (int i = 0; i < 4; i++) {
        before.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("l" + i, "/" + i, ""));
        before.flush();
      }
    }
    rig.close();
    rig = new TablesRig(directory.resolve("deleted.db"), journal.reopen(), 2);
    holdFeed();
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Release("l0", "", 0, ""));
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("a", "/a", ""));
    rig.flush();
    List<String> ended = toldAtOnce("l0");
    List<String> made = toldAtOnce("a");
    release.countDown();
    rig.awaitFed();
    assertThat(ended).isEqualTo(rig.file().read(rows -> told(rows, "l0")));
    assertThat(made).isEqualTo(rig.file().read(rows -> told(rows, "a")));
  }

  @Test
  void aLeaseThatOthersHaveAPartInIsAwaited() throws Exception {
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("a", "/a", ""));
    holdFeed();
    rig.execute(
        RandomTraffic.agent("ann"),
        new LeaseCommand.Derive("a", "b", "bob", "", null, null, null, Amounts.NONE, 0, ""));
    rig.flush();
    assertThat(toldAtOnce("a")).isNull();
    assertThat(toldAtOnce("b")).isNull();
    assertThat(toldAtOnce("c")).isNotNull();
  }

  /** Of a lease that was derived long ago, only its row tells that it has a parent. */
  @Test
  void aLeaseIsAwaitedThatHasAParentFromBefore() throws Exception {
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("a", "/a", ""));
    rig.execute(
        RandomTraffic.agent("ann"),
        new LeaseCommand.Derive("a", "b", "bob", "", null, null, null, Amounts.NONE, 0, ""));
    rig.awaitFed();
    rig.close();
    rig = new TablesRig(rig.path, rig.journal.reopen());
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Ask("b", "soon?", ""));
    rig.awaitFed();
    holdFeed();
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Transfer("a", "c", "ann", "", ""));
    rig.flush();
    assertThat(toldAtOnce("b")).isNull();
  }

  /** Whether the search was handed copies of rows. */
  private boolean isCopied(String leaseId) throws Exception {
    return rig.latest()
        .find(leaseId, LatestLeaseTest::databases, this::cannotBeAwaited)
        .get(60, TimeUnit.SECONDS)
        .contains("live");
  }

  private static List<String> databases(Connection rows) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement statement = rows.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA database_list")) {
      while (row.next()) {
        names.add(row.getString("name"));
      }
    }
    return names;
  }

  @Test
  void whatTheTablesHaveIsReadWhereItIs() throws Exception {
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("a", "/a", ""));
    rig.awaitFed();
    assertThat(isCopied("a")).isFalse();
    holdFeed();
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("b", "/b", ""));
    rig.flush();
    assertThat(isCopied("a")).isFalse();
    assertThat(isCopied("b")).isTrue();
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Release("a", "", 0, ""));
    rig.flush();
    assertThat(isCopied("a")).isTrue();
  }

  /** Lets a lease have as many entries of history, with the two that it has. */
  private void addEntries(String leaseId, int entries) throws Exception {
    rig.file()
        .write(
            connection -> {
              try (PreparedStatement insert =
                  connection.prepareStatement(
                      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                          + " INSERT INTO lease_entries (lease_position, position, event_type,"
                          + " state_after, event_nanos, tick, mode, issued_nanos, issued_tick,"
                          + " deadline_tick, expires_nanos, ttl_nanos, fencing_token, epoch)"
                          + " SELECT position, 1000000 + i, 'renewed', 'ACTIVE', 0, 0, mode, 0, 0,"
                          + " 0, 0, 0, 1, 1 FROM leases, n WHERE id = ?")) {
                insert.setInt(1, entries - 2);
                insert.setString(2, leaseId);
                return insert.executeUpdate();
              }
            });
  }

  @Test
  void aVeryLongHistoryIsAwaitedAndTheRowOfTheLeaseIsTold() throws Exception {
    for (String id : List.of("a", "b")) {
      rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn(id, "/" + id, ""));
      rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Renew(id, 7_200_000_000_000L, ""));
    }
    rig.awaitFed();
    addEntries("a", LeasePreview.MOST_ENTRIES);
    addEntries("b", LeasePreview.MOST_ENTRIES + 1);
    holdFeed();
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Release("a", "", 0, ""));
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Release("b", "", 0, ""));
    rig.flush();
    assertThat(toldAtOnce("a").get(1)).hasLineCount(LeasePreview.MOST_ENTRIES + 1);
    assertThat(toldAtOnce("b")).isNull();
    LeaseQueries queries = new LeaseQueries(rig.file());
    assertThat(
            rig.latest()
                .findRow("b", rows -> queries.byId(rows, "b"), this::cannotBeAwaited)
                .get(60, TimeUnit.SECONDS))
        .isEqualTo(rig.lastSeen.get("b"));
  }
}
