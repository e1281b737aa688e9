package dev.leasehold.testing.exploration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.ExpiryCause;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.Wait;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A kernel that errs is found out: the checker is checked. */
class PlantedViolationTest {

  private static void assertFound(Rule rule, Alphabet alphabet, Supplier<Subject> subject) {
    Throwable thrown =
        catchThrowable(() -> new Explorer(alphabet, subject).explore(5, Long.MAX_VALUE));

    assertThat(thrown).as("nothing found").isNotNull();
    assertThat(thrown.getCause()).isInstanceOf(Violation.class);
    assertThat(((Violation) thrown.getCause()).rule()).as(thrown.getMessage()).isEqualTo(rule);
  }

  @Test
  void twoHoldersAreFound() {
    assertFound(Rule.NO_TWO_HOLDERS, Alphabets.waitingLine(), LaxSubject::new);
  }

  @Test
  void anEventThatIsNotToldIsFound() {
    assertFound(
        Rule.REPLAY_EQUALS_LIVE,
        Alphabets.waitingLine(),
        () ->
            ForgedSubject.telling(
                ForgedSubject.events(event -> event instanceof Event.Admitted ? null : event)));
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
                        event instanceof Event.Renewed e
                            ? new Event.Renewed(
                                e.position(),
                                e.tick(),
                                e.wallNanos(),
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
                Stamp stamp = new Stamp(0, 0, Caller.REGISTRAR);
                restored.execute(stamp, new Command.Revoke("c", "lost", 0, ""));
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
      boolean again = command instanceof Command.Acquire c && c.leaseId().endsWith("-again");
      return super.execute(
          stamp, again ? LaxSubject.inSpace((Command.Acquire) command, "elsewhere") : command);
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
                  if (outcome.events().stream().anyMatch(Event.Settled.class::isInstance)) {
                    throw new IllegalStateException("planted");
                  }
                  return outcome;
                }));
  }

  @Test
  void aWaiterThatIsPassedOverIsFound() {
    Chronicle chronicle = new Chronicle();
    chronicle.add(granted(1, "a"));
    chronicle.add(queued(2, "b"));
    chronicle.add(ended(3, "a"));

    Throwable idle = catchThrowable(() -> new Contention(chronicle).checkWaiters(0));
    assertThat(((Violation) idle).rule()).isEqualTo(Rule.NOBODY_WAITS_IN_VAIN);

    Event.Granted other = granted(4, "c");
    Throwable overtaken =
        catchThrowable(
            () ->
                new Contention(chronicle)
                    .checkTurn(
                        new Entry(other.claim()), Mode.EXCLUSIVE, new Wait(4, 0, 0, 0, false), 0));
    assertThat(((Violation) overtaken).rule()).isEqualTo(Rule.NOBODY_OVERTAKES);
  }

  @Test
  void aTokenThatDoesNotRiseIsFound() {
    Chronicle chronicle = new Chronicle();
    chronicle.add(granted(2, "a"));

    Throwable thrown = catchThrowable(() -> chronicle.add(granted(2, "b")));
    assertThat(thrown).isInstanceOf(Violation.class);
  }

  @Test
  void anEarlyExpiryIsFound() {
    Chronicle chronicle = new Chronicle();
    chronicle.add(granted(1, "a"));

    Throwable thrown =
        catchThrowable(
            () -> chronicle.add(new Event.Expired(2, 9, 9, "a", ExpiryCause.TIME, 9, 0, 0)));
    assertThat(((Violation) thrown).rule()).isEqualTo(Rule.NEVER_EARLY);
  }

  private static Event.Claim claim(String id) {
    return new Event.Claim(
        id,
        false,
        "file",
        1,
        "s",
        Scope.ofCanonical(List.of("/a")),
        Mode.EXCLUSIVE,
        "holder-of-" + id,
        "",
        10,
        0,
        Map.of(),
        Event.Request.NONE,
        Event.Wish.NONE);
  }

  private static Event.Granted granted(long position, String id) {
    return new Event.Granted(position, 0, 0, claim(id), 0, 10, Amounts.NONE);
  }

  private static Event queued(long position, String id) {
    return new Event.Queued(position, 0, 0, claim(id), 0, 10);
  }

  private static Event ended(long position, String id) {
    return new Event.Ended(position, 0, 0, id, LeaseState.RELEASED, "", "", 0, Event.Request.NONE);
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
                return command instanceof Command.Release
                    ? new Outcome(outcome.stamp(), outcome.events(), new Reply.Swept(0, false))
                    : outcome;
              }
            });
  }
}
