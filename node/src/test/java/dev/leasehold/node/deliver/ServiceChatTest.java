package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.deliver.channel.HostLookup;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A chat that is told what happens to all leases. */
@Timeout(180)
class ServiceChatTest {

  @TempDir Path directory;

  private final Receiver receiver = new Receiver();
  private ServedNode node;
  private Clients admin;
  private Clients ann;

  @BeforeEach
  void start() {
    node =
        ServedNode.start(
            directory,
            new MovedTime(),
            new DeliverySettings(
                true, null, HostLookup.SYSTEM, Duration.ofSeconds(2), UnaryOperator.identity()));
    admin = Clients.admin(node);
    ann = Clients.agent(node, "ann");
    admin.ok("/v1/policies", "{'name':'desk','base':'checkout','extensions':true}");
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    receiver.close();
  }

  private String chat(String types) {
    return admin
        .ok(
            "/v1/webhooks",
            "{'url':'" + receiver.url("/") + "','chat':true,'types':[" + types + "]}")
        .get("id");
  }

  private String checkout() {
    return ann.acquire("'policy':'desk','space':'handbook','paths':['/docs/']");
  }

  private JsonNode report(String id) {
    return node.get("/v1/webhooks/" + id).json().path("report");
  }

  private List<String> statesOfDeliveries(String id) {
    return report(id).path("deliveries").findValuesAsText("state");
  }

  private void awaitFailure(String id) {
    await().until(() -> report(id).path("lastError").asText().contains("500"));
  }

  /** Lets what has failed be tried again, and gives how many messages came until it was. */
  private int recoverAndAwaitAll(String id) {
    receiver.answerWith(200);
    int before = receiver.received().size();
    node.advance(Duration.ofHours(1));
    await().until(() -> report(id).path("waiting").asInt() == 0);
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
    String request =
        ann.okVerb(lease, "requestExtension", "{'ttl':'24h','justification':'the review'}")
            .get("extensionRequestId");
    node.advance(Duration.ofHours(70));
    awaitFailure(id);
    admin.ok("/v1/requests/" + request + ":approve", "{'reason':'fine'}");
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
