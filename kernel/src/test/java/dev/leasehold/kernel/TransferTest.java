package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Handing a lease on, in one step (rule 16). */
class TransferTest {

  @Test
  void theOldLeaseEndsAndANewOneIsGrantedInOneEvent() {
    Script script =
        Script.run(
            """
               alice acquire a ttl=1h                 | ACTIVE token=1 epoch=0
            9s alice transfer a as=n to=bob note=shift | ACTIVE id=n holder=bob token=2 epoch=1
               alice get a                   | RELEASED reason=TRANSFERRED by=alice ended=9s token=1
               bob   get n                            | ACTIVE until=1h
            """);

    assertThat(script.journal())
        .hasExactlyElementsOfTypes(LeaseEvent.Granted.class, LeaseEvent.Transferred.class);
    assertThat(Told.to(script, "bob")).containsExactly("RECEIVED n shift");
    assertThat(Told.to(script, "alice")).isEmpty();
  }

  @Test
  void theNewHolderIsAheadOfAllWhoWait() {
    Script.run(
        """
        alice acquire a                        | ACTIVE
        carol acquire c wait=1h priority=100   | PENDING
        alice transfer a as=n to=bob           | ACTIVE
        carol get c                            | PENDING
        bob   release n                        | RELEASED
        carol get c                            | ACTIVE
        """);
  }

  @Test
  void theOldHolderCanDoNothingMoreAndTheNewOneEverything() {
    Script script =
        Script.run(
            """
            alice acquire a                    | ACTIVE
            alice transfer a as=n to=bob       | ACTIVE
            """);

    script.restart();
    script.then(
        """
        alice renew a ttl=2h               | LEASE_ALREADY_TERMINAL
        alice validate a                   | LEASE_ALREADY_TERMINAL
        alice renew n ttl=2h               | NOT_HOLDER
        bob   renew n ttl=2h               | ACTIVE
        bob   validate n epoch=0           | STALE_EPOCH
        bob   validate n epoch=1           | ACTIVE
        bob   transfer n as=back to=alice  | ACTIVE epoch=2
        """);
  }

  @Test
  void deadlineRenewalsAndHeartbeatGoAlong() {
    Script.run(
        """
           alice acquire a ttl=1m renewals=2 heartbeat=30s | ACTIVE
        1s alice renew a ttl=2m                            | ACTIVE until=121s renewals=1
        9s alice transfer a as=n to=bob                    | ACTIVE until=121s renewals=1 beat=30s
           bob   renew n ttl=3m                            | ACTIVE renewals=2
           bob   renew n ttl=4m                            | MAX_RENEWALS_EXCEEDED max=2
        39s bob  get n                                     | EXPIRED cause=HEARTBEAT ended=39s
        """);
  }

  @Test
  void theDeadlineGoesAlongExactly() {
    Script.run(
        """
               alice acquire a ttl=10s          | ACTIVE
        9s     alice transfer a as=n to=bob     | ACTIVE left=1s
        10s-1ns bob  get n                      | ACTIVE left=1ns
        10s    bob   get n                      | EXPIRED cause=TIME ended=10s
        """);
  }

  @Test
  void labelsAuthorityTermsAndWallTimeGoAlong() {
    Script script =
        Script.run(
            """
            admin policy mine ttl=9m                                         | policy=mine
            alice acquire a policy=mine label=k:v tools=t session=one        | ACTIVE
            """);
    Lease before = script.lease();

    script.then(
        "admin policy mine ttl=5m | version=2".replace("| version", "| policy=mine version"));
    script.then("1m alice transfer a as=n to=bob | ACTIVE session=none");
    Lease after = script.lease();

    assertThat(after.labels()).isEqualTo(Map.of("k", "v"));
    assertThat(after.rare().authority()).isEqualTo(before.rare().authority());
    assertThat(after.policy()).isEqualTo(before.policy());
    assertThat(after.ttlNanos()).isEqualTo(before.ttlNanos());
    assertThat(after.expiresWallNanos()).isEqualTo(before.expiresWallNanos());
    assertThat(after.scope()).isEqualTo(before.scope());
    script
        .then("bob validate n tool=t | ACTIVE")
        .then("bob validate n tool=u | LEASE_VIOLATION tool");
  }

  @Test
  void aSharedLeaseKeepsItsEpochAndTakesANewToken() {
    Script.run(
        """
        alice acquire a mode=shared         | ACTIVE
        carol acquire c mode=shared         | ACTIVE token=2
        alice transfer a as=n to=bob        | ACTIVE mode=shared token=3 epoch=0
        """);
  }

  @Test
  void theReminderIsNotSentAgain() {
    Script script =
        Script.run(
            """
                alice acquire a policy=checkout   | ACTIVE
            70h alice get a                       | ACTIVE reminded
            71h alice transfer a as=n to=bob      | ACTIVE reminded
            """);

    assertThat(Told.to(script, "alice")).isEmpty();
    assertThat(Told.to(script, "bob")).containsExactly("RECEIVED n");
    script.restart().then("72h bob get n | EXPIRED cause=TIME");
    assertThat(Told.to(script, "bob")).containsExactly("RECEIVED n", "EXPIRED n");
  }

  @Test
  void theReminderThatIsStillToComeGoesToTheNewHolder() {
    Script script =
        Script.run(
            """
                alice acquire a policy=checkout   | ACTIVE
            69h alice transfer a as=n to=bob      | ACTIVE unreminded
            70h bob   get n                       | ACTIVE reminded
            """);

    assertThat(Told.to(script, "bob")).containsExactly("RECEIVED n", "REMINDER n 2h");
  }

  @Test
  void childrenAreHandedAlongUnchanged() {
    Script script =
        Script.run(
            """
            alice acquire a scope=/d/**                       | ACTIVE token=1
            alice derive a as=c holder=carol scope=/d/c       | ACTIVE token=2 path=1,2
            carol derive c as=g holder=dave scope=/d/c        | ACTIVE token=3 path=1,2,3
            alice transfer a as=n to=bob                      | ACTIVE token=4 path=4
            carol get c                          | ACTIVE id=c token=2 epoch=0 parent=n path=4,2
            dave  get g                                       | ACTIVE parent=c path=4,2,3
            bob   derive n as=x holder=erin scope=/d/c        | SCOPE_OVERLAP by=c,g
            """);

    script.restart().then("bob release n | RELEASED");
    script.then("carol get c | REVOKED reason=PARENT_ENDED");
    script.then("dave get g | REVOKED reason=PARENT_ENDED");
  }

  @Test
  void aChildIsHandedOnWithinItsTree() {
    Script script =
        Script.run(
            """
               alice acquire a scope=/d/** ttl=1h              | ACTIVE token=1
               alice derive a as=c holder=carol scope=/d/c ttl=1m | ACTIVE token=2
               carol derive c as=g holder=dave scope=/d/c      | ACTIVE token=3
            1s carol transfer c as=n to=bob           | ACTIVE parent=a path=1,4 until=1m epoch=1
               dave  get g                                     | ACTIVE parent=n path=1,4,3
               bob   renew n ttl=9h                            | ACTIVE until=1h
               carol derive c as=x                             | LEASE_ALREADY_TERMINAL
            """);

    script.restart().then("admin revoke a | REVOKED");
    script.then("bob get n | REVOKED reason=PARENT_ENDED");
    script.then("dave get g | REVOKED reason=PARENT_ENDED");
    script.then("carol get c | RELEASED reason=TRANSFERRED");
  }

  @Test
  void aRetryGetsTheSameNewLeaseAsItIsNow() {
    Script script =
        Script.run(
            """
            alice acquire a request=q                            | ACTIVE
            alice transfer a as=n1 to=bob request=r              | ACTIVE id=n1
            alice transfer a as=n2 to=bob request=r              | ACTIVE id=n1
            alice transfer a as=n3 to=carol request=r            | INVALID_INPUT requestId
            alice transfer a as=n3 to=bob note=x request=r       | INVALID_INPUT requestId
            """);

    script.restart().then("bob release n1 | RELEASED");
    script.then("alice transfer a as=n4 to=bob request=r | RELEASED id=n1");
    script.then("alice acquire z request=q | RELEASED id=a reason=TRANSFERRED");
  }

  @Test
  void aTransferMakesNobodyHoldTwoLeasesForOne() {
    Script script =
        Script.run(
            """
            alice acquire a                | ACTIVE
            alice transfer a as=n to=bob   | ACTIVE
            """);

    assertThat(script.kernel().livingCount()).isEqualTo(1);
    assertThat(script.kernel().endedCount()).isEqualTo(1);
    script.then("admin check | held=n");
  }

  @Test
  void anIdThatACallerChoseIsNotTakenAgainAfterTheTransfer() {
    Script.run(
        """
           alice acquire job own-id policy=work     | ACTIVE
           alice transfer job as=n to=bob           | ACTIVE
        1s admin prune before=1s                    | swept=1
           bob   release n                          | RELEASED
           carol acquire job own-id policy=work     | LEASE_ALREADY_EXISTS
        """);
  }

  @Test
  void anOldLeaseUnderABudgetPolicyWithoutABudgetMayBeTransferred() {
    Script.after(OldJournal.withoutBudgets("alice acquire a ttl=10s | ACTIVE"))
        .then(
            """
                alice transfer a as=n to=bob   | ACTIVE until=10s
                alice get a                    | RELEASED reason=TRANSFERRED
            11s bob   transfer n as=m to=carol | LEASE_EXPIRED
            """);
  }
}
