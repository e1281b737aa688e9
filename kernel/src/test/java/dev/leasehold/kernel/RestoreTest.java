package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import org.junit.jupiter.api.Test;

/** Going on from a backup (rule 25). */
class RestoreTest {

  @Test
  void everyLeaseEnds() {
    Script script =
        Script.run(
            """
               admin   create-pool p amounts=usd:9                                 | pool=p
               alice   acquire a scope=/1                                          | ACTIVE
               alice   acquire b scope=/2 policy=checkout                          | ACTIVE
               alice$p acquire c scope=/3 policy=budget pool=p budget=usd:1 ttl=1s | ACTIVE
               alice   acquire d scope=/4                                          | ACTIVE
               alice   release d after=1h                                          | ACTIVE
               alice   acquire e scope=/5                                          | ACTIVE
               admin   revoke e notice=1h                                          | ACTIVE
               bob     acquire w scope=/1 wait=1h                                  | PENDING
               bob     acquire gone scope=/6                                       | ACTIVE
               bob     release gone                                                | RELEASED
            2s admin   restore                                                     | restored=6
            """);
    assertThat(script.kernel().livingCount()).isZero();
    assertThat(script.kernel().nextDueTick()).isEqualTo(Long.MAX_VALUE);

    script.restart();
    script.then(
        """
        alice get a    | REVOKED reason=RESTORED by=time ended=2s
        alice get b    | EVICTED reason=RESTORED
        alice get c    | CLOSED reason=RESTORED ended=1s cause=TIME
        alice get d    | REVOKED reason=RESTORED
        alice get e    | REVOKED reason=RESTORED
        bob   get w    | FAILED reason=RESTORED
        bob   get gone | RELEASED reason=VOLUNTARY
        carol acquire x scope=/** | ACTIVE
        """);
  }

  @Test
  void treesEndWhole() {
    Script script =
        Script.run(
            """
            alice acquire a scope=/d/**                  | ACTIVE
            alice derive a as=c holder=bob               | ACTIVE
            bob   derive c as=g holder=carol             | ACTIVE
            alice transfer a as=n to=dave                | ACTIVE
            admin restore                                | restored=3
            bob   get c                                  | REVOKED
            carol get g                                  | REVOKED
            dave  get n                                  | REVOKED reason=RESTORED
            """);

    assertThat(script.kernel().livingCount()).isZero();
    assertThat(Told.to(script, "dave")).containsExactly("RECEIVED n", "REVOKED n RESTORED");
  }

  @Test
  void positionsAreLiftedFirstThenWhatWasDueEndsThenTheRestFromItsLeaves() {
    Script script =
        Script.run(
            """
               admin   create-pool p amounts=usd:9                               | pool=p
               alice$p acquire m policy=budget pool=p budget=usd:5 scope=/m      | ACTIVE
               alice   reserve m amounts=usd:1 timeout=3s request=late           | ACTIVE
               alice   reserve m amounts=usd:1 timeout=1h request=open           | ACTIVE
               alice   acquire a scope=/d/**                                     | ACTIVE
               alice   derive a as=c holder=bob                                  | ACTIVE
               bob     derive c as=g holder=carol                                | ACTIVE
               dave    acquire late scope=/l ttl=4s                              | ACTIVE
               erin    acquire w scope=/l wait=1h                                | PENDING
               dave    acquire later scope=/k ttl=1h                             | ACTIVE
               dave    derive later as=k holder=bob                              | ACTIVE
            5s admin   restore                                                   | restored=7
            """);

    assertThat(script.played().getLast().outcome().events().stream().map(RestoreTest::brief))
        .as("w is not granted what has become free")
        .containsExactly(
            "Restored",
            "Settled m TIMED_OUT",
            "Expired late",
            "Settled m RESTORED",
            "Ended g",
            "Ended c",
            "Ended k",
            "Ended m",
            "Ended a",
            "Ended w",
            "Ended later");
  }

  private static String brief(Event event) {
    String kind = event.getClass().getSimpleName();
    return switch (event) {
      case BudgetEvent.Settled e -> kind + " " + e.leaseId() + " " + e.how();
      case Event.OfLease e -> kind + " " + e.leaseId();
      default -> kind;
    };
  }

  @Test
  void noTokenIsEverGivenTwice() {
    Script script =
        Script.run(
            """
            alice acquire a | ACTIVE token=1
            admin restore   | restored=1
            """);
    long lifted = 2 + Limits.RESTORE_POSITION_LIFT;
    assertThat(script.kernel().lastPosition()).isEqualTo(lifted);

    script.restart().then("alice acquire b | ACTIVE");
    assertThat(script.lease().fencingToken()).isEqualTo(lifted + 1);
    script.recover().then("admin restore | restored=1").then("alice acquire c | ACTIVE");
    assertThat(script.lease().fencingToken())
        .isEqualTo(lifted + 2 + Limits.RESTORE_POSITION_LIFT + 1);
  }

  @Test
  void noEpochThatOutlivesItsLeaseIsEverGivenTwice() {
    Script script =
        Script.run(
            """
               alice acquire a policy=workflow scope=/a            | ACTIVE epoch=0
               alice advance a expected=0                          | ACTIVE epoch=1
               alice acquire p policy=workflow space=t             | ACTIVE epoch=0
               alice release p                                     | RELEASED
            1s admin prune before=1s                               | swept=1
               admin restore                                       | restored=1
            """);
    script.restart();

    script.then("alice acquire b policy=workflow scope=/a | ACTIVE");
    assertThat(script.lease().epoch()).isEqualTo(1 + Limits.RESTORE_EPOCH_LIFT + 1);
    script.then("alice acquire c policy=workflow scope=/new | ACTIVE");
    assertThat(script.lease().epoch()).isEqualTo(Limits.RESTORE_EPOCH_LIFT);
    script.then("alice acquire d policy=workflow space=t | ACTIVE");
    assertThat(script.lease().epoch()).isEqualTo(1 + Limits.RESTORE_EPOCH_LIFT);
    script.then("alice acquire e policy=workflow space=brandnew | ACTIVE");
    assertThat(script.lease().epoch()).isEqualTo(Limits.RESTORE_EPOCH_LIFT);
  }

  @Test
  void anEmptyStateCanBeRestoredToo() {
    Script script = Script.run("admin restore | restored=0");

    script.restart().then("alice acquire a policy=workflow | ACTIVE");
    assertThat(script.lease().epoch()).isEqualTo(Limits.RESTORE_EPOCH_LIFT);
    assertThat(script.lease().fencingToken()).isGreaterThan(Limits.RESTORE_POSITION_LIFT);
  }

  @Test
  void retriesGetTheLeaseAsItIsNowAndCallersIdsStayUsed() {
    Script.run(
        """
        alice acquire job own-id policy=work request=r  | ACTIVE
        admin restore                                   | restored=1
        alice acquire job own-id policy=work request=r  | REVOKED reason=RESTORED
        bob   acquire job own-id policy=work            | LEASE_ALREADY_EXISTS
        """);
  }

  @Test
  void whatRanOutBeforeTheRestoreRanOut() {
    Script.run(
        """
           alice acquire a ttl=1s  | ACTIVE
        5s admin restore           | restored=0
           alice get a             | EXPIRED ended=1s
        """);
  }

  @Test
  void twoRestoresOfOneBackupThatAreToldSoGiveDifferentTokensAndEpochs() {
    long first = 1L << 50;
    long second = first + (1L << 30);
    Lease one = firstLeaseAfter("admin restore at-least=" + first + " | restored=1");
    Lease two = firstLeaseAfter("admin restore at-least=" + second + " | restored=1");

    assertThat(one.fencingToken()).isEqualTo(first + 2);
    assertThat(two.fencingToken()).isEqualTo(second + 2);
    assertThat(two.epoch() - one.epoch()).isEqualTo(1L << 22);
  }

  private static Lease firstLeaseAfter(String restore) {
    return Script.run("alice acquire a policy=workflow | ACTIVE")
        .then(restore)
        .restart()
        .then("alice acquire b policy=workflow | ACTIVE")
        .lease();
  }

  @Test
  void theLiftIsNeverLessThanUsual() {
    Script script = Script.run("admin restore at-least=7 | restored=0");

    assertThat(script.kernel().lastPosition()).isEqualTo(Limits.RESTORE_POSITION_LIFT);
  }

  @Test
  void aRestoreLeavesRoomForThoseAfterIt() {
    long furthest = Limits.MAX_RESTORE_POSITION;
    Script script =
        Script.run(
            """
            admin restore at-least=%d   | INVALID_INPUT atLeastPosition
            admin restore at-least=%d   | restored=0
            admin restore               | restored=0
            """
                .formatted(furthest + 1, furthest));

    assertThat(script.kernel().lastPosition()).isEqualTo(furthest + Limits.RESTORE_POSITION_LIFT);
  }
}
