package dev.leasehold.node.tables.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.TablesRig;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leases as they were at a time. */
class PastLeasesTest {

  @TempDir Path directory;
  private TablesRig rig;

  @BeforeEach
  void open() throws Exception {
    rig = new TablesRig(directory.resolve("leasehold.db"));
  }

  @AfterEach
  void close() throws Exception {
    rig.close();
  }

  private void acquire(String id) {
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn(id, "/" + id, ""));
  }

  private void renew(String id) {
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Renew(id, 0, ""));
  }

  private void release(String id) {
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Release(id, "", 0, ""));
  }

  private void keepHistory(boolean kept) {
    rig.execute(RandomTraffic.ADMIN, new AdminCommand.SetConfig("keep_history", "" + kept));
  }

  /** The time of what was done last, after which some passes. */
  private long pass(long nanos) throws Exception {
    rig.awaitFed();
    long wallNanos = TablesRig.wallNanos(rig.tick);
    rig.tick += nanos;
    return wallNanos;
  }

  private List<String> at(long wallNanos) throws Exception {
    LeaseQuery.ListLeases list =
        new LeaseQuery.ListLeases(
            "", "", null, "", "", List.of(LeaseState.ACTIVE, LeaseState.RELEASED), "", 100, 0);
    return rig.archive().leasesAt(RandomTraffic.ADMIN, list, wallNanos).get().leases().stream()
        .map(PastLeasesTest::text)
        .toList();
  }

  private static String text(Lease lease) {
    return lease.id() + " " + lease.state() + " " + lease.renewalCount();
  }

  @Test
  void everyEventCountsFromItsOwnTimeOn() throws Exception {
    acquire("a");
    final long acquired = pass(1_000);
    acquire("b");
    final long another = pass(1_000);
    renew("b");
    final long renewed = pass(1_000);
    release("a");
    release("b");
    final long released = pass(Limits.SECOND);
    acquire("c");
    pass(1_000);
    assertThat(at(acquired - 1)).isEmpty();
    assertThat(at(acquired)).containsExactly("a ACTIVE 0");
    assertThat(at(another)).containsExactly("a ACTIVE 0", "b ACTIVE 0");
    assertThat(at(renewed)).containsExactly("a ACTIVE 0", "b ACTIVE 1");
    assertThat(at(released - 1)).containsExactly("a ACTIVE 0", "b ACTIVE 1");
    assertThat(at(released)).containsExactly("a RELEASED 0", "b RELEASED 1");
  }

  @Test
  void afterHistoryWasOffEveryLeaseIsThereAsItWasSince() throws Exception {
    acquire("a");
    final long before = pass(Limits.SECOND);
    keepHistory(false);
    acquire("b");
    acquire("c");
    renew("a");
    final long off = pass(1_000);
    keepHistory(true);
    final long on = pass(1_000);
    acquire("d");
    final long later = pass(Limits.SECOND);
    renew("a");
    release("b");
    final long last = pass(Limits.SECOND);
    for (long gone : new long[] {before, off, on - 1}) {
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(() -> at(gone))
          .withCauseInstanceOf(HistoryPrunedException.class);
    }
    assertThat(at(on)).containsExactly("a ACTIVE 1", "b ACTIVE 0", "c ACTIVE 0");
    assertThat(at(later)).containsExactly("a ACTIVE 1", "b ACTIVE 0", "c ACTIVE 0", "d ACTIVE 0");
    assertThat(at(last)).containsExactly("a ACTIVE 2", "b RELEASED 0", "c ACTIVE 0", "d ACTIVE 0");
  }

  @Test
  void historyOfAnOlderLeaseBeginsWhereItIsKeptAgain() throws Exception {
    acquire("a");
    pass(1_000);
    keepHistory(false);
    renew("a");
    pass(1_000);
    assertThat(types()).isEmpty();
    keepHistory(true);
    renew("a");
    release("a");
    rig.awaitFed();
    assertThat(types())
        .containsExactly("a|history_began|ACTIVE|1", "a|renewed|ACTIVE|2", "a|released|RELEASED|2");
  }

  private List<String> types() throws Exception {
    return rig.query(
        "SELECT lease_id, event_type, state_after, renewal_count FROM lease_history"
            + " ORDER BY position");
  }
}
