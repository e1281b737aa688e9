package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;

/** How long what moved money is remembered (rules 11 and 24). */
class MoneyIdsTest {

  private static final String GIVEN =
      """
      admin   create-pool p amounts=usd:100                | pool=p
      alice$p acquire x policy=budget pool=p budget=usd:20 | ACTIVE
      alice   spend x amounts=usd:1 request=s              | ACTIVE
      """;

  @Test
  void idsStayThirtyDaysAfterTheEnd() {
    Script.run(GIVEN)
        .then(
            """
            1m         alice close x                         | CLOSED
            30d+1m-1ns admin prune before=20d                | swept=0
                       alice spend x amounts=usd:1 request=s | CLOSED spent=usd:1
            30d+1m     admin prune before=1m                 | swept=0     # not before it ended
                       admin prune before=20d                | swept=1
                       alice spend x amounts=usd:1 request=s | LEASE_NOT_FOUND
                       admin pool p                          | pool=p free=usd:99 spent=usd:1
            """);
  }

  @Test
  void idsStayThirtyDaysAfterTheLastReservation() {
    Script.run(GIVEN)
        .then(
            """
                    alice reserve x amounts=usd:4 request=r timeout=24h | ACTIVE
            1m      alice close x                                       | CLOSED
            24h     admin expire                                        | swept=1
            30d+1m  admin prune before=20d                              | swept=0
            31d-1ns admin prune before=20d                              | swept=0
            31d     admin prune before=20d                              | swept=1
            """);
  }

  @Test
  void aLeaseWithAnOpenReservationIsNeverForgotten() {
    Script script =
        Script.run(
            """
               admin   create-pool p amounts=usd:100                | pool=p
               alice$p acquire x pool=p budget=usd:20               | ACTIVE
               alice   reserve x amounts=usd:5 request=r timeout=1h | ACTIVE
               alice   release x                                    | RELEASED
            1m admin   prune before=59s                             | swept=0
            """);
    assertThat(script.kernel().endedCount()).isZero();

    script.then("alice settle x reservation=r amounts=usd:5 | RELEASED");
    assertThat(script.kernel().endedCount()).isEqualTo(1);
    script.restart().then("30d+1m admin prune before=1h | swept=1");
  }

  @Test
  void aTreeIsForgottenTogetherOnceNoMoneyOfItIsUnderWay() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                   alice derive x as=c holder=bob budget=usd:9         | ACTIVE
                   bob   derive c as=d holder=carol budget=usd:5       | ACTIVE
                   carol reserve d amounts=usd:5 request=r timeout=24h | ACTIVE
                   bob   close c                                       | CLOSED
                1m alice close x                                       | CLOSED
                2m carol cancel d reservation=r                        | REVOKED
                """);
    assertThat(script.kernel().endedCount()).isEqualTo(3);

    script
        .restart()
        .then(
            """
            30d        admin prune before=1h         | swept=3  # notices of leases
            30d+2m-1ns admin prune before=1h         | swept=0
            30d+2m     admin prune before=1h limit=1 | swept=1 more
                       carol get d                   | LEASE_NOT_FOUND
                       bob   get c                   | CLOSED
                       admin prune before=1h         | swept=2 done
                       alice get x                   | LEASE_NOT_FOUND
            """);
    assertThat(script.kernel().endedCount()).isZero();
  }

  @Test
  void anEndedChildOfALivingTreeStays() {
    Script.run(GIVEN)
        .then(
            """
                alice   derive x as=c holder=bob budget=usd:9 | ACTIVE
                bob     spend c amounts=usd:1 request=s       | ACTIVE
                bob     close c                               | CLOSED
            59m alice$p refresh x                             | ACTIVE
                admin   prune before=50m                      | swept=0
                bob     spend c amounts=usd:1 request=s       | CLOSED spent=usd:1
            """);
  }

  @Test
  void whatMovedMoneyIsRememberedHoweverMuchElseHappens() {
    Script script = Script.run(GIVEN);
    for (int i = 0; i < 3 * Limits.MAX_CHANGE_IDS_PER_LEASE; i++) {
      script.then("alice$p refresh x request=f%d | ACTIVE".formatted(i));
    }

    script.then("alice spend x amounts=usd:1 request=s | ACTIVE spent=usd:1");
    script.then("alice$p refresh x requested=usd:1 request=f0 | INVALID_INPUT requestId");
  }

  @Test
  void anIdThatMovedTheMoneyOfOneLeaseIsRefusedForAnother() {
    Script.run(GIVEN)
        .then(
            """
            alice   close x                                               | CLOSED
            alice$p acquire y policy=budget pool=p budget=usd:20          | ACTIVE
            alice   spend y amounts=usd:1 request=s                       | INVALID_INPUT requestId
            bob$p   acquire z policy=budget pool=p budget=usd:20 scope=/z | ACTIVE
            bob     spend z amounts=usd:1 request=s                       | ACTIVE
            """);
  }
}
