package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Request ids live with what they made or changed (rule 11). */
class RequestIdTest {

  @Test
  void aRetryGetsTheSameLeaseAsItIsNowAndHasNoEffect() {
    Script script =
        Script.run(
            """
               alice acquire a request=r ttl=10s | ACTIVE id=a until=10s
            4s alice renew a                     | ACTIVE until=14s
            5s alice acquire b request=r ttl=10s | ACTIVE id=a until=14s left=9s renewals=1
               alice get b                       | LEASE_NOT_FOUND
            """);

    assertThat(script.journal()).hasSize(2);
  }

  @Test
  void aRetryNeverSaysActiveOfALeaseThatHasEnded() {
    Script.run(
        """
            alice acquire a request=ra scope=/1         | ACTIVE
            alice acquire b request=rb scope=/2 ttl=10s | ACTIVE
            alice acquire c request=rc scope=/3         | ACTIVE
            alice release a                             | RELEASED
            admin revoke c                              | REVOKED
            alice acquire x request=ra scope=/1         | RELEASED id=a
            alice acquire x request=rc scope=/3         | REVOKED id=c
        10s alice acquire x request=rb scope=/2 ttl=10s | EXPIRED id=b
            bob   acquire d scope=/1                    | ACTIVE
            alice acquire x request=ra scope=/1         | RELEASED id=a
        """);
  }

  @Test
  void retriesOfChangesHaveOneEffectToo() {
    Script script =
        Script.run(
            """
               admin   create-pool p amounts=usd:9                          | pool=p
               alice   acquire a policy=checkout scope=/1                   | ACTIVE
               alice$p acquire b policy=budget pool=p budget=usd:1 scope=/2 | ACTIVE
               alice   acquire c scope=/3 ttl=10s                           | ACTIVE
               alice   acquire d scope=/4                                   | ACTIVE
            1s alice   renew c request=r1                              | ACTIVE until=11s renewals=1
            2s alice   renew c request=r1                              | ACTIVE until=11s renewals=1
               alice   renew c request=r2                              | ACTIVE until=12s renewals=2
               alice   renew c request=r1                              | ACTIVE until=12s renewals=2
               alice   complete a request=r3                                | COMPLETED
               alice   complete a request=r3                                | COMPLETED
               alice   close b request=r4                                   | CLOSED
               alice   close b request=r4                                   | CLOSED
               alice   release c request=r5                                 | RELEASED
               alice   release c request=r5                                 | RELEASED
               alice   renew c request=r2                                   | RELEASED renewals=2
               admin   revoke d request=r6                                  | REVOKED
               admin   revoke d request=r6                                  | REVOKED
            """);

    assertThat(script.journal()).hasSize(11);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acquire b request=r scope=/BB",
        "acquire b request=r scope=/Aa,/c",
        "acquire b request=r scope=/Aa mode=shared",
        "acquire b request=r scope=/Aa policy=checkout",
        "acquire b request=r scope=/Aa session=two",
        "acquire b request=r scope=/Aa ttl=10s",
        "acquire b request=r scope=/Aa renewals=3",
        "acquire b request=r scope=/Aa label=k:v",
        "acquire a own-id request=r scope=/Aa",
        "renew a request=r",
        "release a request=r",
        "complete a request=r",
        "close a request=r"
      })
  void theSameIdWithAnotherBodyIsRefused(String other) {
    Script.run(
        """
        alice acquire a request=r scope=/Aa | ACTIVE
        alice %s                            | INVALID_INPUT requestId
        alice acquire z request=r scope=/Aa | ACTIVE id=a
        """
            .formatted(other));
  }

  @Test
  void anotherBodyOfAChangeIsRefusedToo() {
    Script.run(
        """
           alice acquire a scope=/1                    | ACTIVE
           alice acquire b scope=/2                    | ACTIVE
        1s alice renew a ttl=2h request=r1             | ACTIVE
           alice renew a ttl=3h request=r1             | INVALID_INPUT requestId
           alice renew b ttl=2h request=r1             | INVALID_INPUT requestId
           alice release a reason=ABORTED request=r2   | RELEASED
           alice release a reason=COMPLETED request=r2 | INVALID_INPUT requestId
           alice release b reason=ABORTED request=r2   | INVALID_INPUT requestId
           alice release a reason=aborted request=r2   | RELEASED # the same reason
        """);
  }

  @Test
  void theKeyIsTheCallerAndTheId() {
    Script.run(
        """
        alice acquire a scope=/1 request=r            | ACTIVE id=a
        bob   acquire b scope=/2 request=r            | ACTIVE id=b
        admin acquire c scope=/3 request=r holder=bob | ACTIVE id=c
        alice acquire x scope=/1 request=r            | ACTIVE id=a
        bob   acquire x scope=/2 request=r            | ACTIVE id=b
        admin acquire x scope=/3 request=r holder=bob | ACTIVE id=c
        bob   acquire x scope=/3 request=r            | INVALID_INPUT requestId
        """);
  }

  @Test
  void refusalsAreNotRemembered() {
    Script.run(
        """
        bob   acquire b                  | ACTIVE
        alice acquire a request=r        | SCOPE_OVERLAP by=b
        bob   release b                  | RELEASED
        alice acquire c request=r ttl=9s | ACTIVE id=c
        alice renew c ttl=1s request=r2  | RENEWAL_DOES_NOT_EXTEND
        alice renew c ttl=10s request=r2 | ACTIVE renewals=1
        """);
  }

  @Test
  void withoutAnIdNothingIsARetry() {
    Script.run(
        """
        alice acquire a mode=shared | ACTIVE id=a
        alice acquire b mode=shared | ACTIVE id=b
        """);
  }

  @Test
  void idsSurviveARestart() {
    Script script =
        Script.run(
            """
               alice acquire a request=r1          | ACTIVE
            1s alice renew a ttl=2h request=r2     | ACTIVE
               alice acquire b scope=/b request=r3 | ACTIVE
               alice release b request=r4          | RELEASED
            """);
    String retries =
        """
        2s alice acquire x request=r1          | ACTIVE id=a renewals=1
           alice renew a ttl=2h request=r2     | ACTIVE renewals=1
           alice acquire x scope=/b request=r3 | RELEASED id=b
           alice release b request=r4          | RELEASED
           alice release a request=r4          | INVALID_INPUT requestId
        """;

    script.recover().then(retries);
    script.restart().then(retries);
    assertThat(script.journal()).hasSize(4);
  }

  @Test
  void anIdIsForgottenWithItsLeaseAndNotBefore() {
    Script.run(
        """
           alice acquire a request=r1 | ACTIVE
           alice release a request=r2 | RELEASED
        1s alice acquire x request=r1 | RELEASED id=a
           admin prune before=1s      | swept=1
           alice acquire b request=r1 | ACTIVE id=b
           alice release b request=r2 | RELEASED id=b
        """);
  }

  @Test
  void aLeaseRemembersItsLastSixteenChangesAndAlwaysItsGrant() {
    Script script = Script.run("alice acquire a request=grant | ACTIVE");
    for (int i = 1; i <= 17; i++) {
      script.then("%ds alice renew a request=r%d | ACTIVE renewals=%d".formatted(i, i, i));
    }

    script.then(
        """
        20s alice renew a request=r17     | ACTIVE renewals=17
            alice renew a request=r2      | ACTIVE renewals=17
            alice acquire x request=grant | ACTIVE renewals=17 id=a
            alice renew a request=r1      | ACTIVE renewals=18
        """);
  }

  @Test
  void theWindowIsTheSameForALeaseThatWasGrantedWithoutAnId() {
    Script script = Script.run("alice acquire a | ACTIVE");
    for (int i = 1; i <= 17; i++) {
      script.then("%ds alice renew a request=r%d | ACTIVE renewals=%d".formatted(i, i, i));
    }

    script.then(
        """
        20s alice renew a request=r2 | ACTIVE renewals=17
            alice renew a request=r1 | ACTIVE renewals=18
        """);
  }

  @Test
  void theLeaseTellsTheIdOfTheRequestThatMadeIt() {
    Script script = Script.run("alice acquire a request=r1 | ACTIVE");
    script.then("1s alice renew a request=r2 | ACTIVE");

    assertThat(script.lease().requestId()).isEqualTo("r1");
    script.then("alice list request=r1 | leases=a");
    script.then("alice list request=r2 | leases=none");
  }
}
