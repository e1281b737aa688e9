package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.RandomSteps.Step;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A check says of an acquire what becomes of it. */
class CheckProperties {

  private final Kernel kernel = new Kernel(4);
  private long tick;

  @Provide
  Arbitrary<List<Step>> steps() {
    return QueueSteps.steps(List.of(-3, 0, 0, 3));
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void freeIsExactlyWhatIsGranted(@ForAll("steps") List<Step> steps) {
    for (Step step : steps) {
      tick += step.afterNanos();
      if (step.command() instanceof LeaseCommand.Acquire given) {
        LeaseCommand.Acquire acquire = atOnce(given);
        Reply checked =
            ask(
                step.caller(),
                new LeaseQuery.Check(acquire.space(), acquire.scope(), acquire.mode()));
        assertThat(checked).as("of %s", acquire).isEqualTo(expected(step.caller(), acquire));
      }
      ask(step.caller(), step.command());
    }
  }

  /**
   * The answer that a check has to give, by what a kernel in the same state answers to the acquire.
   */
  private Reply expected(Caller caller, LeaseCommand.Acquire acquire) {
    Kernel twin = Kernel.restore(kernel.snapshot(), 4);
    Reply reply = twin.execute(new Stamp(tick, tick, caller), acquire).reply();
    if (reply instanceof Reply.Refused refused) {
      return refused.refusal() instanceof ConflictRefusal.Conflict conflict
          ? new Reply.Checked(conflict.blockers())
          : refused;
    }
    return new Reply.Checked(List.of());
  }

  /** The same without a wait, a priority, a session and an id that was there before. */
  private static LeaseCommand.Acquire atOnce(LeaseCommand.Acquire given) {
    return new LeaseCommand.Acquire(
        "asked",
        false,
        given.policy(),
        given.space(),
        given.scope(),
        given.mode(),
        given.holder(),
        "",
        given.ttlNanos(),
        LeaseCommand.UNSET,
        given.labels(),
        "",
        LeaseCommand.RareTerms.NONE);
  }

  private Reply ask(Caller caller, Command command) {
    return kernel.execute(new Stamp(tick, tick, caller), command).reply();
  }
}
