package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Anyone who may see a lease may ask its holder for it, now and then (rule 28). */
class QuestionsTest {

  private static final Caller ADMIN = ScriptCallers.parse("admin");

  @Test
  void theHolderIsToldWhoAsksForWhatAndNothingElseChanges() {
    Script script = Script.run("alice acquire a heartbeat=10s | ACTIVE");
    script.then("5s bob ask a note=urgent | ACTIVE beat=5s");

    Notice told = Told.notices(script, "alice").getFirst();
    assertThat(told.kind()).isEqualTo(NoticeKind.QUESTION);
    assertThat(told.textAt(0))
        .isEqualTo(
            "bob asks for lease a on /a in s: \"urgent\"; release or transfer it if you can spare"
                + " it");
    assertThat(Told.to(script, "bob")).isEmpty();
    script.then("alice acknowledge ids=2 | acknowledged=2");
    script.then("5s alice get a | ACTIVE beat=5s token=1");
  }

  @Test
  void eachAskerAsksForALeaseOnceAMinute() {
    String again =
        """
           30s  bob   ask a | QUOTA_EXCEEDED retry=31s
                carol ask a | QUOTA_EXCEEDED retry=32s
                bob   ask b | QUOTA_EXCEEDED retry=33s
        61s-1ns bob   ask a | QUOTA_EXCEEDED retry=1ns
            61s bob   ask a | ACTIVE
                bob   ask b | QUOTA_EXCEEDED retry=2s
        """;
    String asked =
        """
           alice acquire a           | ACTIVE
           alice acquire b scope=/b  | ACTIVE
        1s bob   ask a               | ACTIVE
        2s carol ask a               | ACTIVE
        3s bob   ask b               | ACTIVE
        """;
    Script.run(asked).then(again);
    Script.run(asked).restart().then(again);
    Script.run(asked).recover().then(again);
  }

  /** The ids of questions live with the questions, so that nobody uses up those of a holder. */
  @Test
  void aRetryIsAnsweredWithTheLeaseAsItIsAndTellsNobodyAnything() {
    String asked =
        """
           alice acquire a request=made label=k:v | ACTIVE
           alice acquire b scope=/b               | ACTIVE
           bob   ask a request=r                  | ACTIVE
        """;
    String again =
        """
           59s bob   ask a request=r               | ACTIVE id=a
               bob   ask a                         | QUOTA_EXCEEDED retry=1s
               bob   ask a request=s               | QUOTA_EXCEEDED retry=1s
               bob   ask a request=r note=another  | INVALID_INPUT requestId
               bob   ask b request=r               | INVALID_INPUT requestId
               bob   acquire c scope=/c request=r  | INVALID_INPUT requestId
               carol ask a request=r               | ACTIVE
               alice release a                     | RELEASED
               bob   ask a request=r               | RELEASED id=a
               bob   ask a                         | LEASE_ALREADY_TERMINAL
        60s    bob   ask a request=r               | LEASE_ALREADY_TERMINAL
               bob   acquire c scope=/c request=r  | ACTIVE
        """;
    for (Script script :
        List.of(Script.run(asked), Script.run(asked).restart(), Script.run(asked).recover())) {
      script.then("30s bob ask a request=r | ACTIVE id=a");
      assertThat(script.lease().requestId()).isEmpty();
      assertThat(Told.notices(script, "alice")).hasSize(1);
      script.then(again);
    }
  }

  @Test
  void aRetryOfAQuestionShowsNoMoreThanTheCallerSeesNow() {
    Script.run(
        """
        alice acquire a               | ACTIVE
        bob   ask a request=r         | ACTIVE
        admin set agents_see value=own | agents_see=own
        bob   ask a request=r         | NOT_HOLDER
        """);
  }

  @Test
  void anAcknowledgedQuestionCountsStill() {
    Script.run(
        """
            alice acquire a          | ACTIVE
            bob   ask a              | ACTIVE
            alice acknowledge ids=2  | acknowledged=2
        59s bob   ask a              | QUOTA_EXCEEDED retry=1s
        """);
  }

  @Test
  void aRefusalSaysWhenToAskAgainInSecondsThatAreEnough() {
    assertThat(new LimitRefusal.AskedTooOften("you have asked for lease a", 1).detail())
        .isEqualTo("you have asked for lease a; ask again in 1s");
    assertThat(new LimitRefusal.AskedTooOften("x", 2 * Limits.SECOND + 1).detail())
        .endsWith("in 3s");
  }

  @Test
  void oneAsksForAHundredLeasesAMinuteAndAllTogetherTenThousandTimes() {
    Kernel kernel = new Kernel();
    for (int i = 0; i <= 101; i++) {
      execute(kernel, 0, "alice", "acquire", "a" + i, "scope=/" + i);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(execute(kernel, i, "bob", "ask", "a" + i)).isInstanceOf(Reply.OfLease.class);
    }
    assertThat(retry(execute(kernel, 100, "bob", "ask", "a100"))).isEqualTo(Limits.MINUTE - 100);
    for (int i = 100; i < Limits.MAX_QUESTIONS_A_MINUTE; i++) {
      assertThat(execute(kernel, 100, "agent" + i, "ask", "a1")).isInstanceOf(Reply.OfLease.class);
    }
    assertThat(retry(execute(kernel, 100, "carol", "ask", "a1"))).isEqualTo(Limits.MINUTE - 100);

    assertThat(execute(kernel, Limits.MINUTE, "carol", "ask", "a1"))
        .isInstanceOf(Reply.OfLease.class);
    assertThat(retry(execute(kernel, Limits.MINUTE, "dave", "ask", "a1"))).isEqualTo(1);
    Kernel restored = Kernel.restore(kernel.snapshot());
    assertThat(retry(execute(restored, Limits.MINUTE, "dave", "ask", "a1"))).isEqualTo(1);
    assertThat(restored.snapshot()).isEqualTo(kernel.snapshot());
  }

  private static long retry(Reply reply) {
    return ((LimitRefusal.AskedTooOften) ((Reply.Refused) reply).refusal()).retryNanos();
  }

  private static Reply execute(Kernel kernel, long tick, String caller, String... words) {
    Caller who = ScriptCallers.parse(caller);
    return kernel
        .execute(new Stamp(tick, tick, who), ScriptCommands.parse(who, List.of(words)))
        .reply();
  }

  @Test
  void aQuestionIsOverWithTheLease() {
    Script script =
        Script.run(
            """
               alice acquire a ttl=1s          | ACTIVE
               alice acquire b scope=/b        | ACTIVE
               alice acquire c scope=/c        | ACTIVE
               alice acquire d scope=/d        | ACTIVE
               bob   ask a                     | ACTIVE
               bob   ask b                     | ACTIVE
               bob   ask c                     | ACTIVE
               bob   ask d note=still          | ACTIVE
            1s alice release b                 | RELEASED
               alice transfer c to=carol as=c2 | ACTIVE
            """);

    assertThat(Told.to(script, "alice")).containsExactly("QUESTION d still", "EXPIRED a");
    assertThat(Told.to(script, "carol")).containsExactly("RECEIVED c2");
  }

  @Test
  void aTokenForSomeSpacesIsToldTheQuestionsAboutLeasesInThem() {
    Script script =
        Script.run(
            """
            alice acquire a space=s | ACTIVE
            alice acquire b space=t | ACTIVE
            bob   ask a             | ACTIVE
            bob   ask b             | ACTIVE
            """);

    Kernel kernel = script.restart().kernel();
    assertThat(kernel.notices(ScriptCallers.parse("alice:t"), 9))
        .extracting(Notice::leaseId, Notice::by)
        .containsExactly(tuple("b", "bob"));
  }

  @Test
  void questionsPushOutOnlyQuestions() {
    Kernel kernel = new Kernel();
    execute(kernel, 0, "alice", "acquire", "held", "scope=/held");
    revoke(kernel, Limits.MAX_NOTICES_PER_HOLDER - 2);
    ask(kernel, 0, 500);

    assertThat(news(kernel)).isEqualTo(Limits.MAX_NOTICES_PER_HOLDER - 2);
    assertThat(questions(kernel)).containsExactly("agent499");
  }

  @Test
  void otherNoticesPushOutQuestionsFirst() {
    Kernel kernel = new Kernel();
    execute(kernel, 0, "alice", "acquire", "held", "scope=/held");
    ask(kernel, 0, 900);
    revoke(kernel, Limits.MAX_NOTICES_PER_HOLDER - 1);

    assertThat(news(kernel)).isEqualTo(Limits.MAX_NOTICES_PER_HOLDER - 1);
    assertThat(questions(kernel)).isEmpty();
    assertThat(kernel.notices("alice", 9_999))
        .isEqualTo(Kernel.restore(kernel.snapshot()).notices("alice", 9_999));
  }

  @Test
  void noFloodOfQuestionsKeepsNewsFromAReply() {
    Kernel kernel = new Kernel();
    execute(kernel, 0, "alice", "acquire", "held", "scope=/held");
    ask(kernel, 0, 100);
    revoke(kernel, 5);

    List<Notice> told = kernel.notices("alice", 20);

    assertThat(told).extracting(Notice::position).isSorted();
    assertThat(told.subList(15, 20)).allMatch(notice -> notice.kind() == NoticeKind.REVOKED);
    assertThat(told.subList(0, 15)).allMatch(notice -> notice.kind() == NoticeKind.QUESTION);
  }

  private static void ask(Kernel kernel, int from, int to) {
    IntStream.range(from, to).forEach(i -> execute(kernel, 0, "agent" + i, "ask", "held"));
  }

  private static void revoke(Kernel kernel, int count) {
    for (int i = 0; i < count; i++) {
      execute(kernel, 0, "alice", "acquire", "r" + i, "scope=/" + i);
      execute(kernel, 0, "admin", "revoke", "r" + i);
    }
  }

  private static long news(Kernel kernel) {
    return notices(kernel).filter(notice -> notice.kind() != NoticeKind.QUESTION).count();
  }

  private static List<String> questions(Kernel kernel) {
    return notices(kernel)
        .filter(notice -> notice.kind() == NoticeKind.QUESTION)
        .map(Notice::by)
        .toList();
  }

  private static Stream<Notice> notices(Kernel kernel) {
    return kernel.notices("alice", 9_999).stream();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\u0000b", "\u001b[31m", "a\u0085b", "a\u2028b", "a\ud800b"})
  void aNoteIsOneLineWithoutControlCharacters(String note) {
    Kernel kernel = new Kernel();
    execute(kernel, 0, "alice", "acquire", "a");

    Outcome outcome = kernel.execute(new Stamp(0, 0, ADMIN), new LeaseCommand.Ask("a", note, ""));

    assertThat(((Reply.Refused) outcome.reply()).refusal())
        .isInstanceOfSatisfying(
            InputRefusal.InvalidInput.class,
            refusal -> assertThat(refusal.field()).isEqualTo("note"));
    assertThat(outcome.events()).isEmpty();
  }

  @Test
  void theNotesBytesAreCountedNotItsCharacters() {
    Kernel kernel = new Kernel();
    execute(kernel, 0, "alice", "acquire", "a");

    assertThat(reply(kernel, "ü".repeat(251))).isInstanceOf(Reply.Refused.class);
    assertThat(reply(kernel, "ü".repeat(250))).isInstanceOf(Reply.OfLease.class);
  }

  private static Reply reply(Kernel kernel, String note) {
    return kernel.execute(new Stamp(0, 0, ADMIN), new LeaseCommand.Ask("a", note, "")).reply();
  }
}
