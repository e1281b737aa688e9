package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import org.junit.jupiter.api.Test;

/** A renewal extends; it never revives, shortens or creates (rule 5). */
class RenewalTest {

  @Test
  void theTtlCountsFromNow() {
    Script.run(
        """
           alice acquire a ttl=10s | ACTIVE until=10s
        4s alice renew a ttl=20s   | ACTIVE until=24s left=20s renewals=1
        9s alice renew a ttl=30s   | ACTIVE until=39s left=30s renewals=2
        """);
  }

  @Test
  void withoutATtlTheLeasesOwnIsUsedWhichIsTheLastOneGiven() {
    Script.run(
        """
           alice acquire a ttl=10s | ACTIVE
        4s alice renew a           | ACTIVE until=14s
        5s alice renew a ttl=30s   | ACTIVE until=35s
        6s alice renew a           | ACTIVE until=36s
        """);
  }

  @Test
  void aRenewalMustMoveTheDeadlineByOneTickAtLeast() {
    Script.run(
        """
        alice acquire a ttl=10s   | ACTIVE
        alice renew a             | RENEWAL_DOES_NOT_EXTEND left=10s asked=10s
        alice renew a ttl=10s     | RENEWAL_DOES_NOT_EXTEND
        alice renew a ttl=10s+1ns | ACTIVE renewals=1
        alice renew a ttl=5s      | RENEWAL_DOES_NOT_EXTEND asked=5s
        alice get a               | ACTIVE left=10000000001ns renewals=1
        """);
  }

  @Test
  void aRenewalKeepsTokenEpochAndEverythingElse() {
    Script script = Script.run("alice acquire a policy=workflow label=k:v | ACTIVE token=1");
    Lease before = script.lease();

    Lease after = script.then("1s alice renew a | ACTIVE token=1").lease();

    assertThat(after)
        .usingRecursiveComparison()
        .ignoringFields("deadlineTick", "expiresWallNanos", "renewalCount", "lastRenewedWallNanos")
        .isEqualTo(before);
    assertThat(after.lastRenewedWallNanos()).isEqualTo(Script.WALL_NANOS + Limits.SECOND);
  }

  @Test
  void whatAReplySaidBeforeStaysAsItWasSaid() {
    Script script = Script.run("alice acquire a ttl=10s | ACTIVE");
    Lease told = script.lease();

    script.then("1s alice renew a | ACTIVE renewals=1 until=11s");
    script.then("alice release a | RELEASED");

    assertThat(told.deadlineTick()).isEqualTo(10 * Limits.SECOND);
    assertThat(told.renewalCount()).isZero();
    assertThat(told.lastRenewedWallNanos()).isZero();
    assertThat(told.state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(told.ending()).isNull();
  }

  @Test
  void aLeaseIsRenewedAtMostAsOftenAsItWasGrantedFor() {
    Script.run(
        """
           alice acquire a renewals=2           | ACTIVE
        1s alice renew a                        | ACTIVE renewals=1
        2s alice renew a                        | ACTIVE renewals=2
        3s alice renew a                        | MAX_RENEWALS_EXCEEDED max=2
           alice acquire b renewals=0 scope=/b  | ACTIVE
        4s alice renew b                        | MAX_RENEWALS_EXCEEDED max=0
           alice acquire c renewals=-1 scope=/c | ACTIVE
        5s alice renew c                        | ACTIVE renewals=1
        """);
  }

  @Test
  void aRefusedRenewalIsNotCounted() {
    Script.run(
        """
           alice acquire a renewals=1 ttl=10s | ACTIVE
           alice renew a ttl=5s               | RENEWAL_DOES_NOT_EXTEND
        1s alice renew a                      | ACTIVE renewals=1
        """);
  }

  @Test
  void checkoutsAndBudgetsAreNotRenewed() {
    Script.run(
        """
           admin   create-pool p amounts=usd:9                          | pool=p
           alice   acquire c policy=checkout scope=/c                   | ACTIVE
           alice$p acquire b policy=budget pool=p budget=usd:1 scope=/b | ACTIVE
        1s alice   renew c                                              | NOT_RENEWABLE
           alice   renew b                                              | NOT_RENEWABLE
        """);
  }

  @Test
  void anAdminCannotRenewForTheHolder() {
    Script.run(
        """
           admin acquire a holder=alice | ACTIVE holder=alice
        1s admin renew a                | NOT_HOLDER
           alice renew a                | ACTIVE
        """);
  }
}
