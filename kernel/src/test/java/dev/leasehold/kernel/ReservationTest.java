package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;

/** Money set aside for calls under way, which may outlive the lease (rule 19). */
class ReservationTest {

  private static final String GIVEN =
      """
      admin   create-pool p amounts=usd:100                       | pool=p
      alice$p acquire x policy=budget pool=p budget=usd:10 ttl=1m | ACTIVE
      """;

  @Test
  void whatIsReservedIsSetAsideUntilTheCallIsOver() {
    Script.run(GIVEN)
        .then(
            """
            alice reserve x amounts=usd:4 request=r    | ACTIVE reserved=usd:4 rest=usd:6
            alice reserve x amounts=usd:7 request=s    | INSUFFICIENT_BUDGET rest=usd:6
            alice settle x reservation=r amounts=usd:3 | ACTIVE reserved=none spent=usd:3 rest=usd:7
            alice reserve x amounts=usd:7 request=s    | ACTIVE rest=none
            alice cancel x reservation=s               | ACTIVE reserved=none spent=usd:3 rest=usd:7
            admin pool p                               | pool=p outstanding=usd:7 spent=usd:3
            """);
  }

  @Test
  void aCallMayCostMoreThanWasReservedIfTheLeaseHasTheRest() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice reserve x amounts=usd:4 request=r    | ACTIVE
                alice reserve x amounts=usd:3 request=s    | ACTIVE rest=usd:3
                alice settle x reservation=r amounts=usd:8 | INSUFFICIENT_BUDGET rest=usd:7
                alice get x                                | ACTIVE reserved=usd:7 spent=none
                alice settle x reservation=r amounts=usd:7 | ACTIVE spent=usd:7 reserved=usd:3
                """);

    assertThat(script.journal()).filteredOn(BudgetEvent.Overdrawn.class::isInstance).hasSize(1);
  }

  @Test
  void aCallMayCostNothing() {
    Script.run(GIVEN)
        .then(
            """
            alice reserve x amounts=usd:4 request=r | ACTIVE
            alice settle x reservation=r            | ACTIVE spent=none reserved=none
            """);
  }

  @Test
  void anUnsettledReservationReturnsAtItsTimeOutWhichIsTenMinutesUnlessSaidOtherwise() {
    Script.run(
        """
                admin   create-pool p amounts=usd:100                  | pool=p
                alice$p acquire x policy=budget pool=p budget=usd:10   | ACTIVE
                alice   reserve x amounts=usd:4 request=usual          | ACTIVE
                alice   reserve x amounts=usd:1 request=own timeout=5s | ACTIVE
        5s-1ns  alice   get x                                          | ACTIVE reserved=usd:5
        5s      alice   get x                                          | ACTIVE reserved=usd:4
        10m-1ns alice   get x                                          | ACTIVE reserved=usd:4
        10m     alice   get x                                     | ACTIVE reserved=none rest=usd:10
        """);
  }

  @Test
  void settleCancelAndAdjustWorkUntilTheTimeOutAndNotAtIt() {
    Script.run(GIVEN)
        .then(
            """
                   alice reserve x amounts=usd:1 request=a timeout=5s | ACTIVE
                   alice reserve x amounts=usd:1 request=b timeout=5s | ACTIVE
                   alice reserve x amounts=usd:1 request=c timeout=5s | ACTIVE
                   alice reserve x amounts=usd:2 request=d timeout=5s | ACTIVE
            5s-1ns alice settle x reservation=a amounts=usd:1         | ACTIVE spent=usd:1
                   alice cancel x reservation=b                       | ACTIVE
                   alice adjust x reservation=d amounts=usd:1         | ACTIVE reserved=usd:2
            5s     alice settle x reservation=c amounts=usd:1 | ACTIVE spent=usd:1 # an overrun
                   alice cancel x reservation=c                       | NOT_FOUND
                   alice adjust x reservation=d amounts=usd:1         | NOT_FOUND
                   alice get x                                    | ACTIVE spent=usd:1 reserved=none
            """);
  }

  @Test
  void anAdjustmentKeepsTheTimeOut() {
    Script.run(GIVEN)
        .then(
            """
               alice reserve x amounts=usd:1 request=a timeout=5s | ACTIVE
            4s alice adjust x reservation=a amounts=usd:3         | ACTIVE reserved=usd:3 rest=usd:7
               alice adjust x reservation=a amounts=usd:10        | ACTIVE reserved=usd:10 rest=none
               alice adjust x reservation=a amounts=usd:2         | ACTIVE reserved=usd:2 rest=usd:8
            5s alice get x                                        | ACTIVE reserved=none rest=usd:10
            """);
  }

  @Test
  void anEndingReturnsAllButWhatIsReservedAndThatReturnsItsRestOnce() {
    Script.run(GIVEN)
        .then(
            """
            alice reserve x amounts=usd:4 request=r    | ACTIVE
            alice reserve x amounts=usd:2 request=s    | ACTIVE
            alice spend x amounts=usd:1 request=a      | ACTIVE
            alice close x                           | CLOSED returned=usd:3 reserved=usd:6 rest=none
            admin pool p                          | pool=p free=usd:93 outstanding=usd:6 spent=usd:1
            alice settle x reservation=r amounts=usd:3 | CLOSED returned=usd:4 reserved=usd:2
            alice cancel x reservation=s           | CLOSED returned=usd:6 reserved=none spent=usd:4
            admin pool p                           | pool=p free=usd:96 outstanding=none spent=usd:4
            """);
  }

  @Test
  void inGraceAReservationIsSettledOutOfItselfAlone() {
    Script.run(GIVEN)
        .then(
            """
               alice reserve x amounts=usd:4 request=r    | ACTIVE
            1m alice settle x reservation=r amounts=usd:5 | INSUFFICIENT_BUDGET rest=usd:4
               alice adjust x reservation=r amounts=usd:5 | LEASE_EXPIRED
               alice adjust x reservation=r amounts=usd:3 | EXPIRED reserved=usd:3 rest=usd:7
               alice settle x reservation=r amounts=usd:3 | EXPIRED spent=usd:3 rest=usd:7
            2m alice get x                                | CLOSED returned=usd:7 rest=none
            """);
  }

  @Test
  void afterTheEndAReservationMayBeMadeSmallerAndGivesBackTheDifference() {
    Script.run(GIVEN)
        .then(
            """
            alice reserve x amounts=usd:4 request=r    | ACTIVE
            admin revoke x                             | REVOKED returned=usd:6
            alice adjust x reservation=r amounts=usd:5 | LEASE_REVOKED
            alice adjust x reservation=r amounts=usd:1 | REVOKED returned=usd:9 reserved=usd:1
            alice settle x reservation=r amounts=usd:2 | INSUFFICIENT_BUDGET rest=usd:1
            admin pool p                               | pool=p free=usd:99 outstanding=usd:1
            alice settle x reservation=r amounts=usd:1 | REVOKED spent=usd:1
            """);
  }

  @Test
  void aTimeOutInTheTickOfTheEndReturnsTheMoneyOnceWhoeverIsFirst() {
    String rows =
        """
           admin   create-pool p amounts=usd:100                   | pool=p
           alice$p acquire x pool=p budget=usd:10 ttl=5s           | ACTIVE
           alice   reserve x amounts=usd:4 request=r timeout=AFTER | ACTIVE
        5s admin   pool p                                          | pool=p free=usd:100
           alice   get x                                           | EXPIRED returned=usd:10
        """;
    Script.run(rows.replace("AFTER", "5s"));
    Script.run(rows.replace("AFTER", "5s-1ns"));
    Script late = Script.run(rows.replace("AFTER", "5s").replace("5s admin", "1h admin"));

    assertThat(late.journal())
        .hasExactlyElementsOfTypes(
            PoolEvent.PoolCreated.class,
            LeaseEvent.Granted.class,
            BudgetEvent.Reserved.class,
            LeaseEvent.Expired.class,
            BudgetEvent.Settled.class);
  }

  @Test
  void aRetryIsRecognisedAndAnotherAnswerForTheSameCallIsRefused() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice reserve x amounts=usd:4 request=r              | ACTIVE
                alice reserve x amounts=usd:4 request=r              | ACTIVE reserved=usd:4
                alice reserve x amounts=usd:3 request=r              | INVALID_INPUT requestId
                alice reserve x amounts=usd:4 request=r timeout=1s   | INVALID_INPUT requestId
                alice adjust x reservation=r amounts=usd:5 request=j | ACTIVE reserved=usd:5
                alice adjust x reservation=r amounts=usd:2           | ACTIVE reserved=usd:2
                alice adjust x reservation=r amounts=usd:5 request=j | ACTIVE reserved=usd:2
                alice settle x reservation=r amounts=usd:1           | ACTIVE spent=usd:1
                alice reserve x amounts=usd:1 request=c              | ACTIVE
                alice cancel x reservation=c                         | ACTIVE
                """);

    String retries =
        """
        alice reserve x amounts=usd:4 request=r              | STATE reserved=none spent=usd:1
        alice settle x reservation=r amounts=usd:1           | STATE spent=usd:1
        alice settle x reservation=r amounts=usd:2           | NOT_FOUND
        alice cancel x reservation=r                         | NOT_FOUND
        alice cancel x reservation=c                         | STATE spent=usd:1
        alice settle x reservation=c                         | NOT_FOUND
        alice adjust x reservation=r amounts=usd:5 request=j | STATE reserved=none
        alice adjust x reservation=r amounts=usd:6 request=j | INVALID_INPUT requestId
        """;
    script.then(retries.replace("STATE", "ACTIVE")).restart();
    script.then("alice close x | CLOSED returned=usd:9").then(retries.replace("STATE", "CLOSED"));
    script.recover().then(retries.replace("STATE", "CLOSED"));
  }

  @Test
  void aThousandReservationsMayBeOpenAndNoMore() {
    Script script =
        Script.run(
            """
            admin   create-pool p amounts=usd:2000                 | pool=p
            alice$p acquire x policy=budget pool=p budget=usd:2000 | ACTIVE
            """);
    Caller alice = ScriptCallers.parse("alice");
    for (int i = 0; i < Limits.MAX_OPEN_RESERVATIONS; i++) {
      Command reserve = new BudgetCommand.Reserve("x", Amounts.of("usd", 1), 0, "r" + i);
      Stamp stamp = new Stamp(0, Script.WALL_NANOS, alice);
      script.journal().addAll(script.kernel().execute(stamp, reserve).events());
    }

    script
        .then(
            """
            alice reserve x amounts=usd:1 request=more | QUOTA_EXCEEDED
            alice reserve x amounts=usd:1 request=r0   | ACTIVE reserved=usd:1000
            alice cancel x reservation=r500            | ACTIVE reserved=usd:999
            alice reserve x amounts=usd:1 request=more | ACTIVE reserved=usd:1000
            """)
        .restart()
        .then("10m alice get x | ACTIVE reserved=none rest=usd:2000");
  }
}
