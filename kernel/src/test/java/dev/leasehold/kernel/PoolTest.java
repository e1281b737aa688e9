package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.RefusalCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pools of money: what admins put in and take out, to the unit (rule 18). */
class PoolTest {

  @Test
  void whatWasPutInIsFreeOutstandingOrSpent() {
    Script.run(
        """
        admin   create-pool p amounts=usd:10 | pool=p total=usd:10 free=usd:10 outstanding=none open
        admin   deposit p amounts=usd:5,toks:7  | pool=p total=toks:7,usd:15
        admin   withdraw p amounts=usd:3        | pool=p total=toks:7,usd:12 free=toks:7,usd:12
        alice$p acquire x pool=p budget=usd:9   | ACTIVE granted=usd:9
        alice$p pool p   | pool=p total=toks:7,usd:12 free=toks:7,usd:3 outstanding=usd:9 spent=none
        alice   spend x amounts=usd:4 request=s | ACTIVE
        auditor pool p  | pool=p total=toks:7,usd:12 free=toks:7,usd:3 outstanding=usd:5 spent=usd:4
        alice   release x                       | RELEASED returned=usd:5
        admin   pool p   | pool=p total=toks:7,usd:12 free=toks:7,usd:8 outstanding=none spent=usd:4
        """);
  }

  @Test
  void aPoolMayBeginEmptyAndIsListedByName() {
    Script.run(
        """
        admin create-pool q           | pool=q total=none free=none
        admin create-pool p           | pool=p
        admin pools                   | pools=p,q
        admin deposit q amounts=usd:1 | pool=q total=usd:1
        """);
  }

  @Test
  void whatIsOutstandingOrSpentCannotBeWithdrawn() {
    Script.run(
        """
        admin   create-pool p amounts=usd:10    | pool=p
        alice$p acquire x pool=p budget=usd:4   | ACTIVE
        alice   spend x amounts=usd:1 request=s | ACTIVE
        admin   withdraw p amounts=usd:7        | INSUFFICIENT_BUDGET rest=usd:6
        admin   withdraw p amounts=usd:6        | pool=p total=usd:4 free=none
        alice   spend x amounts=usd:2 request=t | ACTIVE spent=usd:3
        """);
  }

  @Test
  void aRetryOfWhatChangedAPoolMovesNothingAndShowsThePoolAsItIsNow() {
    Script script =
        Script.run(
            """
            admin create-pool p amounts=usd:10 request=c | pool=p
            admin deposit p amounts=usd:5 request=d      | pool=p total=usd:15
            admin withdraw p amounts=usd:1 request=w     | pool=p total=usd:14
            admin create-pool p amounts=usd:10 request=c | pool=p total=usd:14
            admin deposit p amounts=usd:5 request=d      | pool=p total=usd:14
            admin withdraw p amounts=usd:1 request=w     | pool=p total=usd:14
            """);

    String retries =
        """
        admin      deposit p amounts=usd:5 request=d              | pool=p total=usd:14
        admin      deposit p amounts=usd:6 request=d              | INVALID_INPUT requestId
        admin      deposit p amounts=usd:5 request=d reason=other | INVALID_INPUT requestId
        admin      withdraw p amounts=usd:5 request=d             | INVALID_INPUT requestId
        admin      create-pool p amounts=usd:11 request=c         | INVALID_INPUT requestId
        admin=root withdraw p amounts=usd:99 request=d            | INSUFFICIENT_BUDGET
        """;
    script.then(retries).restart().then(retries).recover().then(retries);
  }

  @Test
  void aRefusedDepositIsNotRemembered() {
    Script.run(
        """
        admin create-pool p amounts=usd:10        | pool=p
        admin withdraw p amounts=usd:11 request=w | INSUFFICIENT_BUDGET
        admin deposit p amounts=usd:1             | pool=p
        admin withdraw p amounts=usd:11 request=w | pool=p total=none
        """);
  }

  @Test
  void withoutARequestIdEveryDepositCounts() {
    Script.run(
        """
        admin create-pool p           | pool=p
        admin deposit p amounts=usd:1 | pool=p total=usd:1
        admin deposit p amounts=usd:1 | pool=p total=usd:2
        """);
  }

  @Test
  void idsThatChangedAPoolLastThirtyDays() {
    Script.run(
        """
                   admin create-pool p                     | pool=p
        1s         admin deposit p amounts=usd:1 request=d | pool=p total=usd:1
        30d+1s-1ns admin deposit p amounts=usd:9 request=e | pool=p total=usd:10
                   admin deposit p amounts=usd:1 request=d | pool=p total=usd:10
        30d+1s     admin deposit p amounts=usd:9           | pool=p total=usd:19
                   admin deposit p amounts=usd:1 request=d | pool=p total=usd:20
        """);
  }

  @Test
  void thereAreSoManyPoolsAndNoMore() {
    Kernel kernel = new Kernel();
    for (int i = 0; i < Limits.MAX_POOLS; i++) {
      assertThat(create(kernel, "p" + i)).isInstanceOf(Reply.OfPool.class);
    }

    assertThat(create(kernel, "more"))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            refused -> assertThat(refused.refusal().code()).isEqualTo(RefusalCode.QUOTA_EXCEEDED));
  }

  private static Reply create(Kernel kernel, String id) {
    Caller admin = new Caller("admin", Role.ADMIN, List.of());
    Command command = new PoolCommand.CreatePool(id, Amounts.NONE, "");
    return kernel.execute(new Stamp(0, 0, admin), command).reply();
  }
}
