package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What holders are told until they say that they know (rules 22 and 23). */
class NoticesTest {

  @Test
  void newsOfAnEndingGoesToTheHolderThatDidNotMakeIt() {
    Script script =
        Script.run(
            """
               alice acquire a scope=/1                 | ACTIVE
               alice acquire b scope=/2                 | ACTIVE
               alice acquire c scope=/3 policy=checkout | ACTIVE
               alice acquire d scope=/4 ttl=1s          | ACTIVE
               alice release a                          | RELEASED
               admin revoke b reason=stuck              | REVOKED
               admin revoke c reason=flood              | EVICTED
            1s alice get d                              | EXPIRED
            """);

    assertThat(Told.to(script, "alice"))
        .containsExactly("REVOKED b stuck", "EVICTED c flood", "EXPIRED d");
    assertThat(Told.to(script, "admin")).isEmpty();
    assertThat(Told.to(script, "nobody")).isEmpty();
  }

  @Test
  void aNoticeHasTheSameIdHoweverOftenItIsDelivered() {
    Script script =
        Script.run(
            """
            alice acquire a  | ACTIVE
            admin revoke a   | REVOKED
            """);
    List<Notice> first = Told.notices(script, "alice");

    assertThat(Told.notices(script, "alice")).isEqualTo(first);
    assertThat(Told.notices(script.restart(), "alice")).isEqualTo(first);
    assertThat(Told.notices(script.recover(), "alice")).isEqualTo(first);
    assertThat(first.getFirst().id()).isEqualTo("2");
  }

  @Test
  void aNoticeIsAcknowledgedByItsHolderOnlyAndOnce() {
    Script script =
        Script.run(
            """
            alice acquire a             | ACTIVE
            admin revoke a              | REVOKED
            bob   acknowledge ids=2     | acknowledged=none
            admin acknowledge ids=2     | acknowledged=none
            alice acknowledge ids=3,1   | acknowledged=none
            """);
    assertThat(Told.to(script, "alice")).hasSize(1);

    script.then("alice acknowledge ids=2,2,7 | acknowledged=2");
    assertThat(Told.to(script, "alice")).isEmpty();
    script.restart().then("alice acknowledge ids=2 | acknowledged=none");
  }

  @Test
  void acknowledgingNothingLeavesNoEvent() {
    Script script =
        Script.run(
            """
            alice acknowledge ids=1 | acknowledged=none
            alice acknowledge       | acknowledged=none
            """);

    assertThat(script.journal()).isEmpty();
  }

  @Test
  void onlyTheOldestAreShownWhenThereIsRoomForFew() {
    Script script = Script.run(endings(30));

    List<Notice> shown = script.kernel().notices("alice", Limits.MAX_NOTICES_PER_REPLY);

    assertThat(shown).hasSize(20);
    assertThat(shown.getFirst().leaseId()).isEqualTo("a0");
    assertThat(shown.getLast().leaseId()).isEqualTo("a19");
  }

  /** Each lease is taken away at once. */
  private static String endings(int count) {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < count; i++) {
      rows.append("alice acquire a%d | ACTIVE%nadmin revoke a%d | REVOKED%n".formatted(i, i));
    }
    return rows.toString();
  }

  @Test
  void aHolderKeepsTheNewestThousand() {
    Kernel kernel = new Kernel();
    Caller alice = ScriptCallers.parse("alice");
    Caller admin = ScriptCallers.parse("admin");
    IntStream.rangeClosed(0, Limits.MAX_NOTICES_PER_HOLDER)
        .forEach(
            i -> {
              execute(kernel, alice, "acquire", "a" + i);
              if (i == Limits.MAX_NOTICES_PER_HOLDER) {
                assertThat(kernel.notices("alice", 9_999)).hasSize(1_000);
                assertThat(kernel.notices("alice", 1).getFirst().leaseId()).isEqualTo("a0");
              }
              execute(kernel, admin, "revoke", "a" + i);
            });

    List<Notice> kept = Kernel.restore(kernel.snapshot()).notices("alice", 9_999);

    assertThat(kept).hasSize(1_000).isEqualTo(kernel.notices("alice", 9_999));
    assertThat(kept.getFirst().leaseId()).isEqualTo("a1");
    assertThat(kept.getLast().leaseId()).isEqualTo("a1000");
  }

  private static void execute(Kernel kernel, Caller caller, String... words) {
    kernel.execute(new Stamp(0, 0, caller), ScriptCommands.parse(caller, List.of(words)));
  }

  @Test
  void noticesAreKeptThirtyDays() {
    Script script =
        Script.run(
            """
                    alice acquire a           | ACTIVE
                    alice acquire b scope=/b  | ACTIVE
            1h-1ns  admin revoke a            | REVOKED
            1h-1ns  admin revoke b            | REVOKED
            30d+1h-2ns admin prune before=0s  | swept=0 done
            """);
    assertThat(Told.to(script, "alice")).hasSize(2);

    script.then("30d+1h-1ns admin prune before=0s limit=1 | swept=1 more");
    assertThat(Told.to(script, "alice")).containsExactly("REVOKED b why");
    script.restart().then("admin prune before=0s | swept=1 done");
    assertThat(Told.to(script, "alice")).isEmpty();
  }

  @Test
  void noticesOutliveTheirLeaseAndItsHoldersOtherTraces() {
    Script script =
        Script.run(
            """
               alice acquire a          | ACTIVE
               admin revoke a           | REVOKED
            1s admin prune before=1s    | swept=1 done
            """);

    assertThat(Told.to(script.restart(), "alice")).containsExactly("REVOKED a why");
    script.then("alice acknowledge ids=2 | acknowledged=2");
    script.then("alice acquire b | ACTIVE");
    assertThat(Told.to(script, "alice")).isEmpty();
  }

  @Test
  void leasesNoticesAndTheLimitOfAPruning() {
    Script.run(
        """
            alice acquire a           | ACTIVE
            admin revoke a            | REVOKED
        31d admin prune before=1s limit=1 | swept=1 more
            alice get a               | LEASE_NOT_FOUND
            admin prune before=1s limit=1 | swept=1 done
            admin prune before=1s     | swept=0 done
        """);
  }

  @Test
  void whoReceivesALeaseIsToldAndWhoGivesItIsNot() {
    Script script =
        Script.run(
            """
            alice acquire a scope=/d/**                   | ACTIVE
            alice derive a as=c holder=bob scope=/d/c     | ACTIVE
            alice derive a as=o scope=/d/o                | ACTIVE
            alice transfer a as=n to=carol note=yours     | ACTIVE
            """);

    assertThat(Told.to(script, "bob")).containsExactly("RECEIVED c");
    assertThat(Told.to(script, "carol")).containsExactly("RECEIVED n yours");
  }

  @Test
  void everyNoticeIsOneSentenceThatNamesTheLease() {
    for (NoticeKind kind : NoticeKind.values()) {
      Notice notice = new Notice(1, kind, "lease-7", 0, 0, "flood", Limits.MINUTE, "s", false);
      assertThat(notice.textAt(0)).contains("lease-7").doesNotContain("\n").hasSizeLessThan(200);
    }
  }
}
