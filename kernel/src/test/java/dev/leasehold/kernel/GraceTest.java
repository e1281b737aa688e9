package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;

/** The minute after the deadline of a budget lease (DESIGN section 1, rule 20). */
class GraceTest {

  @Test
  void inGraceALeaseIsExpiredAndKeepsOthersOutAllTheSame() {
    Script.run(
        """
                admin   create-pool p amounts=usd:9                         | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
        10s     alice   get a                                         | EXPIRED cause=TIME ended=10s
                bob$p   acquire b policy=budget pool=p budget=usd:1         | ALREADY_LEASED by=a
                bob     check                                               | held=a
        70s-1ns bob$p   acquire b policy=budget pool=p budget=usd:1         | ALREADY_LEASED by=a
        70s     bob$p   acquire b policy=budget pool=p budget=usd:1         | ACTIVE
        """);
  }

  @Test
  void inGraceARefusalSaysHowLongTheLeaseMayStillBeRefreshedOrClosed() {
    Script script =
        Script.run(
            """
                admin   create-pool p amounts=usd:9                         | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
            40s alice   renew a                                             | LEASE_EXPIRED
            """);
    assertThat(script.refusal().detail())
        .isEqualTo(
            "lease a has expired and is in grace for another 30 seconds; refresh or close it");

    script.then(
        """
        admin set agents_see value=own | agents_see=own
        bob   renew a                  | LEASE_EXPIRED
        """);
    assertThat(script.refusal().detail())
        .isEqualTo("lease a has ended: it is EXPIRED; acquire a new one");
  }

  @Test
  void whenTheGraceIsOverTheLeaseIsClosedAndKeepsTheInstantOfItsExpiry() {
    Script.run(
        """
                admin   create-pool p amounts=usd:9                         | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
        70s-1ns alice   get a                                        | EXPIRED ended=10s reason=none
        70s     alice   get a                           | CLOSED ended=10s reason=GRACE_OVER by=time
        5h      alice   get a                                          | CLOSED ended=10s cause=TIME
        """);
  }

  @Test
  void graceCountsFromTheDeadlineAndNotFromItsRecording() {
    Script script =
        Script.run(
            """
                admin   create-pool p amounts=usd:9                         | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
            69s admin   expire                                              | swept=1 done
            """);
    assertThat(script.kernel().nextDueTick()).isEqualTo(70 * Limits.SECOND);

    script.then("70s admin expire | swept=1 done");
    assertThat(script.kernel().nextDueTick()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void bothEndsAreRecordedWhenBothAreLongPast() {
    Script script =
        Script.run(
            """
               admin   create-pool p amounts=usd:9                         | pool=p
               alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
            1h bob$p   acquire b policy=budget pool=p budget=usd:1         | ACTIVE
            """);

    assertThat(script.journal())
        .hasExactlyElementsOfTypes(
            PoolEvent.PoolCreated.class,
            LeaseEvent.Granted.class,
            LeaseEvent.Expired.class,
            LeaseEvent.Ended.class,
            LeaseEvent.Granted.class);
  }

  @Test
  void theHolderMayCloseALeaseInGraceButNothingElse() {
    Script.run(
        """
            admin   create-pool p amounts=usd:9                         | pool=p
            alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
        11s alice   renew a                                             | LEASE_EXPIRED
            alice   release a                                           | LEASE_EXPIRED
            alice   complete a                                          | LEASE_EXPIRED
            admin   revoke a                                            | LEASE_EXPIRED
            bob     close a                                             | NOT_HOLDER
            alice   close a                       | CLOSED ended=10s cause=TIME by=alice reason=none
            bob     acquire b                                           | ACTIVE
        70s admin   expire                                              | swept=0 done
        """);
  }

  @Test
  void aLeaseInGraceCountsAsBlockingAndNotAsEnded() {
    Script script =
        Script.run(
            """
                admin   create-pool p amounts=usd:9                         | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
            10s admin   expire                                              | swept=1
            """);
    assertThat(script.kernel().livingCount()).isEqualTo(1);
    assertThat(script.kernel().endedCount()).isZero();

    script.then("alice close a | CLOSED");
    assertThat(script.kernel().livingCount()).isZero();
    assertThat(script.kernel().endedCount()).isEqualTo(1);
  }

  @Test
  void graceGoesOnAfterARestart() {
    Script script =
        Script.run(
            """
                admin   create-pool p amounts=usd:9                         | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
            10s admin   expire                                              | swept=1
            """);

    script.restart().then("bob acquire b | ALREADY_LEASED by=a");
    script.recover().then("70s bob acquire b | ACTIVE");
  }

  @Test
  void noOtherPolicyHasGrace() {
    Script.run(
        """
            alice acquire w policy=work scope=/w ttl=10s     | ACTIVE
            alice acquire o policy=workflow scope=/o ttl=10s | ACTIVE
            alice acquire f policy=file scope=/f ttl=10s     | ACTIVE
            alice acquire c policy=checkout scope=/c ttl=10s | ACTIVE
        10s admin expire                                     | swept=4 done
            bob   acquire x scope=/**                        | ACTIVE
        """);
  }
}
