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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Daily sums of what was spent. The clock of these tests begins on 2023-11-14 at 22:13 UTC. */
class SpendSumsTest {

  private static final Caller ANN = RandomTraffic.agent("ann");
  private static final Caller BOB = RandomTraffic.agent("bob");

  @TempDir Path directory;
  private TablesRig rig;
  private int serial;

  @BeforeEach
  void open() throws Exception {
    rig = new TablesRig(directory.resolve("leasehold.db"));
    rig.execute(
        RandomTraffic.ADMIN,
        new PoolCommand.CreatePool("pool", Amounts.of("usd", 1_000_000), "p1"));
    rig.execute(
        ANN,
        new LeaseCommand.Acquire(
            "purse",
            false,
            "budget",
            "money",
            Scope.ofCanonical(List.of("/**")),
            Mode.EXCLUSIVE,
            "ann",
            "",
            300 * Limits.DAY,
            LeaseCommand.UNSET,
            Map.of(),
            "",
            LeaseCommand.RareTerms.NONE.withBudget("pool", Amounts.of("usd", 10_000))));
  }

  @AfterEach
  void close() throws Exception {
    rig.close();
  }

  private void spend(long usd, Map<String, String> labels) {
    rig.execute(
        ANN, new BudgetCommand.Spend("purse", Amounts.of("usd", usd), "", labels, "s" + serial++));
  }

  private List<String> sums() throws Exception {
    return rig.query(
        "SELECT day, pool, agent, model, provider, unit, amount, spends FROM spend_days"
            + " ORDER BY day, agent, model");
  }

  @Test
  void aDayHasASumForEachModelAndProvider() throws Exception {
    spend(5, Map.of("model", "m1", "provider", "p"));
    spend(6, Map.of("model", "m1", "provider", "p", "job", "x"));
    spend(7, Map.of());
    rig.execute(
        ANN,
        new BudgetCommand.Reserve("purse", Amounts.of("usd", 9), 0, Map.of("model", "m2"), "r1"));
    rig.execute(ANN, new BudgetCommand.Settle("purse", "r1", Amounts.of("usd", 4)));
    rig.execute(ANN, new BudgetCommand.Reserve("purse", Amounts.of("usd", 9), 0, Map.of(), "r2"));
    rig.execute(ANN, new BudgetCommand.Cancel("purse", "r2"));
    rig.awaitFed();
    assertThat(sums())
        .containsExactly(
            "2023-11-14|pool|ann|||usd|7|1",
            "2023-11-14|pool|ann|m1|p|usd|11|2",
            "2023-11-14|pool|ann|m2||usd|4|1");
    rig.tick += 2 * Limits.HOUR;
    spend(1, Map.of());
    rig.awaitFed();
    assertThat(sums()).last().isEqualTo("2023-11-15|pool|ann|||usd|1|1");
  }

  @Test
  void whoSpendsFromAPartIsCountedAndNotWhoGaveIt() throws Exception {
    rig.execute(
        ANN,
        new LeaseCommand.Derive(
            "purse", "part", "bob", "", null, null, null, Amounts.of("usd", 50), 0, ""));
    rig.execute(BOB, new BudgetCommand.Spend("part", Amounts.of("usd", 8), "", Map.of(), "b1"));
    rig.awaitFed();
    assertThat(sums()).containsExactly("2023-11-14|pool|bob|||usd|8|1");
  }

  @Test
  void anAgentHasABoundedNumberOfRowsInADay() throws Exception {
    for (int i = 0; i < 120; i++) {
      spend(1, Map.of("model", "m" + i));
      if (i % 50 == 0) {
        rig.awaitFed();
      }
    }
    spend(1, Map.of("model", "m3"));
    spend(1, Map.of("model", "m119"));
    rig.awaitFed();
    assertThat(rig.query("SELECT count(*), sum(amount) FROM spend_days"))
        .containsExactly("101|122");
    assertThat(rig.query("SELECT model, amount FROM spend_days WHERE amount > 1"))
        .containsExactlyInAnyOrder("(other)|21", "m3|2");
  }

  @Test
  void sumsAreKeptLongerThanHistoryAndThenGoToo() throws Exception {
    spend(5, Map.of());
    rig.tick += 100 * Limits.DAY;
    spend(6, Map.of());
    trim();
    assertThat(sums()).hasSize(2);
    rig.tick += 301 * Limits.DAY;
    rig.execute(RandomTraffic.ADMIN, new PoolCommand.CreatePool("later", Amounts.NONE, ""));
    trim();
    assertThat(sums()).containsExactly("2024-02-22|pool|ann|||usd|6|1");
    rig.execute(
        RandomTraffic.ADMIN, new AdminCommand.SetConfig("daily_sums_retention_days", "300"));
    trim();
    assertThat(sums()).isEmpty();
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
  void tablesThatAreBuiltAnewHaveTheSameSums() throws Exception {
    for (int i = 0; i < 130; i++) {
      spend(1 + i % 3, Map.of("model", "m" + i % 110));
      rig.tick += Limits.MINUTE;
      if (i % 7 == 0) {
        rig.flush();
      }
    }
    rig.awaitFed();
    List<String> before = rig.query("SELECT * FROM spend_days ORDER BY 1, 2, 3, 4, 5");
    rig.close();
    rig = new TablesRig(directory.resolve("other.db"), rig.journal.reopen());
    rig.awaitFed();
    assertThat(rig.query("SELECT * FROM spend_days ORDER BY 1, 2, 3, 4, 5")).isEqualTo(before);
    assertThat(before).hasSizeGreaterThan(100);
  }
}
