package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

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
        .filteredOn(e -> e instanceof Event.MoreApproved || e instanceof Event.PoolChanged)
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

  @Test
  void aRetryAsksOnce() {
    Script.run(GIVEN)
        .then("alice request-more x amounts=usd:5,toks:2 justification=tests request=r | ACTIVE")
        .then("alice requests | requests=5");
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
