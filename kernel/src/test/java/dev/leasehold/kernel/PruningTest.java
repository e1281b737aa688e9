package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.AdminEvent;
import org.junit.jupiter.api.Test;

/** Pruning is a sequenced command by tick (rule 24). */
class PruningTest {

  @Test
  void leasesAreForgottenThatEndedBeforeTheTickAndNoOthers() {
    Script.run(
        """
            alice acquire a scope=/1                  | ACTIVE
            alice acquire b scope=/2 ttl=5s           | ACTIVE
            alice acquire c scope=/3                  | ACTIVE
            alice acquire d scope=/4                  | ACTIVE
        3s  alice release a                           | RELEASED ended=3s
        9s  alice release c                           | RELEASED ended=9s
        60s admin prune before=3s                     | swept=0 done
            admin prune before=3s+1ns                 | swept=1 done
            alice get a                               | LEASE_NOT_FOUND
            alice get b                               | EXPIRED
            admin prune before=9s                     | swept=1 done
            alice get b                               | LEASE_NOT_FOUND
            alice get c                               | RELEASED
            admin prune before=1h                     | swept=1 done
            alice get d                               | ACTIVE
            admin list states=ACTIVE,RELEASED,EXPIRED | leases=d
        """);
  }

  @Test
  void theyLeaveInTheOrderTheyEndedAndNotMoreThanTheLimitAtOnce() {
    Script.run(
        """
           alice acquire a scope=/1      | ACTIVE
           alice acquire b scope=/2      | ACTIVE
           alice acquire c scope=/3      | ACTIVE
        1s alice release c               | RELEASED
        2s alice release a               | RELEASED
        3s alice release b               | RELEASED
        9s admin prune before=9s limit=1 | swept=1 more
           alice list states=RELEASED    | leases=a,b
           admin prune before=9s limit=1 | swept=1 more
           alice list states=RELEASED    | leases=b
           admin prune before=9s limit=9 | swept=1 done
           alice list states=RELEASED    | leases=none
        """);
  }

  @Test
  void aStepThatTookTheLastOneSaysThatNoMoreAreDue() {
    Script.run(
        """
           alice acquire a scope=/1      | ACTIVE
           alice acquire b scope=/2      | ACTIVE
        1s alice release a               | RELEASED
        2s alice release b               | RELEASED
        9s admin prune before=2s limit=1 | swept=1 done
           admin prune before=9s limit=1 | swept=1 done
        """);
  }

  @Test
  void livingLeasesAndLeasesInGraceAreNeverForgotten() {
    Script.run(
        """
            admin   create-pool p amounts=usd:9                                  | pool=p
            alice   acquire a scope=/1                                           | ACTIVE
            alice$p acquire b scope=/2 policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
        11s admin   prune before=1d                                              | swept=0
            bob     acquire c scope=/2                                         | ALREADY_LEASED by=b
        """);
  }

  @Test
  void aCallersIdIsNeverAcceptedTwiceEvenWhenItsLeaseIsForgotten() {
    Script script =
        Script.run(
            """
               alice acquire job-1 own-id policy=work | ACTIVE
               bob   acquire job-1 own-id policy=work | LEASE_ALREADY_EXISTS
               alice release job-1                    | RELEASED
               bob   acquire job-1 own-id policy=work | LEASE_ALREADY_EXISTS
            1s admin prune before=1s                  | swept=1
               alice get job-1                        | LEASE_NOT_FOUND
               alice acquire job-1 own-id policy=work | LEASE_ALREADY_EXISTS
               alice acquire job-2 own-id policy=work | ACTIVE
            """);

    script.recover().then("bob acquire job-1 own-id policy=work | LEASE_ALREADY_EXISTS");
    script.restart().then("bob acquire job-1 own-id policy=work | LEASE_ALREADY_EXISTS");
  }

  @Test
  void aRetryOfAForgottenAcquireWithTheCallersIdIsNoSecondGrant() {
    Script.run(
        """
           alice acquire job-1 own-id policy=work request=r | ACTIVE
           alice release job-1                              | RELEASED
        1s admin prune before=1s                            | swept=1
           alice acquire job-1 own-id policy=work request=r | LEASE_ALREADY_EXISTS
        """);
  }

  @Test
  void theEventSaysHowManyAndReplayForgetsTheSameOnes() {
    Script script =
        Script.run(
            """
               alice acquire a scope=/1 | ACTIVE
               bob   acquire b scope=/2 | ACTIVE
               carol acquire c scope=/3 | ACTIVE
               bob   release b          | RELEASED
               alice release a          | RELEASED
            1s admin prune before=1s    | swept=2
            """);

    assertThat(script.journal().getLast()).isInstanceOf(AdminEvent.Pruned.class);
    assertThat(((AdminEvent.Pruned) script.journal().getLast()).leases()).isEqualTo(2);
    script.recover().then("admin list states=ACTIVE,RELEASED | leases=c");
  }

  @Test
  void aHolderAndASpaceThatAreForgottenCanComeBack() {
    Script script =
        Script.run(
            """
               alice acquire a request=r | ACTIVE
               alice release a           | RELEASED
            1s admin prune before=1s     | swept=1
               alice list                | leases=none
               alice acquire b request=r | ACTIVE
               alice list                | leases=b
            """);

    assertThat(script.kernel().livingCount()).isEqualTo(1);
    assertThat(script.kernel().endedCount()).isZero();
  }
}
