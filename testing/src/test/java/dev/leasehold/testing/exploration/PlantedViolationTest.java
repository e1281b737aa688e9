package dev.leasehold.testing.exploration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.testing.simulation.audit.AuditFailure;
import dev.leasehold.testing.simulation.audit.Invariant;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A kernel that errs is found out: the checker is checked. */
class PlantedViolationTest {

  private static void assertFound(Rule rule, Alphabet alphabet, Supplier<Subject> subject) {
    assertThat(found(alphabet, subject))
        .isInstanceOfSatisfying(
            Violation.class, found -> assertThat(found.rule()).as("%s", found).isEqualTo(rule));
  }

  private static void assertFound(
      Invariant invariant, Alphabet alphabet, Supplier<Subject> subject) {
    assertThat(found(alphabet, subject))
        .isInstanceOfSatisfying(
            AuditFailure.class,
            found -> assertThat(found.invariant()).as("%s", found).isEqualTo(invariant));
  }

  private static Throwable found(Alphabet alphabet, Supplier<Subject> subject) {
    Throwable thrown =
        catchThrowable(() -> new Explorer(alphabet, subject).explore(5, Long.MAX_VALUE));
    assertThat(thrown).as("nothing found").isNotNull();
    return thrown.getCause();
  }

  @Test
  void twoHoldersAreFound() {
    assertFound(Invariant.AT_MOST_ONE_HOLDER, Alphabets.waitingLine(), LaxSubject::new);
  }

  @Test
  void anEventThatIsNotToldIsFound() {
    assertFound(
        Rule.REPLAY_EQUALS_LIVE,
        Alphabets.waitingLine(),
        () ->
            ForgedSubject.telling(
                ForgedSubject.events(
                    event -> event instanceof LeaseEvent.GrantedFromQueue ? null : event)));
  }

  @Test
  void anEventWithAnotherDeadlineIsFound() {
    assertFound(
        Rule.REPLAY_EQUALS_LIVE,
        Alphabets.conversions(),
        () ->
            ForgedSubject.telling(
                ForgedSubject.events(
                    event ->
                        event instanceof LeaseEvent.Renewed e
                            ? new LeaseEvent.Renewed(
                                e.at(),
                                e.leaseId(),
                                e.deadlineTick() + 1,
                                e.ttlNanos(),
                                e.renewalCount(),
                                e.request())
                            : event)));
  }

  @Test
  void aSnapshotThatForgetsIsFound() {
    assertFound(
        Rule.RETRIES_CHANGE_NOTHING,
        Alphabets.families(),
        () ->
            new ForgedSubject() {
              @Override
              ForgedSubject around(Subject restored) {
                Stamp stamp = new Stamp(0, 0, Caller.SERVER);
                restored.execute(stamp, new LeaseCommand.Revoke("c", "lost", 0, ""));
                return new ForgedSubject(restored);
              }
            });
  }

  @Test
  void aDeadlineThatIsMissedIsFound() {
    assertFound(Rule.EVERYTHING_ENDS, Alphabets.handingOn(), LateSubject::new);
  }

  /** A kernel whose clock stands still. */
  private static final class LateSubject extends ForgedSubject {
    LateSubject() {}

    private LateSubject(Subject real) {
      super(real);
    }

    @Override
    ForgedSubject around(Subject restored) {
      return new LateSubject(restored);
    }

    @Override
    public Outcome execute(Stamp stamp, Command command) {
      return super.execute(new Stamp(Walk.FIRST_TICK, stamp.wallNanos(), stamp.caller()), command);
    }
  }

  @Test
  void aRetryThatMakesAnotherLeaseIsFound() {
    assertFound(Rule.RETRIES_CHANGE_NOTHING, Alphabets.waitingLine(), ForgetfulSubject::new);
  }

  /** A kernel that knows no request ids when it was started anew and is sent one again. */
  private static final class ForgetfulSubject extends ForgedSubject {
    ForgetfulSubject() {}

    private ForgetfulSubject(Subject real) {
      super(real);
    }

    @Override
    ForgedSubject around(Subject restored) {
      return new ForgetfulSubject(restored);
    }

    @Override
    public Outcome execute(Stamp stamp, Command command) {
      boolean again = command instanceof LeaseCommand.Acquire c && c.leaseId().endsWith("-again");
      return super.execute(
          stamp,
          again ? LaxSubject.inSpace((LeaseCommand.Acquire) command, "elsewhere", "") : command);
    }
  }

  @Test
  void anExceptionIsFound() {
    assertFound(
        Rule.NOTHING_IS_THROWN,
        Alphabets.money(),
        () ->
            ForgedSubject.telling(
                outcome -> {
                  if (outcome.events().stream().anyMatch(BudgetEvent.Settled.class::isInstance)) {
                    throw new IllegalStateException("planted");
                  }
                  return outcome;
                }));
  }

  @Test
  void aForgedReplyToARetryIsFound() {
    assertFound(
        Rule.RESTORED_EQUALS_LIVE,
        Alphabets.waitingLine(),
        () ->
            new ForgedSubject() {
              @Override
              public Outcome execute(Stamp stamp, Command command) {
                Outcome outcome = super.execute(stamp, command);
                return command instanceof LeaseCommand.Release
                    ? new Outcome(outcome.stamp(), outcome.facts(), new Reply.Swept(0, false))
                    : outcome;
              }
            });
  }
}
