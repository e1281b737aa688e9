package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Trees of leases: how deep and wide they may be, and that pruning spares living ones. */
class LivingTreeTest {

  @Test
  void partsOfALivingTreeAreNeverForgotten() {
    Script script =
        Script.run(
            """
               alice acquire a scope=/d/**                     | ACTIVE
               alice derive a as=c holder=bob scope=/d/c       | ACTIVE
               bob   derive c as=g holder=carol                | ACTIVE
            1s bob   release c                                 | RELEASED
            9s admin prune before=9s                           | swept=0 done
               bob   get c                                     | RELEASED parent=a
               carol get g                                     | REVOKED parent=c
            """);
    assertThat(script.kernel().endedCount()).isZero();

    script.restart().then("10s alice release a | RELEASED");
    assertThat(script.kernel().endedCount()).isEqualTo(3);
    script.recover().then("20s admin prune before=10s limit=1 | swept=1 more");
    script.then("carol get g | LEASE_NOT_FOUND").then("bob get c | RELEASED");
    script.restart().then("admin prune before=20s | swept=2 done");
    assertThat(script.kernel().endedCount()).isZero();
  }

  @Test
  void whatATransferLeftBehindIsNoPartOfTheTreeAnyMore() {
    Script.run(
        """
           alice acquire a scope=/d/**                     | ACTIVE
           alice derive a as=c holder=bob scope=/d/c       | ACTIVE
           alice transfer a as=n to=carol                  | ACTIVE
        9s admin prune before=9s                           | swept=1 done
           alice get a                                     | LEASE_NOT_FOUND
           bob   get c                                     | ACTIVE parent=n
           bob   transfer c as=m to=dave                   | ACTIVE
           admin prune before=10s                          | swept=0 done
        10s carol release n                                | RELEASED
        11s admin prune before=11s                         | swept=3 done
        """);
  }

  @Test
  void sixteenGenerationsAndNoMore() {
    Script script = Script.run("h1 acquire g1 scope=/d/** | ACTIVE");
    for (int i = 1; i < Limits.MAX_DEPTH; i++) {
      script.then("h%d derive g%d as=g%d holder=h%d | ACTIVE".formatted(i, i, i + 1, i + 1));
    }
    assertThat(script.lease().fencePath()).hasSize(Limits.MAX_DEPTH).isSorted();

    script.restart().then("h16 derive g16 as=g17 holder=h17 | INVALID_INPUT leaseId");
    script.then("h16 transfer g16 as=g16b to=h17 | ACTIVE");
    script.then("h17 derive g16b as=g17 | INVALID_INPUT leaseId");
    script.then("1s admin revoke g1 | REVOKED");

    assertThat(script.kernel().livingCount()).isZero();
    script.then("h2 get g2 | REVOKED reason=PARENT_ENDED ended=1s");
    script.then("h17 get g16b | REVOKED reason=PARENT_ENDED ended=1s");
    script.then("2s admin prune before=2s | swept=17 done");
  }

  @Test
  void aThousandChildrenEndWithTheirParentInOneStep() {
    Kernel kernel = new Kernel();
    Caller alice = ScriptCallers.parse("alice");
    execute(kernel, alice, "acquire p scope=/d/** ttl=1h");
    for (int i = 0; i < 1_000; i++) {
      execute(kernel, alice, "derive p as=c%d holder=bob scope=/d/%d".formatted(i, i));
    }
    assertThat(kernel.livingCount()).isEqualTo(1_001);

    Kernel restored = Kernel.restore(kernel.snapshot());
    Outcome outcome = execute(kernel, alice, "release p");
    Outcome again = execute(restored, alice, "release p");

    assertThat(outcome.events())
        .isEqualTo(again.events())
        .filteredOn(LeaseEvent.Ended.class::isInstance)
        .hasSize(1_001);
    assertThat(kernel.livingCount()).isZero();
    assertThat(kernel.endedCount()).isEqualTo(1_001);
    assertThat(kernel.stateHash()).isEqualTo(restored.stateHash());
  }

  private static Outcome execute(Kernel kernel, Caller caller, String words) {
    Command command = ScriptCommands.parse(caller, List.of(words.split(" ")));
    return kernel.execute(new Stamp(0, 0, caller), command);
  }

  @Test
  void everyDerivedLeaseCountsForTheQuotaOfItsHolder() {
    Script.runWithQuota(
        2,
        """
        alice acquire a scope=/d/**                     | ACTIVE
        alice derive a as=c1 holder=bob scope=/d/1      | ACTIVE
        alice derive a as=c2 holder=bob scope=/d/2      | ACTIVE
        alice derive a as=c3 holder=bob scope=/d/3      | QUOTA_EXCEEDED
        bob   release c1                                | RELEASED
        alice derive a as=c3 holder=bob scope=/d/3      | ACTIVE
        """);
  }

  @Test
  void releaseAllTakesTheTreesOfAHolderAndCountsWhatWasItsOwn() {
    Script.run(
        """
           alice acquire a scope=/d/**                  | ACTIVE
           alice derive a as=c holder=bob scope=/d/c    | ACTIVE
           alice acquire x scope=/x                     | ACTIVE
           bob   acquire y scope=/y                     | ACTIVE
           alice acquire w scope=/y wait=1h             | PENDING
           alice acquire z space=t policy=checkout      | ACTIVE
        1s admin release-all alice limit=2 reason=gone  | swept=2 more
           bob   get c                                  | REVOKED reason=PARENT_ENDED
           alice get a                                  | REVOKED reason=gone by=admin ended=1s
           alice get w                                  | PENDING
           admin:s release-all alice                    | swept=1 done
           alice get w                                  | FAILED reason=CANCELLED by=admin
           admin release-all alice                      | swept=1 done
           alice get z                                  | EVICTED
           bob   get y                                  | ACTIVE
        """);
  }
}
