package dev.leasehold.node.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.Acquires;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of history and retention, and the rows that they leave. */
class TrimmingTest {

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

  private void set(String key, String value) {
    rig.execute(RandomTraffic.ADMIN, new AdminCommand.SetConfig(key, value));
  }

  private void acquire(String id) {
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn(id, "/" + id, ""));
  }

  private void release(String id) {
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Release(id, "", 0, ""));
  }

  private void trim() throws Exception {
    rig.awaitFed();
    try (Trimming trimming = new Trimming(rig.file(), rig.filters())) {
      while (trimming.step()) {
        // until the round is over
      }
    }
  }

  @Test
  void settingsHaveTheirRows() throws Exception {
    set("default_ttl_seconds", "60");
    rig.awaitFed();
    assertThat(
            rig.query("SELECT config_key, config_value, value_type FROM lease_configs ORDER BY 1"))
        .containsExactly(
            "acquisition_timeout_ms|30000|int",
            "agents_see|spaces|string",
            "auto_expire_enabled|true|bool",
            "blocking_mode_enabled|true|bool",
            "budget_thresholds|80,90,100|string",
            "cleanup_interval_seconds|300|int",
            "daily_sums_retention_days|400|int",
            "default_ttl_seconds|60|int",
            "history_retention_days|30|int",
            "keep_history|true|bool",
            "max_renewals|-1|int",
            "notice_domains|off|string");
  }

  @Test
  void withoutKeepHistoryThereIsNone() throws Exception {
    acquire("a");
    set("keep_history", "false");
    acquire("b");
    trim();
    assertThat(rig.query("SELECT count(*) FROM lease_history")).containsExactly("0");
    assertThat(rig.query("SELECT count(*) FROM leases")).containsExactly("2");
    set("keep_history", "true");
    release("b");
    rig.awaitFed();
    assertThat(rig.query("SELECT lease_id, event_type FROM lease_history ORDER BY position"))
        .containsExactly("b|history_began", "b|released");
  }

  @Test
  void aRestartStillHeedsTheSettings() throws Exception {
    set("keep_history", "false");
    rig.awaitFed();
    rig.close();
    rig = new TablesRig(rig.path, rig.journal.reopen());
    acquire("a");
    rig.awaitFed();
    assertThat(rig.query("SELECT count(*) FROM lease_history")).containsExactly("0");
  }

  @Test
  void whatEndedLongAgoIsDeletedWithItsHistory() throws Exception {
    set("history_retention_days", "1");
    acquire("old");
    release("old");
    rig.tick += 25 * Limits.HOUR;
    acquire("ended");
    release("ended");
    acquire("living");
    trim();
    assertThat(rig.query("SELECT id FROM leases ORDER BY id")).containsExactly("ended", "living");
    assertThat(rig.query("SELECT DISTINCT lease_id FROM lease_history ORDER BY 1"))
        .containsExactly("ended", "living");
    assertThat(rig.query("SELECT history_from > 0 FROM feed")).containsExactly("1");
  }

  @Test
  void aLivingLeaseKeepsTheRowThatTellsHowItWas() throws Exception {
    set("history_retention_days", "1");
    acquire("living");
    for (int i = 0; i < 30; i++) {
      rig.tick += Limits.HOUR - Limits.MINUTE;
      rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Renew("living", 0, ""));
    }
    trim();
    long cutoff = TablesRig.wallNanos(rig.tick - 24 * Limits.HOUR);
    assertThat(rig.query("SELECT count(*) FROM lease_history WHERE event_nanos < " + cutoff))
        .containsExactly("1");
    assertThat(rig.query("SELECT renewal_count FROM leases")).containsExactly("30");
  }

  @Test
  void aWallClockThatLeapsMakesNobodyForget() throws Exception {
    acquire("ended");
    release("ended");
    rig.wallLeapNanos = 60 * 24 * Limits.HOUR;
    acquire("living");
    trim();
    assertThat(rig.query("SELECT id FROM leases ORDER BY id")).containsExactly("ended", "living");
  }

  @Test
  void moneyThatComesBackToALeaseWithoutARowStopsNothing() throws Exception {
    Caller ann = RandomTraffic.agent("ann");
    rig.execute(
        RandomTraffic.ADMIN, new PoolCommand.CreatePool("pool", Amounts.of("usd", 1_000), "p1"));
    rig.execute(
        ann,
        new LeaseCommand.Acquire(
            "purse",
            false,
            "budget",
            "money",
            Scope.ofCanonical(List.of("/**")),
            Mode.EXCLUSIVE,
            "ann",
            "",
            Limits.MINUTE,
            LeaseCommand.UNSET,
            Map.of(),
            "",
            LeaseCommand.RareTerms.NONE.withBudget("pool", Amounts.of("usd", 100))));
    rig.execute(
        ann, new BudgetCommand.Reserve("purse", Amounts.of("usd", 5), 10 * Limits.MINUTE, "r1"));
    rig.execute(ann, new LeaseCommand.Close("purse", ""));
    rig.awaitFed();
    rig.file()
        .write(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                return statement.execute("DELETE FROM leases");
              }
            });
    rig.execute(ann, new BudgetCommand.Settle("purse", "r1", Amounts.of("usd", 3)));
    rig.awaitFed();
    assertThat(rig.query("SELECT id FROM leases")).isEmpty();
    acquire("next");
    rig.awaitFed();
    assertThat(rig.query("SELECT id FROM leases")).containsExactly("next");
  }
}
