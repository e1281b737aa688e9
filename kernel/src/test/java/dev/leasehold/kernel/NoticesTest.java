package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Notices reach holders until they are acknowledged (rules 22 and 23). */
class NoticesTest {

  private static final Caller ALICE = ScriptCallers.parse("alice");
  private static final Caller ADMIN = ScriptCallers.parse("admin");

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
  void aHolderWithAThousandNoticesLosesTheOldestFifty() {
    Kernel kernel = new Kernel();
    revoke(kernel, "s", 0, Limits.MAX_NOTICES_PER_HOLDER - 1);
    assertThat(kernel.notices("alice", 9_999)).hasSize(999);
    assertThat(kernel.notices("alice", 1).getFirst().leaseId()).isEqualTo("a0");

    revoke(kernel, "s", 999, 1_000);

    List<Notice> kept = Kernel.restore(kernel.snapshot()).notices("alice", 9_999);
    assertThat(kept).hasSize(950).isEqualTo(kernel.notices("alice", 9_999));
    assertThat(kept.getFirst().leaseId()).isEqualTo("a50");
    assertThat(kept.getLast().leaseId()).isEqualTo("a999");
  }

  @Test
  void noFloodInOneSpacePushesOutWhatIsToldOfAnother() {
    Kernel kernel = new Kernel();
    revoke(kernel, "t", 0, 10);
    revoke(kernel, "s", 10, 3_000);

    List<Notice> kept = kernel.notices("alice", 9_999);

    assertThat(kept).hasSizeLessThan(Limits.MAX_NOTICES_PER_HOLDER);
    assertThat(kept.subList(0, 10)).allMatch(notice -> notice.space().equals("t"));
    assertThat(kept.getLast().leaseId()).isEqualTo("a2999");
  }

  @Test
  void norDoesAFloodThatOneStepRecords() {
    Kernel kernel = new Kernel(5_000);
    revoke(kernel, "t", 0, 1);
    IntStream.range(1, 3_000).forEach(i -> acquire(kernel, "s", i));

    Outcome outcome =
        kernel.execute(new Stamp(Limits.DAY, 0, ADMIN), new NodeCommand.Expire(4_096));

    assertThat(kernel.notices("alice", 1).getFirst().leaseId()).isEqualTo("a0");
    assertThat(outcome.events()).hasSize(2_999 + 41);
  }

  @Test
  void oldJournalsLoseTheOldestOneByOneAsTheyDid() {
    Kernel kernel = new Kernel();
    Kernel old = new Kernel();
    acquire(kernel, "t", 5_000).forEach(old::replay);
    acquire(kernel, "t", 5_001).forEach(old::replay);
    revoke(kernel, "s", 0, 999).forEach(old::replay);
    LeaseEvent.Ended ended = (LeaseEvent.Ended) revoke(kernel, 5_000).getFirst();
    old.replay(ended);
    old.replay(
        new LeaseEvent.Ended(
            new Event.At(ended.position() + 1, 0, 0),
            "a5001",
            LeaseState.REVOKED,
            "why",
            "admin",
            0,
            Event.Request.NONE,
            BudgetEnd.NONE));

    assertThat(old.notices("alice", 9_999)).hasSize(1_000);
    assertThat(old.notices("alice", 1).getFirst().leaseId()).isEqualTo("a1");

    Outcome next = old.execute(new Stamp(0, 0, ADMIN), new AdminCommand.GetConfig());
    assertThat(next.events()).hasOnlyElementsOfType(NoticeEvent.NoticesDropped.class);
    assertThat(old.notices("alice", 9_999)).hasSize(950);
  }

  private static List<Event> revoke(Kernel kernel, String space, int from, int to) {
    List<Event> events = new ArrayList<>();
    for (int i = from; i < to; i++) {
      events.addAll(acquire(kernel, space, i));
      events.addAll(revoke(kernel, i));
    }
    return events;
  }

  private static List<Event> acquire(Kernel kernel, String space, int i) {
    return execute(kernel, ALICE, "acquire", "a" + i, "space=" + space, "scope=/" + i);
  }

  private static List<Event> revoke(Kernel kernel, int i) {
    return execute(kernel, ADMIN, "revoke", "a" + i);
  }

  private static List<Event> execute(Kernel kernel, Caller caller, String... words) {
    return kernel
        .execute(new Stamp(0, 0, caller), ScriptCommands.parse(caller, List.of(words)))
        .events();
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
  void durationsAreWordedWhenANoticeIsDelivered() {
    Notice ending =
        new Notice(
            1, NoticeKind.ENDING, "a", 0, 0, "deploy", 3 * Limits.HOUR, "s", "/a", false, "");

    assertThat(ending.textAt(Limits.HOUR))
        .isEqualTo(
            "lease a on /a in s will be taken away in 2 hours: deploy; finish your work and let"
                + " go");
  }

  @Test
  void inGraceAHolderIsToldToRefreshOrToClose() {
    Script script =
        Script.run(
            """
                admin   create-pool p amounts=usd:9                                     | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s scope=/a,/b | ACTIVE
            10s admin   expire                                                          | swept=1
            """);
    Notice notice = Told.notices(script, "alice").getFirst();

    assertThat(notice.textAt(40 * Limits.SECOND))
        .isEqualTo(
            "lease a on /a and 1 more in s has expired; refresh or close it, for its grace is over"
                + " in 30 seconds");
    assertThat(notice.textAt(70 * Limits.SECOND))
        .isEqualTo("lease a on /a and 1 more in s has expired; acquire a new one");
  }

  @Test
  void everyNoticeIsOneSentenceThatNamesTheLease() {
    for (NoticeKind kind : NoticeKind.values()) {
      Notice notice =
          new Notice(1, kind, "lease-7", 0, 0, "flood", Limits.MINUTE, "s", "/a", false, "bob");
      assertThat(notice.textAt(0))
          .contains("lease lease-7 on /a in s")
          .doesNotContain("\n")
          .hasSizeLessThan(200);
    }
  }
}
