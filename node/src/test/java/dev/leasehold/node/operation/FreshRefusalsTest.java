package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.RareProperties;
import dev.leasehold.node.operation.translate.Answer;
import dev.leasehold.node.operation.translate.Plan;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A refusal that leaves late promises what is left by then, as any other reply does. */
class FreshRefusalsTest {

  private static final long DECIDED = TimeUnit.SECONDS.toNanos(100);

  private static Problem told(Refusal refusal, long secondsLater) throws Exception {
    long now = DECIDED + TimeUnit.SECONDS.toNanos(secondsLater);
    Outcome outcome =
        new Outcome(
            new Stamp(DECIDED, DECIDED, Caller.SERVER), List.of(), new Reply.Refused(refusal));
    Plan.Submit plan = (Plan.Submit) Plan.submit(new LeaseCommand.Renew("l", 0, ""));
    // Nothing is over, so that nobody is asked again.
    Answer answer =
        new FreshReplies(null, () -> now, () -> now).answer(plan, outcome, Runnable::run).get();
    return ((Answer.Refused) answer).problem();
  }

  private static Refusal doesNotExtend() {
    return new LeaseRefusal.RenewalDoesNotExtend(
        "l", TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(5), false);
  }

  @Test
  void aRenewalThatDoesNotExtendTellsWhatIsLeftByThen() throws Exception {
    assertThat(told(doesNotExtend(), 0).getRemaining().getSeconds()).isEqualTo(10);
    Problem late = told(doesNotExtend(), 4);
    assertThat(late.getRemaining().getSeconds()).isEqualTo(6);
    assertThat(late.getDetail()).contains("has 6s left").doesNotContain("10s");
    assertThat(told(doesNotExtend(), 60).getRemaining().getSeconds()).isZero();
  }

  /** A budget lease that expires stays in grace for a minute. */
  @Test
  void aLeaseInGraceTellsHowMuchOfItIsLeftByThen() throws Exception {
    Refusal inGrace = inGrace();
    assertThat(told(inGrace, 0).getGraceRemaining().getSeconds()).isEqualTo(60);
    assertThat(told(inGrace, 20).getGraceRemaining().getSeconds()).isEqualTo(40);
    Problem over = told(inGrace, 60);
    assertThat(over.hasGraceRemaining()).isFalse();
    assertThat(over.getDetail()).doesNotContain("in grace");
  }

  private static Refusal inGrace() {
    long graceEnd = DECIDED + TimeUnit.SECONDS.toNanos(60);
    Lease expired =
        new Lease(
            "l",
            1,
            null,
            "s",
            null,
            Mode.EXCLUSIVE,
            "alice",
            "",
            LeaseState.EXPIRED,
            0,
            0,
            DECIDED,
            DECIDED,
            DECIDED,
            0,
            0,
            0,
            1,
            0,
            Map.of(),
            "",
            new Ending(DECIDED, DECIDED, ExpiryCause.TIME, "", "", graceEnd),
            RareProperties.NONE);
    return new LeaseRefusal.AlreadyTerminal(expired, DECIDED, true);
  }
}
