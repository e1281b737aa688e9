package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages about an end that moves, or is announced, say what is so when they leave. */
@Timeout(180)
class ExtensionMessagesTest extends ReceivedMessages {

  private String address(String kinds) {
    return address("ann", kinds);
  }

  private String address(String holder, String kinds) {
    return admin
        .ok(
            "/v1/addresses",
            "{'chat':'%s','holder':'%s','kinds':[%s]}".formatted(receiver.url("/"), holder, kinds))
        .get("id");
  }

  private JsonNode report(String id) {
    return node.get("/v1/addresses/" + id).json().path("report");
  }

  private List<String> statesOfDeliveries(String id) {
    return statesOfDeliveries(report(id));
  }

  private void awaitFailures(String id, int count) {
    await()
        .until(
            () ->
                report(id).path("deliveries").findValuesAsText("error").stream()
                        .filter(error -> error.contains("500"))
                        .count()
                    == count);
  }

  private int recover() {
    receiver.answerWith(200);
    return receiver.received().size();
  }

  @Test
  void aReminderThatCouldNotBeSentBeforeTheEndMovedIsDroppedAndTheNewOneComesOnce() {
    receiver.answerWith(500);
    String id = address("'REMINDER'");
    String lease = checkout();
    String request = asked(lease);
    node.advance(Duration.ofHours(70));
    awaitFailures(id, 1);
    approve(request);
    int before = recover();
    node.advance(Duration.ofHours(1));
    await().until(() -> statesOfDeliveries(id).contains("DROPPED"));
    assertThat(receiver.received()).hasSize(before);
    node.advance(Duration.ofHours(23));
    await().until(() -> receiver.received().size() > before);
    assertThat(receiver.received().get(before).body()).contains(lease, "ends in 2 hours;");
    await().until(() -> report(id).path("waiting").asInt() == 0);
    assertThat(receiver.received()).hasSize(before + 1);
  }

  @Test
  void anAnswerThatCouldNotBeSentBeforeTheLeaseWasOverIsDropped() {
    receiver.answerWith(500);
    String id = address("'EXTENDED','EXTENSION_DECLINED'");
    String lease = checkout();
    approve(asked(lease));
    admin.ok("/v1/requests/" + asked(lease) + ":decline", "{'reason':'enough'}");
    awaitFailures(id, 2);
    ann.okVerb(lease, "complete", "{}");
    int before = recover();
    node.advance(Duration.ofHours(1));
    await().until(() -> report(id).path("waiting").asInt() == 0);
    assertThat(statesOfDeliveries(id)).containsExactly("DROPPED", "DROPPED");
    assertThat(receiver.received()).hasSize(before);
  }

  @Test
  void aChatOfAdminsIsToldHowMuchAndUnderWhichId() {
    String types = "'lease.extension-requested','lease.extended','lease.extension-declined'";
    admin.ok(
        "/v1/webhooks", "{'url':'" + receiver.url("/") + "','chat':true,'types':[" + types + "]}");
    String lease = checkout();
    String first = asked(lease);
    approve(first);
    String second = asked(lease);
    admin.ok("/v1/requests/" + second + ":decline", "{'reason':'enough'}");
    await().until(() -> receiver.received().size() == 4);
    String of = ": lease " + lease + " on /docs/** in handbook, held by ann, ";
    assertThat(receiver.received())
        .extracting(message -> message.body().replaceAll("^.*?:\"|\"}$", ""))
        .containsExactlyInAnyOrder(
            "lease.extension-requested"
                + of
                + "24 hours longer, request "
                + first
                + ", by ann: the review",
            "lease.extended" + of + "24 hours longer, request " + first + ", by admin: fine",
            "lease.extension-requested"
                + of
                + "24 hours longer, request "
                + second
                + ", by ann: the review",
            "lease.extension-declined" + of + "request " + second + ", by admin: enough");
  }

  @Test
  void theNewsOfAnExtensionThatComesLatePromisesNoMoreThanIsLeft() {
    receiver.answerWith(500);
    String id = address("'EXTENDED'");
    String lease = checkout();
    approve(asked(lease));
    awaitFailures(id, 1);
    admin.okVerb(lease, "revoke", "{'reason':'now','notice':'5h'}");
    int before = recover();
    node.advance(Duration.ofHours(1));
    await().until(() -> receiver.received().size() > before);
    assertThat(receiver.received().get(before).body())
        .contains("was extended and ends in 4 hours; admin granted 24 hours: fine");
  }

  /** Tries again soon what has failed. */
  private String nextAfterRecovery() {
    int before = recover();
    node.advance(Duration.ofMinutes(1));
    await().until(() -> receiver.received().size() > before);
    return receiver.received().get(before).body();
  }

  @Test
  void whoIsGivenALeaseThatWillBeTakenAwayIsToldWhen() {
    address("bob", "'RECEIVED'");
    String lease = ann.acquire("'space':'s','paths':['/a'],'ttl':'3h'");
    admin.okVerb(lease, "revoke", "{'reason':'move','notice':'90m'}");
    ann.okVerb(lease, "transfer", "{'toHolder':'bob','note':'yours'}");
    await().until(() -> !receiver.received().isEmpty());
    assertThat(receiver.received().getFirst().body())
        .contains("is yours now, and will be taken away in 90 minutes: yours.");
  }

  @Test
  void whoIsGivenALeaseIsToldOfAnEndThatWasAnnouncedMeanwhile() {
    receiver.answerWith(500);
    String id = address("bob", "'RECEIVED'");
    String lease = ann.acquire("'space':'s','paths':['/a'],'ttl':'3h'");
    String next = ann.okVerb(lease, "transfer", "{'toHolder':'bob'}").get("leaseId");
    awaitFailures(id, 1);
    admin.okVerb(next, "revoke", "{'reason':'move','notice':'90m'}");
    assertThat(nextAfterRecovery()).contains("is yours now, and will be taken away in 89 minutes.");
  }

  @Test
  void aReminderThatComesLatePromisesNoMoreThanIsLeft() {
    receiver.answerWith(500);
    String id = address("'REMINDER'");
    String lease = checkout();
    node.advance(Duration.ofHours(70));
    awaitFailures(id, 1);
    admin.okVerb(lease, "revoke", "{'reason':'now','notice':'30m'}");
    assertThat(nextAfterRecovery()).contains("ends in 29 minutes;");
  }

  @Test
  void anAnnouncementThatComesLatePromisesNoMoreThanAnotherOneLeaves() {
    receiver.answerWith(500);
    String id = address("'ENDING'");
    String lease = checkout();
    admin.okVerb(lease, "revoke", "{'reason':'soon','notice':'5h'}");
    awaitFailures(id, 1);
    admin.okVerb(lease, "revoke", "{'reason':'sooner','notice':'30m'}");
    awaitFailures(id, 2);
    int before = recover();
    node.advance(Duration.ofMinutes(1));
    await().until(() -> receiver.received().size() == before + 2);
    assertThat(receiver.received().subList(before, before + 2))
        .allMatch(message -> message.body().contains("will be taken away in 29 minutes: soon"));
  }

  @Test
  void theNewsOfAGrantThatComesLatePromisesNoMoreThanIsLeft() {
    receiver.answerWith(500);
    String id = address("bob", "'GRANTED'");
    Clients bob = Clients.agent(node, "bob");
    String lease = checkout();
    var waiting =
        bob.open(
            "/v1/leases",
            "{'policy':'checkout','space':'handbook','paths':['/docs/x'],'wait':'60s'}");
    await().until(() -> node.openRequests() == 1);
    ann.okVerb(lease, "complete", "{}");
    String granted = ServedNode.answered(waiting).get("leaseId");
    awaitFailures(id, 1);
    admin.okVerb(granted, "revoke", "{'reason':'now','notice':'30m'}");
    assertThat(nextAfterRecovery()).contains("was granted to you and ends in 29 minutes;");
  }
}
