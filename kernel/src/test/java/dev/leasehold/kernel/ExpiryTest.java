package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Expired means now >= deadline, everywhere, however late it is recorded (rules 1, 2 and 6). */
class ExpiryTest {

  /** People's clocks may go otherwise than ticks. */
  @Test
  void theEventTellsTheSameTimeOfTheEndAsTheLease() {
    Kernel kernel = new Kernel();
    kernel.execute(
        new Stamp(1, 1_000, ScriptCallers.parse("alice")),
        ScriptCommands.parse(
            ScriptCallers.parse("alice"), List.of("acquire", "a", "policy=file", "ttl=10s")));

    List<Fact> facts =
        kernel
            .execute(
                new Stamp(20 * Limits.SECOND, 50 * Limits.SECOND, Caller.SERVER),
                new NodeCommand.Expire(10))
            .facts();

    LeaseEvent.Expired expired = (LeaseEvent.Expired) facts.getFirst().event();
    assertThat(expired.knownEndWallNanos()).isEqualTo(1_000 + 10 * Limits.SECOND);
    assertThat(facts.getFirst().after().ending().wallNanos())
        .isEqualTo(expired.knownEndWallNanos());
  }

  @Test
  void aLeaseIsHeldUntilJustBeforeItsDeadlineAndExpiredAtIt() {
    Script.run(
        """
                alice acquire a ttl=10s | ACTIVE left=10s
        10s-1ns alice get a             | ACTIVE left=1ns
        10s     alice get a             | EXPIRED left=0s cause=TIME
        """);
  }

  @Test
  void aLeaseAnswersForItselfWhetherItIsHeld() {
    Lease lease = Script.run("5s alice acquire a ttl=10s | ACTIVE").lease();

    assertThat(lease.isHeldAt(15 * Limits.SECOND - 1)).isTrue();
    assertThat(lease.isHeldAt(15 * Limits.SECOND)).isFalse();
    assertThat(lease.remainingNanos(6 * Limits.SECOND)).isEqualTo(9 * Limits.SECOND);
    assertThat(lease.remainingNanos(99 * Limits.SECOND)).isZero();
    assertThat(lease.deadlineTick()).isEqualTo(15 * Limits.SECOND);
    assertThat(lease.expiresWallNanos()).isEqualTo(Script.WALL_NANOS + 15 * Limits.SECOND);
  }

  @Test
  void onlyAtTheDeadlineIsTheResourceFree() {
    Script.run(
        """
                alice acquire a ttl=10s | ACTIVE
        10s-1ns bob   acquire b         | SCOPE_OVERLAP by=a
        10s     bob   acquire b         | ACTIVE
        """);
  }

  @Test
  void everyKindOfCommandRecordsFirstWhatHasFallenDue() {
    for (String command :
        List.of(
            "bob acquire b",
            "bob acquire <none>",
            "alice renew a",
            "alice release a",
            "alice complete a",
            "alice close a",
            "admin revoke a",
            "bob get a",
            "bob list",
            "bob check",
            "admin declare t insensitive",
            "admin issue t1",
            "admin revoke-token t1",
            "admin tokens",
            "admin prune before=0s",
            "admin expire")) {
      Kernel kernel = Script.run("alice acquire a ttl=10s | ACTIVE").kernel();
      List<String> words = List.of(command.split(" "));
      Caller caller = ScriptCallers.parse(words.get(0));

      Outcome outcome =
          kernel.execute(
              new Stamp(11 * Limits.SECOND, 0, caller),
              ScriptCommands.parse(caller, words.subList(1, words.size())));

      assertThat(outcome.events().get(0)).as(command).isInstanceOf(LeaseEvent.Expired.class);
    }
  }

  @Test
  void theEndIsTheDeadlineHoweverLateItIsRecorded() {
    Script script =
        Script.run(
            """
               alice acquire a ttl=10s | ACTIVE
            4s alice renew a ttl=20s   | ACTIVE until=24s
            5h alice get a             | EXPIRED ended=24s by=time reason=none
            """);

    Ending ending = script.lease().ending();
    assertThat(ending.wallNanos()).isEqualTo(Script.WALL_NANOS + 24 * Limits.SECOND);
    assertThat(script.journal().getLast().tick()).isEqualTo(5 * Limits.HOUR);
  }

  @Test
  void aRenewalInTheTickOfTheDeadlineComesTooLateInEitherOrder() {
    String granted = "alice acquire a ttl=10s | ACTIVE";
    Script renewalFirst =
        Script.run(granted)
            .then(
                """
                10s alice renew a ttl=1h | LEASE_EXPIRED
                10s admin expire         | swept=0 done
                """);
    Script expiryFirst =
        Script.run(granted)
            .then(
                """
                10s admin expire         | swept=1 done
                10s alice renew a ttl=1h | LEASE_EXPIRED
                """);

    assertThat(renewalFirst.journal()).isEqualTo(expiryFirst.journal());
  }

  @Test
  void aRenewalSequencedBeforeTheDeadlineDefeatsTheExpiry() {
    Script.run(
        """
                alice acquire a ttl=10s | ACTIVE
        10s-1ns alice renew a ttl=10s   | ACTIVE renewals=1
        10s     admin expire            | swept=0 done
                alice get a             | ACTIVE
        20s-2ns admin expire            | swept=0 done
        20s-1ns admin expire            | swept=1 done
        """);
  }

  @Test
  void anExpiryNamesTheRenewalCountItSawAndCannotBeAppliedAfterAnotherRenewal() {
    Script script =
        Script.run(
            """
            alice acquire a ttl=10s | ACTIVE
            alice renew a ttl=20s   | ACTIVE
            """);
    Event stale =
        new LeaseEvent.Expired(
            new Event.At(3, 0, 0),
            "a",
            ExpiryCause.TIME,
            10 * Limits.SECOND,
            0,
            0,
            0,
            BudgetEnd.NONE);

    assertThatThrownBy(() -> script.kernel().replay(stale))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void expiriesAreRecordedInBoundedStepsInTheOrderOfTheirDeadlines() {
    Script script =
        Script.run(
            """
               alice acquire late scope=/1 ttl=9s   | ACTIVE
               alice acquire first scope=/2 ttl=3s  | ACTIVE
               alice acquire middle scope=/3 ttl=5s | ACTIVE
               alice acquire also scope=/4 ttl=5s   | ACTIVE
               alice acquire never scope=/5 ttl=1h  | ACTIVE
            9s admin expire limit=2                 | swept=2 more
               admin expire limit=1                 | swept=1 more
               admin expire limit=1                 | swept=1 done
               admin expire limit=1                 | swept=0 done
               alice list                           | leases=never
            """);

    assertThat(script.journal().stream())
        .filteredOn(LeaseEvent.Expired.class::isInstance)
        .extracting(event -> ((LeaseEvent.Expired) event).leaseId())
        .containsExactly("first", "middle", "also", "late");
  }

  @Test
  void aCommandDoesNotWaitForTheBoundedStepsToCatchUp() {
    Script.run(
        """
           alice acquire a scope=/1 ttl=1s | ACTIVE
           alice acquire b scope=/2 ttl=1s | ACTIVE
           alice acquire c scope=/3 ttl=1s | ACTIVE
        9s admin expire limit=1            | swept=1 more
           bob   acquire d scope=/3        | ACTIVE
           admin expire                    | swept=0 done
        """);
  }

  @Test
  void theNextDueTickIsTheEarliestDeadlineOfAll() {
    Script script = Script.run("admin list | leases=none");
    assertThat(script.kernel().nextDueTick()).isEqualTo(Long.MAX_VALUE);

    script.then(
        """
        alice acquire a scope=/1 ttl=9s | ACTIVE
        alice acquire b scope=/2 ttl=5s | ACTIVE
        """);
    assertThat(script.kernel().nextDueTick()).isEqualTo(5 * Limits.SECOND);

    script.then("alice renew b ttl=20s | ACTIVE");
    assertThat(script.kernel().nextDueTick()).isEqualTo(9 * Limits.SECOND);

    script.then("alice release a | RELEASED");
    assertThat(script.kernel().nextDueTick()).isEqualTo(20 * Limits.SECOND);

    script.then("20s admin expire | swept=1");
    assertThat(script.kernel().nextDueTick()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theExpiryStandsBeforeTheGrantThatItReleased() {
    Script script =
        Script.run(
            """
                alice acquire a ttl=10s | ACTIVE token=1
            10s bob   acquire b         | ACTIVE token=3
            """);

    assertThat(script.journal())
        .hasExactlyElementsOfTypes(
            LeaseEvent.Granted.class, LeaseEvent.Expired.class, LeaseEvent.Granted.class);
  }
}
