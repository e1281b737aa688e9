package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.policy.Limits;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Holders ask for more, admins decide, and money is conserved to the unit. */
class BudgetRequestTest {

  /** Two admins, of whom one has a token for a space alone; the request is event 5. */
  private static final String GIVEN =
      """
      admin   issue a1 actor=root role=admin                  | token=a1
      admin   issue a2 actor=some role=admin spaces=s         | token=a2
      admin   create-pool p amounts=usd:10,toks:5             | pool=p
      alice$p acquire x policy=budget pool=p budget=usd:8     | ACTIVE
      alice   request-more x amounts=usd:5,toks:2 justification=tests request=r | ACTIVE
      """;

  private static List<String> told(Script script, String whom) {
    return script.kernel().notices(new Caller(whom, Role.ADMIN, List.of()), 20).stream()
        .map(notice -> notice.kind() + " " + notice.textAt(0))
        .toList();
  }

  @Test
  void anApprovalDepositsWhatIsMissingAndAddsAllOfItInOneStep() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                admin approve 5 reason=fine | APPROVED lease=x holder=alice pool=p
                admin get x     | ACTIVE granted=toks:2,usd:13 rest=toks:2,usd:13
                admin pool p    | pool=p total=toks:5,usd:13 free=toks:3 outstanding=toks:2,usd:13
                """);
    assertThat(script.journal())
        .filteredOn(
            e -> e instanceof ApprovalEvent.MoreApproved || e instanceof PoolEvent.PoolChanged)
        .hasSize(1);
    script
        .restart()
        .then("admin requests lease=x | requests=5")
        .then("admin requests | requests=none");
  }

  @Test
  void bothAreTold() {
    Script script = Script.run(GIVEN);
    assertThat(told(script, "root"))
        .containsExactly(
            "REQUEST alice asks for more under lease x on /a in s: 2 toks, 5 usd: tests; approve or"
                + " decline it as 5");
    assertThat(told(script, "some")).isEmpty();
    script.then("admin decline 5 reason=wait | DECLINED");
    assertThat(told(script, "root")).isEmpty();
    assertThat(told(script.restart(), "alice"))
        .containsExactly(
            "DECLINED lease x on /a in s does not get what was asked for; admin declined: wait");
    script
        .then("alice request-more x amounts=usd:1 | ACTIVE")
        .then("admin approve 7 reason=now | APPROVED");
    assertThat(told(script, "alice").getLast())
        .isEqualTo("APPROVED lease x on /a in s got what was asked for, by admin: 1 usd: now");
  }

  /** A lost reply must not leave a holder without the name of what it asked for. */
  @Test
  void aRetryAsksOnceAndIsToldTheSameId() {
    String again =
        "alice request-more x amounts=usd:5,toks:2 justification=tests request=r | ACTIVE asked=5";
    Script script =
        Script.run(GIVEN)
            .then(again)
            .then("alice requests | requests=5")
            .then(
                "alice request-more x amounts=usd:5,toks:2 justification=tests request=q | ACTIVE"
                    + " asked=6")
            .then(again)
            .then("alice request-more x amounts=usd:1 justification=tests | ACTIVE asked=7");
    script.restart().then(again).then("admin decline 5 | DECLINED").then(again);
  }

  /** An agent may have many leases with a budget, and admins read one list. */
  @Test
  void oneHolderDoesNotFillTheListOfAll() {
    Script script = Script.run("admin create-pool p amounts=usd:1000 | pool=p");
    int leases = Limits.MAX_OPEN_REQUESTS_OF_HOLDER / Limits.MAX_OPEN_REQUESTS_OF_ONE + 1;
    int asked = 0;
    for (int i = 0; i < leases; i++) {
      script.then("alice$p acquire a" + i + " pool=p budget=usd:1 scope=/a" + i + " | ACTIVE");
      for (int j = 0; j < Limits.MAX_OPEN_REQUESTS_OF_ONE; j++) {
        String result = asked++ < Limits.MAX_OPEN_REQUESTS_OF_HOLDER ? "ACTIVE" : "QUOTA_EXCEEDED";
        script.then("alice request-more a" + i + " amounts=usd:1 | " + result);
      }
    }
    script
        .then("bob$p acquire b pool=p budget=usd:1 scope=/b | ACTIVE")
        .then("bob request-more b amounts=usd:1 | ACTIVE")
        .then("admin decline 3 | DECLINED")
        .then("alice request-more a6 amounts=usd:1 | ACTIVE");
  }

  /** Someone who becomes an admin later finds the open requests, and decides them. */
  @Test
  void anAdminThatComesLaterSeesWhatIsOpen() {
    Script.run(GIVEN)
        .then("admin issue a3 actor=late role=admin | token=a3")
        .then("admin=late requests | requests=5")
        .then("admin=late approve 5 reason=welcome | APPROVED by=late");
  }

  @Test
  void peopleReadDollarsAndFieldsAreExact() {
    Script script =
        Script.run(
            """
            admin   issue a1 actor=root role=admin                          | token=a1
            admin   create-pool p amounts=usd_micros:100000000              | pool=p
            alice$p acquire x policy=budget pool=p budget=usd_micros:100000000 | ACTIVE
            alice   request-more x amounts=usd_micros:95000000 justification=tests | ACTIVE
            alice   spend x amounts=usd_micros:90500000 request=s           | ACTIVE
            admin   approve 4 reason=fine                                   | APPROVED
            alice   spend x amounts=usd_micros:999000000 request=t          | INSUFFICIENT_BUDGET
            """);
    assertThat(told(script, "alice"))
        .anyMatch(text -> text.startsWith("THRESHOLD") && text.contains("90% of $100.00;"))
        .anyMatch(text -> text.startsWith("APPROVED") && text.contains("$95.00: fine"))
        .noneMatch(text -> text.contains("usd_micros"));
    assertThat(((Reply.Refused) script.played().getLast().reply()).refusal().detail())
        .isEqualTo("lease x has $104.50 left, which is not enough for $999.00");
    assertThat(Amounts.of("usd_micros", 1_250_001).words()).isEqualTo("$1.250001");
    assertThat(Amounts.of("tokens", 2_000_000).words()).isEqualTo("2000000 tokens");
  }

  @Test
  void aRequestEndsWithItsLease() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice close x       | CLOSED
                admin requests      | requests=none
                admin approve 5     | INVALID_INPUT id
                admin pool p        | pool=p total=toks:5,usd:10 free=toks:5,usd:10
                """);
    assertThat(told(script, "root")).isEmpty();
    script.restart().then("admin approve 5 | INVALID_INPUT id");
  }

  @Test
  void inGraceItStillStandsAndAnApprovalLetsTheLeaseGoOn() {
    Script.run(GIVEN)
        .then(
            """
                alice spend x amounts=usd:8 request=all | EXPIRED cause=EXHAUSTED
            30s alice requests                          | requests=5
                admin approve 5 reason=go               | APPROVED
                alice get x     | ACTIVE granted=toks:2,usd:13 spent=usd:8 left=1h
                alice spend x amounts=usd:5 request=b   | EXPIRED
            """);
    Script.run(GIVEN)
        .then(
            """
                alice spend x amounts=usd:8 request=all | EXPIRED
            60s admin approve 5                         | INVALID_INPUT id
                admin get x                             | CLOSED reason=GRACE_OVER
            """);
  }

  @Test
  void anActiveLeaseGetsNoMoreTime() {
    Script.run(GIVEN)
        .then("10s admin approve 5 | APPROVED")
        .then("10s admin get x | ACTIVE left=3590s");
  }

  /** It only keeps others out a little longer. */
  @Test
  void aLeaseThatWasLetGoGetsNoMore() {
    Script.run(GIVEN)
        .then("alice release x after=10s | ACTIVE")
        .then("admin approve 5 | LEASE_ALREADY_TERMINAL")
        .then("admin pool p | pool=p total=toks:5,usd:10")
        .then("admin decline 5 | DECLINED");
  }

  @Test
  void aLeaseRemembersTheLastOfThem() {
    Script script = Script.run(GIVEN);
    for (int i = 0; i < Limits.MAX_REQUESTS_OF_ONE + 5; i++) {
      script.then("admin decline " + (5 + 2 * i) + " | DECLINED");
      script.then("alice request-more x amounts=usd:1 | ACTIVE");
    }
    String last =
        IntStream.range(6, Limits.MAX_REQUESTS_OF_ONE + 6)
            .mapToObj(i -> "" + (5 + 2 * i))
            .collect(Collectors.joining(","));
    script.then("admin requests lease=x | requests=" + last);
    script.then("admin decline 5 | NOT_FOUND");
  }

  @Test
  void allAreForgottenWithTheLease() {
    Script script =
        Script.run(GIVEN)
            .then("alice close x | CLOSED")
            .then("960h admin prune before=960h | swept=1")
            .then("admin approve 5 | NOT_FOUND");
    assertThat(script.kernel().endedCount()).isZero();
  }
}
