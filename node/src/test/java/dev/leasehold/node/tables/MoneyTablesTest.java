package dev.leasehold.node.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.ProgressHandler;

/** Pools, budgets and open reservations have rows that people can read. */
class MoneyTablesTest {

  private static final Caller ANN = RandomTraffic.agent("ann");

  @TempDir Path directory;
  private TablesRig rig;

  @BeforeEach
  void open() throws Exception {
    rig = new TablesRig(directory.resolve("leasehold.db"));
    rig.execute(
        RandomTraffic.ADMIN, new PoolCommand.CreatePool("pool", Amounts.of("usd", 1_000), "p1"));
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
            Limits.MINUTE,
            LeaseCommand.UNSET,
            Map.of(),
            "",
            LeaseCommand.RareTerms.NONE.withBudget("pool", Amounts.of("usd", 100))));
    rig.execute(
        ANN, new BudgetCommand.Reserve("purse", Amounts.of("usd", 5), Limits.MINUTE, "call"));
    rig.awaitFed();
  }

  @AfterEach
  void close() throws Exception {
    rig.close();
  }

  private List<String> pools() throws Exception {
    return rig.query("SELECT id, free, outstanding, spent FROM lease_pools");
  }

  private List<String> budgets() throws Exception {
    return rig.query(
        "SELECT lease_id, pool, unit, granted, reserved, spent, returned FROM lease_budgets");
  }

  private List<String> reservations() throws Exception {
    return rig.query("SELECT lease_id, id, amounts FROM lease_reservations");
  }

  @Test
  void whatIsReservedIsThereUntilItIsSettled() throws Exception {
    assertThat(pools()).containsExactly("pool|{\"usd\":900}|{\"usd\":100}|{}");
    assertThat(budgets()).containsExactly("purse|pool|usd|100|5|0|0");
    assertThat(reservations()).containsExactly("purse|call|{\"usd\":5}");
    rig.execute(ANN, new BudgetCommand.Settle("purse", "call", Amounts.of("usd", 3)));
    rig.awaitFed();
    assertThat(pools()).containsExactly("pool|{\"usd\":900}|{\"usd\":97}|{\"usd\":3}");
    assertThat(budgets()).containsExactly("purse|pool|usd|100|0|3|0");
    assertThat(reservations()).isEmpty();
  }

  @Test
  void whatIsSettledAfterTheEndComesBackToo() throws Exception {
    rig.execute(ANN, new LeaseCommand.Close("purse", ""));
    rig.awaitFed();
    assertThat(pools()).containsExactly("pool|{\"usd\":995}|{\"usd\":5}|{}");
    assertThat(budgets()).containsExactly("purse|pool|usd|100|5|0|95");
    rig.execute(ANN, new BudgetCommand.Settle("purse", "call", Amounts.of("usd", 3)));
    rig.awaitFed();
    assertThat(pools()).containsExactly("pool|{\"usd\":997}|{}|{\"usd\":3}");
    assertThat(budgets()).containsExactly("purse|pool|usd|100|0|3|97");
  }

  /** A lease may have a million entries, and each call adds two. */
  @Test
  void aCallIsWrittenWithoutReadingTheHistoryOfItsLease() throws Exception {
    AtomicLong steps = new AtomicLong();
    countSteps(steps);
    call(1);
    long atFirst = steps.getAndSet(0);
    for (int i = 0; i < 300; i++) {
      reserveAndSettle("more-" + i);
    }
    rig.awaitFed();
    // Trimming may take its one step of the first minutes on the same connection in one of them.
    long later = Math.min(stepsOfCall(2, steps), stepsOfCall(3, steps));
    assertThat(atFirst).isPositive();
    assertThat(later).isLessThan(2 * atFirst);
  }

  private long stepsOfCall(int number, AtomicLong steps) throws Exception {
    steps.set(0);
    call(number);
    return steps.get();
  }

  /** Counts what SQLite does, in steps of its machine, on the connection that writes. */
  private void countSteps(AtomicLong steps) throws Exception {
    rig.file()
        .write(
            connection -> {
              ProgressHandler.setHandler(
                  connection,
                  1,
                  new ProgressHandler() {
                    @Override
                    protected int progress() {
                      steps.incrementAndGet();
                      return 0;
                    }
                  });
              return null;
            });
  }

  private void call(int number) throws Exception {
    reserveAndSettle("call-" + number);
    rig.awaitFed();
  }

  private void reserveAndSettle(String id) {
    rig.execute(ANN, new BudgetCommand.Reserve("purse", Amounts.of("usd", 5), Limits.MINUTE, id));
    rig.execute(ANN, new BudgetCommand.Settle("purse", id, Amounts.NONE));
  }
}
