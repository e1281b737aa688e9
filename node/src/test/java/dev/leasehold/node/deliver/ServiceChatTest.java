package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A chat that is told what happens to all leases. */
@Timeout(180)
class ServiceChatTest extends ReceivedMessages {

  private String chat(String types) {
    return admin
        .ok(
            "/v1/webhooks",
            "{'url':'" + receiver.url("/") + "','chat':true,'types':[" + types + "]}")
        .get("id");
  }

  private JsonNode report(String id) {
    return node.get("/v1/webhooks/" + id).json().path("report");
  }

  private List<String> statesOfDeliveries(String id) {
    return statesOfDeliveries(report(id));
  }

  private void awaitFailure(String id) {
    await().until(() -> report(id).path("lastError").asText().contains("500"));
  }

  /**
   * Lets what has failed be tried again, and gives how many messages came until it was. What fails
   * while the time moves is due later than the others.
   */
  private int recoverAndAwaitAll(String id) {
    receiver.answerWith(200);
    int before = receiver.received().size();
    node.advance(Duration.ofHours(1));
    await()
        .until(
            () -> {
              boolean isAllDone = report(id).path("waiting").asInt() == 0;
              if (!isAllDone) {
                node.advance(Duration.ofMinutes(10));
              }
              return isAllDone;
            });
    return before;
  }

  @Test
  void aReminderThatComesInTimeIsTold() {
    chat("'lease.reminded'");
    String lease = checkout();
    node.advance(Duration.ofHours(70));
    await().until(() -> !receiver.received().isEmpty());
    assertThat(receiver.received().getFirst().body())
        .isEqualTo(
            "{\"text\":\"lease.reminded: lease "
                + lease
                + " on /docs/** in handbook, held by ann\"}");
  }

  @Test
  void aReminderThatCouldNotBeSentBeforeItsLeaseEndedIsDropped() {
    receiver.answerWith(500);
    String id = chat("'lease.reminded'");
    String lease = checkout();
    node.advance(Duration.ofHours(70));
    awaitFailure(id);
    ann.okVerb(lease, "complete", "{}");
    int before = recoverAndAwaitAll(id);
    assertThat(statesOfDeliveries(id)).containsExactly("DROPPED");
    assertThat(receiver.received()).hasSize(before);
  }

  @Test
  void aReminderOfAnEndThatHasMovedIsDropped() {
    receiver.answerWith(500);
    String id = chat("'lease.reminded'");
    String lease = checkout();
    String request = asked(lease);
    node.advance(Duration.ofHours(70));
    awaitFailure(id);
    approve(request);
    recoverAndAwaitAll(id);
    assertThat(statesOfDeliveries(id)).containsExactly("DROPPED");
  }

  @Test
  void anEndThatWasPlannedIsNoNewsOnceTheLeaseIsOverAndItsEndIs() {
    receiver.answerWith(500);
    String id = chat("'lease.ending','lease.completed'");
    String lease = checkout();
    admin.okVerb(lease, "revoke", "{'reason':'flood','notice':'5h'}");
    awaitFailure(id);
    ann.okVerb(lease, "complete", "{}");
    int before = recoverAndAwaitAll(id);
    assertThat(statesOfDeliveries(id)).containsExactly("DELIVERED", "DROPPED");
    assertThat(receiver.received().get(before).body()).contains("lease.completed: lease " + lease);
  }

  @Test
  void aDelayedReleaseIsNoNewsOnceTheLeaseIsOver() {
    receiver.answerWith(500);
    String id = chat("'lease.ending'");
    String lease = ann.acquire("'space':'s','paths':['/a'],'ttl':'1h'");
    ann.okVerb(lease, "release", "{'after':'30m'}");
    awaitFailure(id);
    recoverAndAwaitAll(id);
    assertThat(statesOfDeliveries(id)).containsExactly("DROPPED");
  }
}
