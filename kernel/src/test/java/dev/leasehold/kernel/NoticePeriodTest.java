package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An admin takes a lease away after a while (rule 9). */
class NoticePeriodTest {

  @Test
  void theLeaseEndsWhenTheNoticeRunsOut() {
    Script script =
        Script.run(
            """
                   alice      acquire a                            | ACTIVE
            1m     admin=root revoke a notice=5m reason=maintenance | ACTIVE announced=6m
            6m-1ns alice      validate a                           | ACTIVE
                   bob        acquire b                            | SCOPE_OVERLAP by=a
            """);

    script.restart().then("6m bob acquire b | ACTIVE");
    script.then("alice get a | REVOKED by=root reason=maintenance ended=6m cause=none");
  }

  @Test
  void theHolderIsToldAtOnceAndAgainWhenItHasEnded() {
    Script script =
        Script.run(
            """
            alice acquire a policy=checkout       | ACTIVE
            admin revoke a notice=5m reason=flood | ACTIVE
            """);
    assertThat(Told.to(script, "alice")).containsExactly("ENDING a 5m flood");

    script.then("5m alice get a | EVICTED reason=flood");
    assertThat(Told.to(script, "alice")).containsExactly("EVICTED a flood");
  }

  @Test
  void theHolderMayLetGoEarlier() {
    Script script =
        Script.run(
            """
               alice acquire a                 | ACTIVE
               alice acquire c policy=checkout scope=/c | ACTIVE
               admin revoke a notice=5m        | ACTIVE
               admin revoke c notice=5m        | ACTIVE
            1m alice release a                 | RELEASED by=alice ended=1m reason=VOLUNTARY
               alice complete c commit=abcd    | COMPLETED by=alice
               bob   acquire b                 | ACTIVE
            """);

    assertThat(Told.to(script, "alice")).isEmpty();
    script.then("1h alice get a | RELEASED ended=1m");
  }

  @Test
  void aRenewalCannotPassTheAnnouncedEnd() {
    Script.run(
        """
           alice acquire a ttl=2m          | ACTIVE
           admin revoke a notice=5m        | ACTIVE until=2m announced=5m
        1m alice renew a ttl=10m           | ACTIVE until=5m
           alice renew a ttl=1h            | RENEWAL_DOES_NOT_EXTEND left=4m asked=1h
        5m alice get a                     | REVOKED ended=5m
        """);
  }

  @Test
  void aRenewalOfALeaseThatWouldOutliveTheNoticeDoesNotExtendIt() {
    Script.run(
        """
           alice acquire a ttl=1h          | ACTIVE
           admin revoke a notice=5m        | ACTIVE until=1h
        1m alice renew a ttl=2h            | RENEWAL_DOES_NOT_EXTEND left=59m asked=2h
        """);
  }

  @Test
  void aDerivedLeaseCannotPassTheAnnouncedEnd() {
    Script.run(
        """
           alice acquire a scope=/d/** ttl=1h                  | ACTIVE
           alice derive a as=c scope=/d/c holder=bob ttl=1m    | ACTIVE until=1m
           admin revoke a notice=5m                            | ACTIVE
           alice derive a as=n scope=/d/n holder=bob ttl=30m   | ACTIVE until=5m
           bob   renew c ttl=30m                               | ACTIVE until=5m
           bob   renew n ttl=31m                               | RENEWAL_DOES_NOT_EXTEND
        5m bob   get c                                         | REVOKED reason=PARENT_ENDED
        """);
  }

  @Test
  void aSecondNoticeBringsTheEndNearerAndNeverPushesItAway() {
    Script script =
        Script.run(
            """
               alice acquire a                          | ACTIVE
               admin revoke a notice=5m                 | ACTIVE announced=5m
            1m admin revoke a notice=10m                | INVALID_INPUT notice
            2m admin revoke a notice=1m reason=hurry    | ACTIVE announced=3m
            """);

    script.recover().then("3m alice get a | REVOKED ended=3m reason=hurry");
    assertThat(Told.to(script, "alice")).containsExactly("REVOKED a hurry");
  }

  @Test
  void aRevocationWithoutNoticeEndsAtOnceWhatWasAnnounced() {
    Script script =
        Script.run(
            """
               alice acquire a                       | ACTIVE
               admin revoke a notice=5m              | ACTIVE
            1m admin revoke a reason=now             | REVOKED ended=1m reason=now
            """);

    assertThat(Told.to(script, "alice")).containsExactly("REVOKED a now");
  }

  @Test
  void theDeadlineComesFirstIfItIsEarlier() {
    Script.run(
        """
           alice acquire a ttl=2m             | ACTIVE
           alice acquire b ttl=2m scope=/b    | ACTIVE
           alice acquire c heartbeat=1m scope=/c | ACTIVE
           admin revoke a notice=5m           | ACTIVE
           admin revoke b notice=2m           | ACTIVE
           admin revoke c notice=2m           | ACTIVE
        9m alice get a                        | EXPIRED cause=TIME ended=2m
           alice get b                        | REVOKED ended=2m
           alice get c                        | EXPIRED cause=HEARTBEAT ended=1m
        """);
  }

  @Test
  void aWaitNeedsNoNotice() {
    Script.run(
        """
        alice acquire a                    | ACTIVE
        bob   acquire b wait=1h            | PENDING
        admin revoke b notice=5m           | FAILED reason=CANCELLED by=admin
        """);
  }

  @Test
  void aTransferHandsTheNoticeOn() {
    Script script =
        Script.run(
            """
               alice acquire a                            | ACTIVE
               admin=root revoke a notice=5m reason=flood | ACTIVE
            1m alice transfer a as=n to=bob               | ACTIVE announced=5m
            """);
    assertThat(Told.to(script, "alice")).isEmpty();
    assertThat(Told.to(script, "bob")).containsExactly("RECEIVED n 4m");

    script.restart().then("2m bob renew n ttl=3h | RENEWAL_DOES_NOT_EXTEND");
    script.then("5m bob get n | REVOKED by=root reason=flood ended=5m");
    assertThat(Told.to(script, "bob")).containsExactly("RECEIVED n 4m", "REVOKED n flood");
  }

  @Test
  void aRetriedNoticeIsOneNotice() {
    Script script =
        Script.run(
            """
               alice acquire a                     | ACTIVE
               admin revoke a notice=5m request=r  | ACTIVE announced=5m
            1m admin revoke a notice=5m request=r  | ACTIVE announced=5m
               admin revoke a notice=4m request=r  | INVALID_INPUT requestId
            5m admin revoke a notice=5m request=r  | REVOKED
            """);

    assertThat(Told.to(script, "alice")).containsExactly("REVOKED a why");
  }

  @Test
  void aNoticeThatRunsOutInGraceClosesTheLease() {
    Script.run(
        """
                admin   create-pool p amounts=usd:9                         | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
                admin   revoke a notice=20s                                 | ACTIVE
        20s-1ns alice   get a                                               | EXPIRED ended=10s
                bob     acquire b                                           | ALREADY_LEASED by=a
        20s     bob     acquire b                                           | ACTIVE
        """);
  }
}
