package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fact tells how one event found a lease and how it left it. */
class FactTest {

  private static final Caller ALICE = new Caller("alice", Role.AGENT, List.of(), "p", "", 0, "");

  private static Kernel withPurse(int others) {
    StringBuilder table =
        new StringBuilder(
            """
            admin   create-pool p amounts=usd:20                         | pool=p
            alice$p acquire x policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE
            """);
    for (int i = 0; i < others; i++) {
      table.append("bob acquire b%d scope=/%d ttl=10s | ACTIVE\n".formatted(i, i));
    }
    return Script.run(table.toString()).kernel();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 30})
  void aRefreshThatFindsTheLeaseRunOutTellsHowItRanOut(int others) {
    Kernel kernel = withPurse(others);
    Kernel twin = Kernel.restore(kernel.snapshot());

    Outcome outcome =
        kernel.execute(
            new Stamp(11 * Limits.SECOND, 11 * Limits.SECOND, ALICE),
            new BudgetCommand.Refresh("x", Amounts.NONE, ""));

    assertThat(outcome.events()).hasSize(others + 2);
    assertThat(outcome.facts()).hasSize(others + 2);
    Lease before = twin.recorded().lease("x");
    for (Fact fact : outcome.facts()) {
      assertThat(twin.replayToFacts(fact.event())).containsExactly(fact);
      if (fact.after().id().equals("x")) {
        assertThat(fact.before()).isEqualTo(before);
        before = twin.recorded().lease("x");
        assertThat(fact.after()).isEqualTo(before);
      }
    }
    assertThat(before.state()).isEqualTo(LeaseState.ACTIVE);
  }

  @Test
  void anEventAboutNoLeaseIsAFactWithoutOne() {
    Kernel kernel = new Kernel();
    Outcome outcome =
        kernel.execute(
            new Stamp(1, 1, new Caller("root", Role.ADMIN, List.of())),
            new PoolCommand.CreatePool("p", Amounts.of("usd", 20), "r"));
    assertThat(outcome.facts()).hasSize(1);
    Fact fact = outcome.facts().get(0);
    assertThat(fact.before()).isNull();
    assertThat(fact.after()).isNull();
    assertThat(fact.isAboutNamedLease()).isFalse();
  }

  /** Its parent, its child behind the new token, and the lease that takes its place. */
  @Test
  void aTransferIsAFactAboutEveryRelative() {
    Script script =
        Script.run(
            """
            alice acquire root scope=/a/** ttl=60s          | ACTIVE
            alice derive  root as=mid scope=/a/** ttl=50s   | ACTIVE
            alice derive  mid as=leaf scope=/a/b ttl=40s    | ACTIVE
            """);
    Outcome outcome =
        script
            .kernel()
            .execute(
                new Stamp(Limits.SECOND, Limits.SECOND, ALICE),
                new LeaseCommand.Transfer("mid", "next", "bob", "", ""));
    List<Fact> facts = outcome.facts();
    assertThat(outcome.events()).hasSize(1);
    assertThat(facts).extracting(fact -> fact.after().holder()).contains("bob");
    assertThat(facts.get(0).isAboutNamedLease()).isTrue();
    assertThat(facts.get(0).before().state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(facts.get(0).after().state()).isEqualTo(LeaseState.RELEASED);
    assertThat(facts).extracting(fact -> fact.after().id()).contains("root", "leaf");
    assertThat(facts.get(facts.size() - 1).isBirth()).isTrue();
  }
}
