package dev.leasehold.node.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.sequence.forgotten.EndedLeaseRetention;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EndedLeaseRetentionTest {

  private final Kernel kernel = new Kernel();
  private final EndedLeaseRetention retention = new EndedLeaseRetention(ForgottenLeases.NONE);

  private Outcome execute(long tick, Command command) {
    return kernel.execute(new Stamp(tick, 0, Rig.AGENT), command);
  }

  private void endLeases(int count, long tick) {
    for (int i = 0; i < count; i++) {
      String id = "lease-" + tick + "-" + i;
      execute(tick, Rig.acquire(id, 0));
      execute(tick, new LeaseCommand.Release(id, "", 0, ""));
    }
  }

  private void step(long tick) {
    NodeCommand.Prune step = retention.next(kernel, tick);
    retention.done(step, execute(tick, step), tick);
  }

  @Test
  void withNothingToForgetThereIsNoStep() {
    assertThat(retention.next(kernel, 5 * Limits.HOUR)).isNull();
  }

  @Test
  void byAgeItLooksEveryTenSeconds() {
    endLeases(3, 0);
    step(1);
    assertThat(kernel.endedCount()).isEqualTo(3);
    assertThat(retention.next(kernel, EndedLeaseRetention.LOOK_EVERY_NANOS)).isNull();
    assertThat(retention.next(kernel, EndedLeaseRetention.LOOK_EVERY_NANOS + 1)).isNotNull();
  }

  @Test
  void aStepThatAchievesNothingIsNotRepeatedAtOnce() {
    endLeases(EndedLeaseRetention.MAX_REMEMBERED + EndedLeaseRetention.WORTH_A_STEP, 0);
    NodeCommand.Prune thinning = retention.next(kernel, 0);
    Outcome nothing = new Outcome(new Stamp(0, 0, Rig.AGENT), List.of(), new Reply.Swept(0, false));
    retention.done(thinning, nothing, 0);
    step(1);
    assertThat(retention.next(kernel, 2)).isNull();
    assertThat(retention.next(kernel, EndedLeaseRetention.LOOK_EVERY_NANOS)).isEqualTo(thinning);
  }

  @Test
  void byAgeItGoesOnUntilAllAreForgotten() {
    endLeases(EndedLeaseRetention.STEP + 10, 0);
    long later = 2 * Limits.HOUR;
    for (int step = 0; step < 2; step++) {
      step(later);
    }
    assertThat(kernel.endedCount()).isZero();
  }

  @Test
  void theOldestGoFirstWhenThereAreTooMany() {
    endLeases(EndedLeaseRetention.MAX_REMEMBERED + EndedLeaseRetention.WORTH_A_STEP - 1, 0);
    step(1);
    assertThat(retention.next(kernel, 2)).isNull();
    endLeases(1, 2);
    step(2);
    assertThat(kernel.endedCount()).isEqualTo(EndedLeaseRetention.MAX_REMEMBERED);
    assertThat(retention.next(kernel, 2)).isNull();
    assertThat(execute(2, new LeaseQuery.GetLease("lease-0-0")).reply())
        .isInstanceOf(Reply.Refused.class);
    assertThat(execute(2, new LeaseQuery.GetLease("lease-2-0")).reply())
        .isInstanceOf(Reply.OfLease.class);
  }

  @Test
  void nothingIsForgottenBeforeThePastKnowsIt() {
    PastUpTo forgotten = new PastUpTo();
    EndedLeaseRetention bound = new EndedLeaseRetention(forgotten);
    endLeases(3, 0);
    long later = 2 * Limits.MINUTE;
    assertThat(bound.next(kernel, later)).isNull();
    forgotten.knownPosition = kernel.lastPosition();
    assertThat(bound.next(kernel, later + 1)).isNotNull();
  }

  @Test
  void whatEndedAfterThePositionThatIsKnownStays() {
    PastUpTo forgotten = new PastUpTo();
    EndedLeaseRetention bound = new EndedLeaseRetention(forgotten);
    endLeases(3, 0);
    bound.next(kernel, 0);
    forgotten.knownPosition = kernel.lastPosition();
    long later = 2 * Limits.MINUTE;
    bound.next(kernel, later);
    endLeases(5, later);
    long muchLater = later + 2 * Limits.MINUTE;
    NodeCommand.Prune step = bound.next(kernel, muchLater);
    assertThat(step.limit()).isEqualTo(3);
    assertThat(forgotten.forgottenBy).isZero();
    bound.done(step, execute(muchLater, step), muchLater);
    assertThat(forgotten.forgottenBy).isPositive().isLessThanOrEqualTo(forgotten.knownPosition);
    assertThat(kernel.endedCount()).isEqualTo(5);
    assertThat(bound.next(kernel, muchLater + EndedLeaseRetention.LOOK_EVERY_NANOS)).isNull();
  }

  @Test
  void whatIsForgottenHadEndedByTheFirstMilestoneAfterIt() {
    PastUpTo forgotten = new PastUpTo();
    EndedLeaseRetention bound = new EndedLeaseRetention(forgotten);
    endLeases(2, 0);
    bound.next(kernel, 0);
    long first = kernel.lastPosition();
    long later = 2 * Limits.SECOND;
    endLeases(2, later);
    bound.next(kernel, later);
    long second = kernel.lastPosition();
    forgotten.knownPosition = second;
    long due = Limits.MINUTE + Limits.SECOND;
    NodeCommand.Prune step = bound.next(kernel, due);
    bound.done(step, execute(due, step), due);
    assertThat(kernel.endedCount()).isEqualTo(2);
    assertThat(forgotten.forgottenBy).isEqualTo(first);
    due = 2 * Limits.MINUTE;
    step = bound.next(kernel, due);
    bound.done(step, execute(due, step), due);
    assertThat(kernel.endedCount()).isZero();
    assertThat(forgotten.forgottenBy).isEqualTo(second);
  }

  @Test
  void whatIsDueIsNotForgottenByTheStepThatRecordsIt() {
    Caller admin = new Caller("admin", Role.ADMIN, List.of());
    kernel.execute(
        new Stamp(0, 0, admin), new AdminCommand.SetConfig("auto_expire_enabled", "false"));
    PastUpTo forgotten = new PastUpTo();
    EndedLeaseRetention bound = new EndedLeaseRetention(forgotten);
    endLeases(1, 0);
    execute(0, Rig.acquire("unrecorded", Limits.SECOND));
    bound.next(kernel, 0);
    forgotten.knownPosition = kernel.lastPosition();
    bound.next(kernel, 1);
    long later = 5 * Limits.MINUTE;
    assertThat(bound.next(kernel, later)).isNull();
    execute(later, new NodeCommand.Expire(100, true));
    NodeCommand.Prune step = bound.next(kernel, later);
    bound.done(step, execute(later, step), later);
    assertThat(execute(later, new LeaseQuery.GetLease("unrecorded")).reply())
        .isInstanceOf(Reply.OfLease.class);
  }

  @Test
  void budgetsAreNotForgottenBeforeThePastKnowsThem() {
    PastUpTo forgotten = new PastUpTo();
    EndedLeaseRetention bound = new EndedLeaseRetention(forgotten);
    endBudget();
    long later = Limits.MONEY_IDS_KEPT_NANOS + 2 * Limits.MINUTE;
    assertThat(bound.next(kernel, later)).isNull();
    forgotten.knownPosition = kernel.lastPosition();
    NodeCommand.Prune step = bound.next(kernel, later + 1);
    bound.done(step, execute(later + 1, step), later + 1);
    assertThat(kernel.endedCount()).isZero();
  }

  private void endBudget() {
    Caller admin = new Caller("admin", Role.ADMIN, List.of());
    Amounts amounts = Amounts.of("tokens", 10);
    kernel.execute(new Stamp(0, 0, admin), new PoolCommand.CreatePool("pool", amounts, ""));
    Caller agent = new Caller("agent", Role.AGENT, List.of(), "pool", "", 0, "");
    Command acquire =
        new LeaseCommand.Acquire(
            "budget",
            false,
            "budget",
            "money",
            Scope.ofCanonical(List.of("/agent")),
            Mode.EXCLUSIVE,
            "agent",
            "",
            0,
            LeaseCommand.UNSET,
            Map.of(),
            "",
            LeaseCommand.RareTerms.NONE.withBudget("pool", amounts));
    assertThat(kernel.execute(new Stamp(0, 0, agent), acquire).reply())
        .isInstanceOf(Reply.OfLease.class);
    kernel.execute(new Stamp(0, 0, agent), new LeaseCommand.Close("budget", ""));
    assertThat(kernel.endedCount()).isEqualTo(1);
  }
}
