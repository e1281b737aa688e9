package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A report after its reservation's time-out is kept beside the accounts, once, and told. */
class OverrunTest {

  private static final String GIVEN =
      """
          admin   issue root role=admin actor=root                         | token=root
          admin   issue some role=admin actor=some spaces=s                | token=some
          admin   create-pool p amounts=usd:20                             | pool=p
          alice$p acquire x policy=budget pool=p budget=usd:10             | ACTIVE
          alice   reserve x amounts=usd:4 request=r timeout=10s            | ACTIVE
      """;

  private static List<Event> overruns(Script script) {
    return script.journal().stream().filter(e -> e instanceof BudgetEvent.OverrunReported).toList();
  }

  @Test
  void itIsInNoAccountAndNotLost() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                10s alice settle x reservation=r amounts=usd:5 | ACTIVE spent=none rest=usd:10
                    admin pool p                       | pool=p free=usd:10 outstanding=usd:10
                """);
    assertThat(overruns(script))
        .singleElement()
        .isInstanceOfSatisfying(
            BudgetEvent.OverrunReported.class,
            e -> {
              assertThat(e.amounts()).isEqualTo(Amounts.of("usd", 5));
              assertThat(e.reservationId()).isEqualTo("r");
              assertThat(e.reporter()).isEqualTo("alice");
            });
  }

  @Test
  void aRepeatChangesNothingAndAnotherFigureIsRefused() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                10s alice settle x reservation=r amounts=usd:5 | ACTIVE
                    alice settle x reservation=r amounts=usd:5 | ACTIVE
                    alice settle x reservation=r amounts=usd:6 | NOT_FOUND
                    alice cancel x reservation=r               | NOT_FOUND
                """)
            .restart()
            .then("alice settle x reservation=r amounts=usd:5 | ACTIVE");
    assertThat(overruns(script)).hasSize(1);
  }

  @Test
  void itIsTakenAfterTheEndOfTheLeaseToo() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                    alice close x                              | CLOSED
                11s alice settle x reservation=r amounts=usd:5 | CLOSED spent=none
                    bob   settle x reservation=r amounts=usd:5 | NOT_HOLDER
                    admin pool p                               | pool=p free=usd:20
                """);
    assertThat(overruns(script)).hasSize(1);
  }

  @Test
  void whoSpentNothingReportsNothing() {
    Script script = Script.run(GIVEN).then("10s alice settle x reservation=r | ACTIVE");
    assertThat(overruns(script)).isEmpty();
  }

  @Test
  void aReservationThatARestoreClosedIsReportedTheSameWay() {
    Script script =
        Script.run(GIVEN)
            .then("admin restore | restored=1")
            .then("alice settle x reservation=r amounts=usd:3 | REVOKED");
    assertThat(overruns(script)).hasSize(1);
  }

  @Test
  void whatWasCancelledIsNotReported() {
    Script.run(GIVEN)
        .then("alice cancel x reservation=r | ACTIVE")
        .then("alice settle x reservation=r amounts=usd:3 | NOT_FOUND");
  }

  @Test
  void adminsOfAllSpacesAreTold() {
    Script script =
        Script.run(GIVEN).then("10s alice settle x reservation=r amounts=usd:5 | ACTIVE");
    Kernel kernel = script.restart().kernel();
    Notice told = kernel.notices(ScriptCallers.parse("admin=root"), 20).getFirst();
    assertThat(told.kind()).isEqualTo(NoticeKind.OVERRUN);
    assertThat(told.textAt(0))
        .isEqualTo(
            "alice reported 5 usd for r under lease x on /a in s after the reservation had timed"
                + " out; no account has it");
    assertThat(kernel.notices(ScriptCallers.parse("admin=some:s"), 20)).isEmpty();
    assertThat(kernel.notices(ScriptCallers.parse("alice"), 20)).isEmpty();
    assertThat(kernel.notices(ScriptCallers.parse("root:s$p"), 20)).as("for an agent").isEmpty();
    script.then("root:s$p acknowledge ids=%s | acknowledged=none".formatted(told.id()));
    script.then("admin=root acknowledge ids=%s | acknowledged=%s".formatted(told.id(), told.id()));
    assertThat(script.kernel().notices(ScriptCallers.parse("admin=root"), 20)).isEmpty();
  }
}
