package dev.leasehold.node.tables.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Budget;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.persist.MemoryJournal;
import dev.leasehold.node.persist.TablesReader;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.RareColumns;
import dev.leasehold.node.tables.TablesRig;
import dev.leasehold.node.tables.recovery.RowCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of the tables agree with the leases and events of a kernel. */
class TableFeedTest {

  static final List<String> FED =
      List.of(
          "leases",
          "lease_history",
          "lease_entries",
          "lease_policies",
          "lease_pools",
          "feed",
          "moments");

  @TempDir Path directory;

  private static RandomTraffic drive(TablesRig rig, long seed, int steps) throws Exception {
    RandomTraffic traffic = new RandomTraffic(rig, seed);
    traffic.prepare();
    for (int i = 0; i < steps; i++) {
      traffic.step();
      if (i % 7 == 0) {
        rig.flush();
      }
      if (i == steps / 2) {
        traffic.restore();
      }
    }
    rig.flush();
    return traffic;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyRowReadsAsItsLease(long seed) throws Exception {
    try (TablesRig rig = new TablesRig(directory.resolve("leasehold.db"))) {
      drive(rig, seed, 4_000);
      rig.awaitFed();
      assertThat(rig.lastSeen.size()).isGreaterThan(700);
      for (String id : rig.lastSeen.keySet()) {
        assertThat(rig.inTable(id)).isEqualTo(rig.kernel.recorded().lease(id));
      }
      try (TablesReader tables = TablesReader.open(directory)) {
        assertThat(RowCheck.difference(tables, rig.kernel.recorded())).isNull();
      }
      assertThat(reservedByLease(rig)).isEqualTo(reservedInBudgets(rig));
    }
  }

  /** The kernel tells each event with the lease before and after it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void historyTellsEveryEventWithTheLeaseAsItWasThen(long seed) throws Exception {
    try (TablesRig rig = new TablesRig(directory.resolve("leasehold.db"))) {
      drive(rig, seed, 4_000);
      rig.awaitFed();
      List<String> expected = new ArrayList<>();
      for (Fact fact : rig.facts) {
        if (fact.event() instanceof Event.OfLease event
            && (fact.isAboutNamedLease() || fact.isBirth())) {
          expected.add(historyOf(event, fact));
        }
      }
      assertThat(
              rig.query(
                  "SELECT position, lease_id, event_type, state_before, state_after, event_nanos,"
                      + " tick, reason, actor, renewal_count, mode, issued_nanos, issued_tick,"
                      + " deadline_tick, expires_nanos, ttl_nanos, coalesce(last_renewed_nanos, 0),"
                      + " fencing_token, epoch, amounts, request_id FROM lease_history"
                      + " ORDER BY position, state_before IS NULL"))
          .isEqualTo(expected);
    }
  }

  private static String historyOf(Event.OfLease event, Fact fact) {
    Lease lease = Objects.requireNonNull(fact.after());
    HistoryEntry entry = HistoryEntry.of(event, fact.isBirth());
    return Stream.of(
            event.position(),
            lease.id(),
            entry.type(),
            fact.before() == null ? "null" : fact.before().state(),
            lease.state(),
            event.wallNanos(),
            event.tick(),
            orNull(entry.reason()),
            orNull(entry.actor()),
            lease.renewalCount(),
            lease.mode(),
            lease.issuedWallNanos(),
            lease.issuedTick(),
            lease.deadlineTick(),
            lease.expiresWallNanos(),
            lease.ttlNanos(),
            lease.lastRenewedWallNanos(),
            lease.fencingToken(),
            lease.epoch(),
            entry.amounts().isNothing() ? "null" : json(entry.amounts()),
            orNull(entry.request().requestId()))
        .map(String::valueOf)
        .collect(Collectors.joining("|"));
  }

  private static String orNull(String text) {
    return text.isEmpty() ? "null" : text;
  }

  private static String json(Amounts amounts) {
    return amounts.asMap().entrySet().stream()
        .map(unit -> "\"" + unit.getKey() + "\":" + unit.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** The sum of the open reservations of each lease that has some. */
  private static Map<String, Amounts> reservedByLease(TablesRig rig) throws Exception {
    Map<String, Amounts> sums = new TreeMap<>();
    for (String row : rig.query("SELECT lease_id, amounts FROM lease_reservations")) {
      String[] columns = row.split("\\|", 2);
      sums.merge(columns[0], RareColumns.amounts(columns[1]), Amounts::plus);
    }
    return sums;
  }

  private static Map<String, Amounts> reservedInBudgets(TablesRig rig) {
    Map<String, Amounts> reserved = new TreeMap<>();
    for (Lease lease : rig.kernel.recorded().leases()) {
      Budget budget = lease.rare().budget();
      if (budget != null && !budget.reserved().isNothing()) {
        reserved.put(lease.id(), budget.reserved());
      }
    }
    return reserved;
  }

  /** The other tests compare rows, which says nothing about an event that never comes. */
  @Test
  void theTrafficHasEventsOfEveryKindAndTheContractListsTheirTypes() throws Exception {
    try (TablesRig rig = new TablesRig(directory.resolve("leasehold.db"))) {
      RandomTraffic traffic = drive(rig, 1, 8_000);
      traffic.overflowNotices();
      rig.execute(RandomTraffic.ADMIN, new NodeCommand.Prune(rig.tick, 10));
      Set<Class<?>> kinds = new HashSet<>();
      rig.facts.forEach(fact -> kinds.add(fact.event().getClass()));
      assertThat(kinds).containsAll(kindsOf(Event.class));
      assertThat(typesInContract()).containsAll(typesOf(rig.facts)).contains("history_began");
      rig.awaitFed();
    }
  }

  private static Set<String> typesOf(List<Fact> facts) {
    return facts.stream()
        .filter(fact -> fact.isAboutNamedLease() || fact.isBirth())
        .filter(fact -> fact.event() instanceof Event.OfLease)
        .map(fact -> HistoryEntry.of((Event.OfLease) fact.event(), fact.isBirth()).type())
        .collect(Collectors.toSet());
  }

  /** The types that the comment on the field {@code type} of {@code HistoryEvent} names. */
  private static Set<String> typesInContract() throws IOException {
    String proto =
        Files.readString(Path.of("../api/src/main/proto/leasehold/v1/history_service.proto"));
    String comment = proto.substring(proto.indexOf("message HistoryEvent"));
    comment = comment.substring(0, comment.indexOf("string type"));
    return Pattern.compile("`(\\w+)`")
        .matcher(comment)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  private static List<Class<?>> kindsOf(Class<?> sealed) {
    List<Class<?>> kinds = new ArrayList<>();
    for (Class<?> permitted : sealed.getPermittedSubclasses()) {
      if (permitted.isSealed()) {
        kinds.addAll(kindsOf(permitted));
      } else {
        kinds.add(permitted);
      }
    }
    return kinds;
  }

  @Test
  void whatTheKernelHasForgottenIsStillThere() throws Exception {
    try (TablesRig rig = new TablesRig(directory.resolve("leasehold.db"))) {
      RandomTraffic traffic = new RandomTraffic(rig, 4);
      traffic.prepare();
      for (int i = 0; i < 6_000; i++) {
        traffic.step();
        if (i % 50 == 0) {
          rig.execute(RandomTraffic.ADMIN, new NodeCommand.Prune(rig.tick - Limits.MINUTE, 1_000));
          rig.flush();
        }
      }
      rig.awaitFed();
      long forgotten = 0;
      for (Map.Entry<String, Lease> seen : rig.lastSeen.entrySet()) {
        Reply now =
            rig.execute(RandomTraffic.ADMIN, new LeaseQuery.GetLease(seen.getKey())).reply();
        forgotten += now instanceof Reply.Refused ? 1 : 0;
        assertThat(rig.inTable(seen.getKey())).isEqualTo(seen.getValue());
      }
      assertThat(forgotten).isGreaterThan(300);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 8, 11, 14, 23, 30})
  void tablesBuiltFromTheJournalAreThoseThatWereFed(long seed) throws Exception {
    MemoryJournal journal = new MemoryJournal();
    try (TablesRig live = new TablesRig(directory.resolve("live.db"), journal)) {
      drive(live, seed, 4_000);
      live.awaitFed();
      try (TablesRig rebuilt = new TablesRig(directory.resolve("new.db"), journal.reopen())) {
        rebuilt.awaitFed();
        for (String table : FED) {
          assertSame(table, rebuilt, live);
        }
        assertThat(rebuilt.dump("lease_reservations")).isEqualTo(live.dump("lease_reservations"));
      }
    }
  }

  /** Names only the rows that differ. */
  private static void assertSame(String table, TablesRig one, TablesRig other) throws Exception {
    List<String> rows = new ArrayList<>(one.dump(table));
    List<String> others = new ArrayList<>(other.dump(table));
    List<String> common = new ArrayList<>(rows);
    common.retainAll(new HashSet<>(others));
    rows.removeAll(new HashSet<>(common));
    others.removeAll(new HashSet<>(common));
    assertThat(rows).isEqualTo(others);
    assertThat(common).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1_000})
  void historyIsTheSameHoweverManyBlocksAreWrittenTogether(int stepsPerBlock) throws Exception {
    MemoryJournal journal = new MemoryJournal();
    try (TablesRig live = new TablesRig(directory.resolve("live.db"), journal)) {
      RandomTraffic traffic = new RandomTraffic(live, 5);
      traffic.prepare();
      for (int i = 0; i < 1_000; i++) {
        traffic.step();
        if (i % stepsPerBlock == 0) {
          live.awaitFed();
        }
      }
      live.awaitFed();
      try (TablesRig rebuilt = new TablesRig(directory.resolve("new.db"), journal.reopen())) {
        rebuilt.awaitFed();
        for (String table : FED) {
          assertSame(table, rebuilt, live);
        }
      }
    }
  }

  @Test
  void tablesThatAreBehindCatchUp() throws Exception {
    MemoryJournal journal = new MemoryJournal();
    Path behind = directory.resolve("behind.db");
    try (TablesRig first = new TablesRig(behind, journal)) {
      drive(first, 6, 500);
    }
    TablesRig unfed = new TablesRig(directory.resolve("other.db"), journal.reopen());
    RandomTraffic traffic = new RandomTraffic(unfed, 7);
    for (int i = 0; i < 500; i++) {
      traffic.step();
      unfed.flush();
    }
    unfed.awaitFed();
    try (TablesRig second = new TablesRig(behind, journal.reopen())) {
      second.awaitFed();
      for (String table : FED) {
        assertSame(table, second, unfed);
      }
    }
    unfed.close();
  }

  @Test
  void aLeaseThatChangedOftenIsOneRowWithItsWholeHistory() throws Exception {
    try (TablesRig rig = new TablesRig(directory.resolve("leasehold.db"))) {
      rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("l1", "/a", ""));
      rig.tick += 1_000_000;
      rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Renew("l1", 0, ""));
      rig.tick += 1_000_000;
      rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Release("l1", "", 0, ""));
      rig.awaitFed();
      assertThat(rig.query("SELECT id, status, renewal_count FROM leases"))
          .containsExactly("l1|released|1");
      assertThat(
              rig.query(
                  "SELECT event_type, status_before, status_after, renewal_count, actor"
                      + " FROM lease_history ORDER BY position"))
          .containsExactly(
              "acquired|null|active|0|ann",
              "renewed|active|active|1|ann",
              "released|active|released|1|ann");
    }
  }
}
