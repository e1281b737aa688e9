package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holders ask for more time where the policy allows it, and admins decide. */
class ExtensionTest {

  /** A check-out for 72 hours under a policy with extensions; the request is event 4. */
  private static final String GIVEN =
      """
          admin issue a1 actor=root role=admin                          | token=a1
          admin policy desk base=checkout extensions=true               | policy=desk extensible
          alice acquire x policy=desk                                   | ACTIVE until=3d
      1h  alice request-extension x ttl=24h justification=tests request=r | ACTIVE asked=4 left=71h
      """;

  private static List<String> told(Script script, String whom, long tick) {
    return script.kernel().notices(new Caller(whom, Role.ADMIN, List.of()), 20).stream()
        .map(notice -> notice.kind() + " " + notice.textAt(tick))
        .toList();
  }

  @Test
  void anApprovalMovesTheEndByWhatWasAskedForAndNothingElse() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                2h  admin approve 4 reason=fine | APPROVED lease=x asks-ttl=1d granted-ttl=1d by=admin
                    alice get x                 | ACTIVE left=94h until=4d token=3 epoch=0 renewals=0
                """);
    assertThat(script.journal())
        .filteredOn(ApprovalEvent.ExtensionApproved.class::isInstance)
        .hasSize(1);
    Lease lease = ((Reply.OfLease) script.played().getLast().reply()).lease();
    assertThat(lease.expiresWallNanos() - lease.issuedWallNanos()).isEqualTo(96 * Limits.HOUR);
    assertThat(lease.ttlNanos()).isEqualTo(72 * Limits.HOUR);
    script
        .restart()
        .then(
            """
            2h     admin requests lease=x | requests=4
                   admin requests         | requests=none
            96h-1ns alice get x           | ACTIVE
            96h    alice get x            | EXPIRED cause=TIME ended=4d
            """);
  }

  @Test
  void theApproverMayGrantLess() {
    Script.run(GIVEN)
        .then("2h admin approve 4 ttl=6h | APPROVED asks-ttl=1d granted-ttl=6h")
        .then("2h alice get x | ACTIVE left=76h");
  }

  @Test
  void aDeclineLeavesTheEndWhereItIs() {
    Script.run(GIVEN)
        .then("2h admin decline 4 reason=no | DECLINED by=admin reason=no")
        .then("2h alice get x | ACTIVE left=70h")
        .then("72h alice get x | EXPIRED");
  }

  @Test
  void bothAreTold() {
    Script script = Script.run(GIVEN);
    assertThat(told(script, "root", Limits.HOUR))
        .containsExactly(
            "EXTENSION_REQUEST alice asks to extend lease x on /a in s by 24 hours: tests; approve"
                + " or decline it as 4");
    script.then("2h admin decline 4 reason=wait | DECLINED");
    assertThat(told(script, "root", 0)).isEmpty();
    assertThat(told(script.restart(), "alice", 0))
        .containsExactly(
            "EXTENSION_DECLINED lease x on /a in s is not extended; admin declined: wait; finish"
                + " your work, or check in early");
    script
        .then("2h alice request-extension x ttl=10h+30m | ACTIVE asked=6")
        .then("2h admin approve 6 reason=now | APPROVED");
    assertThat(told(script, "alice", 2 * Limits.HOUR).getLast())
        .isEqualTo(
            "EXTENDED lease x on /a in s was extended and ends in 3 days 9 hours; admin granted"
                + " 10h 30m: now");
  }

  @Test
  void theReminderComesAgainBeforeTheNewEnd() {
    Script script = Script.run(GIVEN).then("70h admin expire | swept=1 done");
    assertThat(Told.to(script, "alice")).containsExactly("REMINDER x 2h");
    script.then("71h admin approve 4 | APPROVED");
    assertThat(Told.to(script, "alice"))
        .as("the old one says what is not so any more")
        .noneMatch(told -> told.startsWith("REMINDER"));
    script
        .restart()
        .then("94h-1ns admin expire | swept=0 done")
        .then("94h admin expire | swept=1 done");
    assertThat(Told.to(script, "alice")).contains("REMINDER x 2h");
    script.then("96h alice get x | EXPIRED");
    assertThat(Told.to(script, "alice")).noneMatch(told -> told.startsWith("REMINDER"));
  }

  /** The news of the extension has just said when it ends. */
  @Test
  void anEndThatIsNearAnywayIsNotRemindedOfTwice() {
    Script.run(GIVEN)
        .then("71h admin approve 4 ttl=30m | APPROVED")
        .then("72h admin expire | swept=0 done")
        .then("73h alice get x | EXPIRED");
  }

  /** No reminder was due while the lease was no longer than the lead, and none was sent. */
  @Test
  void anExtensionWithinTheLeadLeavesTheReminderOfALaterEndToCome() {
    Script script =
        Script.run(
            """
            admin policy short base=file ttl=1h max=12h lead=2h extensions=true | policy=short
            alice acquire x policy=short             | ACTIVE until=1h
            alice request-extension x ttl=30m        | ACTIVE asked=3
            admin approve 3                          | APPROVED
            alice renew x ttl=10h                    | ACTIVE left=10h
            """);
    script.restart().then("8h-1ns admin expire | swept=0 done");
    script.then("8h admin expire | swept=1 done");
    assertThat(Told.to(script, "alice")).contains("REMINDER x 2h");
  }

  @Test
  void theNewsOfAnExtensionPromisesNoMoreThanIsLeft() {
    String approve = "2h admin approve 4 reason=fine | APPROVED";
    Script announced =
        Script.run(GIVEN).then(approve).then("2h admin revoke x notice=5m | ACTIVE left=5m");
    assertThat(told(announced.restart(), "alice", 2 * Limits.HOUR))
        .contains(
            "EXTENDED lease x on /a in s was extended and ends in 5 minutes; admin granted 24"
                + " hours: fine");
    for (String end :
        List.of(
            "2h admin revoke x | EVICTED",
            "2h alice complete x commit=c0ffee | COMPLETED",
            "2h alice transfer x as=y to=bob | ACTIVE",
            "96h alice get x | EXPIRED")) {
      Script over = Script.run(GIVEN).then(approve).then(end);
      assertThat(Told.to(over, "alice")).as(end).noneMatch(told -> told.startsWith("EXTENDED"));
    }
  }

  @Test
  void aSecondExtensionTakesTheNewsOfTheFirstBack() {
    Script script =
        Script.run(GIVEN)
            .then("2h admin approve 4 reason=fine | APPROVED")
            .then("2h alice request-extension x ttl=1h | ACTIVE asked=6")
            .then("2h admin approve 6 reason=once-more | APPROVED");
    assertThat(Told.to(script, "alice"))
        .filteredOn(told -> told.startsWith("EXTENDED"))
        .containsExactly("EXTENDED x 95h 60 minutes: once-more");
  }

  @Test
  void aRetryAsksOnceAndIsToldTheSameId() {
    String again =
        "1h alice request-extension x ttl=24h justification=tests request=r | ACTIVE asked=4";
    Script script =
        Script.run(GIVEN)
            .then(again)
            .then("1h alice requests | requests=4")
            .then(
                "1h alice request-extension x ttl=24h justification=tests request=q | ACTIVE"
                    + " asked=5")
            .then(again);
    script.restart().then(again).then("1h admin approve 4 | APPROVED").then(again);
    script.then("1h alice get x | ACTIVE left=95h");
  }

  /** A lease remembers the ids of 16 changes; a second request would extend it twice. */
  @Test
  void aRetryAfterManyOtherChangesAsksOnce() {
    String first =
        "alice request-extension x ttl=5h justification=tests request=r | ACTIVE asked=3";
    Script script =
        Script.run(
                """
                admin policy desk base=file ttl=1h max=1h renewals=50 extensions=true | policy=desk
                alice acquire x policy=desk                                           | ACTIVE
                """)
            .then(first);
    for (int i = 1; i <= Limits.MAX_CHANGE_IDS_PER_LEASE + 1; i++) {
      script.then(i + "s alice renew x request=q" + i + " | ACTIVE renewals=" + i);
    }
    String again = "1m " + first;
    String other = "1m alice request-extension x ttl=6h justification=tests request=r";
    String words = "1m alice request-extension x ttl=5h justification=else request=r";
    script.then(again).then(other + " | INVALID_INPUT requestId");
    script.then(words + " | INVALID_INPUT requestId").then("1m admin requests | requests=3");
    script.restart().then(again).then(other + " | INVALID_INPUT requestId");
    script.then("1m admin approve 3 | APPROVED").then(again);
    script.then("1m admin requests | requests=none");
  }

  @Test
  void aRequestEndsWithItsLeaseHoweverThatEnds() {
    for (String end :
        List.of(
            "alice complete x commit=c0ffee | COMPLETED",
            "alice release x | RELEASED",
            "alice transfer x as=y to=bob | ACTIVE",
            "admin revoke x | EVICTED")) {
      Script script =
          Script.run(GIVEN)
              .then("2h " + end)
              .then("2h admin requests | requests=none")
              .then("2h admin requests lease=x | requests=4")
              .then("2h admin approve 4 | INVALID_INPUT id");
      assertThat(told(script, "root", 0)).as(end).isEmpty();
      assertThat(((Reply.Refused) script.played().getLast().reply()).refusal().detail())
          .isEqualTo("request 4 ended with its lease");
      script.restart().then("2h admin approve 4 | INVALID_INPUT id");
    }
    Script.run(GIVEN).then("72h admin approve 4 | INVALID_INPUT id");
  }

  @Test
  void whoGetsAnExtendedLeaseGetsItsTimeAlong() {
    Script.run(GIVEN)
        .then(
            """
            2h  admin approve 4                          | APPROVED
                alice transfer x as=y to=bob             | ACTIVE left=94h
                bob   request-extension y ttl=1h         | ACTIVE
            """)
        .restart()
        .then("96h-1ns bob get y | ACTIVE")
        .then("96h bob get y | EXPIRED");
  }

  /** The child asks in vain; when its parent lasts longer, so may the child. */
  @Test
  void aChildDoesNotOutliveItsParent() {
    Script.run(GIVEN)
        .then(
            """
            1h  alice derive x as=child holder=heidi     | ACTIVE left=71h
                heidi request-extension child ttl=1h     | INVALID_INPUT ttl
                admin approve 4 ttl=10h                  | APPROVED
                heidi get child                          | ACTIVE left=71h
                heidi request-extension child ttl=11h    | INVALID_INPUT ttl
                heidi request-extension child ttl=10h    | ACTIVE asked=7
                admin approve 7                          | APPROVED
                heidi get child                          | ACTIVE left=81h
            """);
  }

  @Test
  void anAdminDecidesOnItsOwnRequest() {
    Script.run(
        """
        admin policy desk base=checkout extensions=true | policy=desk
        admin acquire x policy=desk                     | ACTIVE
        admin request-extension x ttl=1h                | ACTIVE asked=3
        admin approve 3                                 | APPROVED
        admin get x                                     | ACTIVE left=73h
        """);
  }

  /** Renewals count from now, go on as before, and never shorten. */
  @Test
  void anExtensionPassesMaxTtlAndCountsAsNoRenewal() {
    Script.run(
            """
               admin policy short base=file ttl=1h max=2h renewals=1 extensions=true | policy=short
               alice acquire x policy=short             | ACTIVE until=1h
               alice request-extension x ttl=5h         | ACTIVE asked=3
               admin approve 3                          | APPROVED
               alice get x                              | ACTIVE left=6h renewals=0
               alice renew x                            | RENEWAL_DOES_NOT_EXTEND
            5h alice renew x ttl=2h                     | ACTIVE left=2h renewals=1
               alice renew x ttl=2h                     | MAX_RENEWALS_EXCEEDED
            """)
        .restart()
        .then("7h-1ns alice get x | ACTIVE")
        .then("7h alice get x | EXPIRED");
  }

  @Test
  void whoCannotHaveAnExtensionIsToldWhatToDoInstead() {
    Script script =
        Script.run(
            """
            admin   create-pool p amounts=usd:10                       | pool=p
            alice$p acquire x policy=budget pool=p budget=usd:5        | ACTIVE
            alice   acquire y scope=/y                                 | ACTIVE
            alice   acquire z policy=checkout scope=/z                 | ACTIVE
            """);
    assertThat(refused(script, "x")).endsWith("cannot be extended; refresh it");
    assertThat(refused(script, "y")).endsWith("cannot be extended; renew it");
    assertThat(refused(script, "z"))
        .endsWith("cannot be extended; finish your work and check in early");
  }

  private static String refused(Script script, String lease) {
    script.then("alice request-extension " + lease + " ttl=1h | NOT_RENEWABLE");
    return ((Reply.Refused) script.played().getLast().reply()).refusal().detail();
  }

  /** A lease keeps the terms that it was granted under. */
  @Test
  void aLaterVersionOfThePolicyChangesNothingForLeasesThatAreThere() {
    Script.run(GIVEN)
        .then("1h admin policy desk extensions=false | policy=desk version=2 not-extensible")
        .then("1h bob acquire y policy=desk scope=/y | ACTIVE")
        .then("1h bob request-extension y ttl=1h | NOT_RENEWABLE")
        .then("1h admin approve 4 | APPROVED")
        .restart()
        .then("1h bob request-extension y ttl=1h | NOT_RENEWABLE")
        .then("1h alice request-extension x ttl=1h | ACTIVE");
  }

  /** Budget and time are asked for under one lease, in one list. */
  @Test
  void requestsForBudgetAndForTimeStandBesideEachOther() {
    Script.run(
            """
            admin   policy desk base=file extensions=true              | policy=desk
            admin   create-pool p amounts=usd:10                       | pool=p
            alice$p acquire x policy=desk pool=p budget=usd:5          | ACTIVE
            alice   request-more x amounts=usd:1                       | ACTIVE asked=4
            alice   request-extension x ttl=1h                         | ACTIVE asked=5
            alice   request-more x amounts=usd:2                       | ACTIVE asked=6
            alice   request-extension x ttl=2h                         | QUOTA_EXCEEDED
            """)
        .restart()
        .then(
            """
            admin   requests                | requests=4,5,6
            admin   approve 4 ttl=1h        | INVALID_INPUT ttl
            admin   approve 4               | APPROVED amounts=usd:1
            admin   approve 5               | APPROVED amounts=none granted-ttl=1h
            admin   get x                   | ACTIVE granted=usd:6 left=2h
            """);
  }

  @Test
  void allAreForgottenWithTheLease() {
    Script script =
        Script.run(GIVEN)
            .then("1h alice complete x commit=c0ffee | COMPLETED")
            .then("960h admin prune before=960h | swept=1")
            .then("960h admin approve 4 | NOT_FOUND");
    assertThat(script.kernel().endedCount()).isZero();
  }
}
