package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.view.Lease;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The budget lease lifecycle of seed 001, by its own headings: every state, row of the transition
 * table, invariant and error state that the kernel decides.
 */
class Seed001Test {

  private static final String POOL =
      """
      admin create-pool p amounts=usd:100 | pool=p
      admin issue ic pool=p               | token=ic
      """;

  private static final String ACTIVE =
      POOL + "alice$p@ic acquire x policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE\n";

  @Nested
  class States {

    @Test
    void active_hasBudgetLeftAndTimeLeftAndMayBeUsed() {
      Script.run(ACTIVE)
          .then("10s-1ns alice get x | ACTIVE rest=usd:10 left=1ns")
          .then("alice spend x amounts=usd:9 request=s | ACTIVE rest=usd:1");
    }

    @Test
    void expired_mustBeRefreshedAndTakesNoNewOperations() {
      Script.run(ACTIVE)
          .then(
              """
              10s alice   get x                             | EXPIRED rest=usd:10 returned=none
                  alice   spend x amounts=usd:1 request=s   | LEASE_EXPIRED
                  alice   reserve x amounts=usd:1 request=r | LEASE_EXPIRED
                  alice   derive x as=c budget=usd:1        | LEASE_EXPIRED
                  alice$p refresh x                         | ACTIVE
              """);
    }

    @Test
    void closed_hasReturnedItsRestToThePoolAndChangesNoMore() {
      Script.run(ACTIVE)
          .then(
              """
              alice   spend x amounts=usd:4 request=s | ACTIVE
              alice   close x                         | CLOSED returned=usd:6 rest=none
              admin   pool p                       | pool=p free=usd:96 outstanding=none spent=usd:4
              alice$p refresh x                       | LEASE_ALREADY_TERMINAL state=CLOSED
              """);
    }

    @Test
    void revoked_failsEveryOperationAtOnceAndNeedsANewHandshake() {
      Script.run(ACTIVE)
          .then(
              """
              admin   revoke x                                    | REVOKED returned=usd:10
              alice   spend x amounts=usd:1 request=s             | LEASE_REVOKED
              alice$p refresh x                                   | LEASE_REVOKED
              alice$p acquire y policy=budget pool=p budget=usd:1 | ACTIVE id=y
              """);
    }
  }

  @Nested
  class Transitions {

    @Test
    void none_handshakeSuccess_active() {
      Script.run(POOL)
          .then(
              """
              5s alice$p acquire x policy=budget pool=p budget=usd:10 | ACTIVE until=3605s
                 alice   get x                        | ACTIVE granted=usd:10 spent=none rest=usd:10
              """);
    }

    @Test
    void none_handshakeWithoutBudgetOrAgainstPolicy_nothing() {
      Script.run(POOL)
          .then(
              """
              alice   acquire x policy=budget pool=p budget=usd:1             | FORBIDDEN
              admin   create-pool dry                                         | pool=dry
              alice$dry acquire x policy=budget pool=dry budget=usd:1         | INSUFFICIENT_BUDGET
              alice$p acquire x policy=budget pool=p budget=usd:1 mode=shared | INVALID_INPUT mode
              """);
    }

    @Test
    void active_expirationTimeReached_expired() {
      Script.run(ACTIVE)
          .then("10s-1ns alice get x | ACTIVE")
          .then("10s alice get x | EXPIRED cause=TIME ended=10s");
    }

    @Test
    void active_explicitClose_closed() {
      Script.run(ACTIVE).then("4s alice close x | CLOSED by=alice ended=4s returned=usd:10");
    }

    @Test
    void active_budgetExhausted_expired() {
      Script.run(ACTIVE)
          .then("4s alice spend x amounts=usd:10 request=s | EXPIRED cause=EXHAUSTED ended=4s");
    }

    @Test
    void active_serverRevocation_revoked() {
      Script.run(ACTIVE)
          .then("4s admin=root revoke x reason=fraud | REVOKED reason=fraud by=root ended=4s");
    }

    @Test
    void expired_refreshSuccess_active() {
      Script.run(ACTIVE)
          .then("60s alice$p refresh x requested=usd:5 | ACTIVE granted=usd:15 until=70s");
    }

    @Test
    void expired_gracePeriodExceeded_closed() {
      Script.run(ACTIVE)
          .then("70s-1ns alice get x | EXPIRED returned=none")
          .then("70s alice get x | CLOSED reason=GRACE_OVER returned=usd:10")
          .then("admin pool p | pool=p free=usd:100");
    }

    @Test
    void exhausted_gracePeriodExceeded_closed() {
      Script.run(ACTIVE)
          .then("4s alice spend x amounts=usd:10 request=s | EXPIRED")
          .then("64s-1ns alice get x | EXPIRED")
          .then("64s alice get x | CLOSED reason=GRACE_OVER");
    }

    @Test
    void expired_explicitClose_closed() {
      Script.run(ACTIVE).then("20s alice close x | CLOSED by=alice ended=10s returned=usd:10");
    }

    @Test
    void closed_anyEvent_closed() {
      Script.run(ACTIVE).then("alice close x | CLOSED").then(anyEvent("CLOSED"));
    }

    @Test
    void revoked_anyEvent_revoked() {
      Script.run(ACTIVE).then("admin revoke x | REVOKED").then(anyEvent("REVOKED"));
    }

    private static String anyEvent(String state) {
      String refusal = state.equals("REVOKED") ? "LEASE_REVOKED" : "LEASE_ALREADY_TERMINAL";
      return """
         alice$p refresh x requested=usd:1         | REFUSAL state=STATE
         alice   close x                           | REFUSAL state=STATE
         admin   revoke x                          | REFUSAL state=STATE
         alice   spend x amounts=usd:1 request=s   | REFUSAL state=STATE
         alice   reserve x amounts=usd:1 request=s | REFUSAL state=STATE
         admin   revoke-token ic                   | ICTOKEN
      5m admin   expire                            | swept=0
         alice   get x                             | STATE returned=usd:10
      """
          .replace("REFUSAL", refusal)
          .replace("ICTOKEN", state.equals("REVOKED") ? "NOT_FOUND" : "token=ic")
          .replace("STATE", state);
    }
  }

  @Nested
  class Invariants {

    @Test
    void i1_singleActiveLeasePerAgent() {
      Script.run(ACTIVE)
          .then(
              """
                  alice$p acquire y policy=budget pool=p budget=usd:1 scope=/y | ALREADY_LEASED by=x
              10s alice$p acquire y policy=budget pool=p budget=usd:1 scope=/y | ACTIVE
                  alice   get x                                             | CLOSED reason=REPLACED
              """);
    }

    @Test
    void i2_budgetConservation() {
      Script.run(ACTIVE)
          .then(
              """
              alice spend x amounts=usd:11 request=s | INSUFFICIENT_BUDGET rest=usd:10
              alice spend x amounts=usd:7 request=s  | ACTIVE
              alice spend x amounts=usd:4 request=t  | INSUFFICIENT_BUDGET rest=usd:3
              alice spend x amounts=usd:3 request=t  | EXPIRED spent=usd:10 granted=usd:10
              """);
    }

    @Test
    void i3_terminalStateImmutability() {
      Lease before = Script.run(ACTIVE).then("alice close x | CLOSED").lease();
      Script script =
          Script.run(ACTIVE)
              .then("alice close x | CLOSED")
              .then(Transitions.anyEvent("CLOSED"))
              .restart()
              .then("1h alice get x | CLOSED");
      assertThat(script.lease()).isEqualTo(before);
    }

    @Test
    void i4_tokenValidityInActive() {
      Script.run(POOL)
          .then(
              """
                 admin issue t actor=alice pool=p | token=t
                 alice$p@t<8s acquire x policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE until=8s
              8s alice        get x                                                | EXPIRED
                 alice$p      refresh x                                            | LEASE_EXPIRED
                 alice$p@t<8s acquire y policy=budget pool=p budget=usd:1          | FORBIDDEN
              """);
      Script.run(ACTIVE).then("admin revoke-token ic | token=ic").then("alice get x | REVOKED");
    }

    @Test
    void i5_monotonicBudgetConsumption() {
      Script.run(ACTIVE)
          .then(
              """
                  alice   spend x amounts=usd:4 request=s             | ACTIVE spent=usd:4
              10s alice$p refresh x requested=usd:5                   | ACTIVE spent=usd:4
              20s alice   get x                                       | EXPIRED spent=usd:4
                  alice$p acquire y policy=budget pool=p budget=usd:9 | ACTIVE spent=none
                  alice   get x                                       | CLOSED spent=usd:4
              """);
    }
  }

  @Nested
  class ErrorStates {

    @Test
    void invalidStateTransitionAttempt_isRejectedWithTheState() {
      Script.run(ACTIVE)
          .then("alice close x | CLOSED")
          .then("alice$p refresh x | LEASE_ALREADY_TERMINAL state=CLOSED")
          .then("admin revoke x | LEASE_ALREADY_TERMINAL state=CLOSED");
    }

    @Test
    void refreshFailure_leavesTheLeaseExpiredAndMayBeTriedAgainUntilTheGraceIsOver() {
      Script.run(POOL)
          .then(
              """
                      admin   withdraw p amounts=usd:90                    | pool=p
                      alice$p acquire x policy=budget pool=p budget=usd:10 | ACTIVE
              5s      alice   spend x amounts=usd:10 request=s             | EXPIRED
                      alice$p refresh x requested=usd:1 request=f          | BUDGET_EXHAUSTED
                      alice   get x                                        | EXPIRED
                      admin   deposit p amounts=usd:1                      | pool=p
              65s-1ns alice$p refresh x requested=usd:1 request=f          | ACTIVE
              """);
    }

    @Test
    void tokenInvalidationDuringActive_revokesAtOnceAndANewHandshakeRecovers() {
      Script.run(ACTIVE)
          .then(
              """
              admin       revoke-token ic                             | token=ic
              alice       spend x amounts=usd:1 request=s             | LEASE_REVOKED
              admin       issue ic2 pool=p                            | token=ic2
              alice$p@ic2 acquire y policy=budget pool=p budget=usd:1 | ACTIVE
              """);
    }
  }
}
