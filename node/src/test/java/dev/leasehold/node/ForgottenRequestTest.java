package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.ServedNode.Response;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests for more are answered truly after the kernel has forgotten their lease. */
class ForgottenRequestTest extends OwnNode {

  private static final String LONGER = "{'ttl':'24h','justification':'the review','requestId':'r'}";
  private static final String APPROVE = "{'reason':'fine'}";

  private Clients admin;
  private Clients ann;
  private String id;
  private String request;

  @BeforeEach
  void askAndForget() {
    admin = Clients.admin(node);
    ann = Clients.agent(node, "ann");
    admin.ok("/v1/policies", "{'name':'desk','base':'checkout','extensions':true}");
    id = ann.acquire("'policy':'desk','space':'s','paths':['/a']");
    request = ann.okVerb(id, "requestExtension", LONGER).get("extensionRequestId");
    admin.ok("/v1/requests/" + request + ":approve", APPROVE);
    ann.okVerb(id, "complete", "{}");
    await()
        .until(
            () -> {
              node.advance(Duration.ofSeconds(30));
              return node.endedCount() == 0;
            });
  }

  @Test
  void aRetryIsToldTheIdOfItsRequest() {
    Response again = ann.okVerb(id, "requestExtension", LONGER);

    assertThat(request).isNotEmpty();
    assertThat(again.get("extensionRequestId")).as(again.text()).isEqualTo(request);
    assertThat(again.get("state")).isEqualTo("COMPLETED");
  }

  @Test
  void theListOfAForgottenLeaseIsEmpty() {
    String path = "/v1/requests?leaseId=" + id;
    Response list = Clients.ok(ann.get(path));

    assertThat(list.json().path("requests")).as(list.text()).isEmpty();
    assertThat(Clients.ok(admin.get(path)).json().path("requests")).isEmpty();
    assertThat(Clients.agent(node, "bob").get(path).status()).isEqualTo(403);
  }

  @Test
  void aDecisionIsToldThatTheLeaseIsOver() {
    Response again = admin.post("/v1/requests/" + request + ":approve", APPROVE);

    assertThat(again.status()).as(again.text()).isEqualTo(404);
    assertThat(again.get("detail")).contains("its lease is over");
  }
}
