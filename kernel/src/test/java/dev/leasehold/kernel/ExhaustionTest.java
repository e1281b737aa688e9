package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.LeaseEvent;
import org.junit.jupiter.api.Test;

/** A lease whose last unit is spent expires at that spend (rules 6 and 18). */
class ExhaustionTest {

  private static final String GIVEN =
      """
      admin   create-pool p amounts=usd:20,tokens:20               | pool=p
      alice$p acquire x policy=budget pool=p budget=usd:5,tokens:9 | ACTIVE
      """;

  @Test
  void theSpendOfTheLastUnitExpiresTheLeaseAtThatInstant() {
    Script.run(GIVEN)
        .then(
            """
            7s      alice spend x amounts=usd:4 request=a    | ACTIVE
            9s      alice spend x amounts=usd:1 request=b    | EXPIRED cause=EXHAUSTED ended=9s
                    alice spend x amounts=tokens:1 request=c | LEASE_EXPIRED
            69s-1ns alice get x                              | EXPIRED rest=tokens:9 returned=none
            69s     alice get x                  | CLOSED cause=EXHAUSTED ended=9s returned=tokens:9
            """);
  }

  @Test
  void theSettlementOfTheLastUnitDoesSoToo() {
    Script.run(GIVEN)
        .then(
            """
            3s alice reserve x amounts=usd:3 request=r    | ACTIVE
               alice spend x amounts=usd:2 request=a      | ACTIVE rest=tokens:9
               alice settle x reservation=r amounts=usd:3 | EXPIRED cause=EXHAUSTED ended=3s
            """);
  }

  @Test
  void whatIsOnlyReservedOrDelegatedDoesNotExhaust() {
    Script.run(GIVEN)
        .then(
            """
            alice reserve x amounts=usd:2 request=r     | ACTIVE
            alice derive x as=c holder=bob budget=usd:3 | ACTIVE rest=usd:3
            alice get x                                 | ACTIVE rest=tokens:9
            alice reserve x amounts=usd:1 request=s     | INSUFFICIENT_BUDGET
            """);
  }

  @Test
  void whatAChildSpendsExhaustsItAndEveryAncestorThatHasNothingLeft() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice spend x amounts=usd:2 request=a         | ACTIVE
                alice derive x as=c holder=bob budget=usd:3   | ACTIVE
                bob   derive c as=d holder=carol budget=usd:2 | ACTIVE
                bob   spend c amounts=usd:1 request=b         | ACTIVE
                carol spend d amounts=usd:2 request=c      | CLOSED spent=usd:2 reason=PARENT_ENDED
                bob   get c                                   | CLOSED spent=usd:3 cause=EXHAUSTED
                alice get x                                   | EXPIRED cause=EXHAUSTED spent=usd:5
                """);

    assertThat(script.journal())
        .filteredOn(LeaseEvent.Expired.class::isInstance)
        .extracting(event -> ((LeaseEvent.Expired) event).leaseId())
        .containsExactly("d", "c", "x");
  }

  @Test
  void anExhaustedChildLeavesItsParentActive() {
    Script.run(GIVEN)
        .then(
            """
            alice derive x as=c holder=bob budget=usd:3,tokens:1 | ACTIVE
            bob   spend c amounts=usd:3 request=b                | EXPIRED cause=EXHAUSTED
            alice get x                                      | ACTIVE spent=usd:3 delegated=tokens:1
            bob   close c                                        | CLOSED returned=tokens:1
            alice get x                                  | ACTIVE delegated=none rest=tokens:9,usd:2
            """);
  }

  @Test
  void aSettlementUnderAnEndedChildMayExhaustItsParent() {
    Script.run(GIVEN)
        .then(
            """
            alice derive x as=c holder=bob budget=usd:3 | ACTIVE
            bob   reserve c amounts=usd:3 request=r     | ACTIVE
            bob   close c                               | CLOSED reserved=usd:3 returned=none
            alice spend x amounts=usd:2 request=a       | ACTIVE rest=tokens:9
            bob   settle c reservation=r amounts=usd:3  | CLOSED spent=usd:3
            alice get x                                 | EXPIRED cause=EXHAUSTED spent=usd:5
            """);
  }

  @Test
  void withoutGraceAnExhaustedLeaseIsOverAndReturnsItsOtherUnits() {
    Script.run(
        """
        admin   create-pool p amounts=usd:20,tokens:20 | pool=p
        alice$p acquire x pool=p budget=usd:5,tokens:9 | ACTIVE
        alice   spend x amounts=usd:5 request=a        | EXPIRED cause=EXHAUSTED returned=tokens:9
        bob     acquire y                              | ACTIVE
        admin   pool p                                 | pool=p free=tokens:20,usd:15 spent=usd:5
        """);
  }

  @Test
  void aWaiterGetsWhatAnExhaustedLeaseHeld() {
    Script.run(
        """
        admin   create-pool p amounts=usd:20    | pool=p
        alice$p acquire x pool=p budget=usd:5   | ACTIVE
        bob     acquire y wait=1h               | PENDING
        alice   spend x amounts=usd:5 request=a | EXPIRED
        bob     get y                           | ACTIVE
        """);
  }

  @Test
  void anExhaustedLeaseInGraceStaysExhaustedAfterARestart() {
    Script script = Script.run(GIVEN).then("5s alice spend x amounts=usd:5 request=a | EXPIRED");

    script.restart().then("alice$p refresh x requested=tokens:1 | BUDGET_EXHAUSTED");
    script.recover().then("65s alice get x | CLOSED ended=5s");
  }
}
