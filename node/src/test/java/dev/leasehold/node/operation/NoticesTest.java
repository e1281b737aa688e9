package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * How many notices a reply carries, and for how long; what they say is in {@code NoticeContract}.
 */
class NoticesTest extends OwnNode {

  Clients admin;
  Clients alice;

  @BeforeEach
  void start() {
    admin = Clients.admin(node);
    alice = Clients.agent(node, "alice");
  }

  @Test
  void withoutNoticesThereIsNoSuchField() {
    assertThat(alice.ok("/v1/leases", "{'space':'s','paths':['/a']}").json().has("notices"))
        .isFalse();
    assertThat(ok(alice.get("/v1/leases")).json().has("notices")).isFalse();
  }

  @Test
  void aReplyCarriesTwenty() {
    for (int i = 0; i < 25; i++) {
      alice.acquire("'space':'s','paths':['/" + i + "'],'ttl':'1s'");
    }
    node.advance(Duration.ofSeconds(1));
    JsonNode first = ok(alice.get("/v1/leases")).json().get("notices");
    assertThat(first).hasSize(20);
    String ids = String.join("','", first.findValuesAsText("id"));
    Response left = alice.ok("/v1/notices:ack", "{'ids':['" + ids + "']}");
    assertThat(left.json().get("ids")).hasSize(20);
    assertThat(left.json().get("notices")).as("those that are left").hasSize(5);
  }

  @Test
  void noticesOutliveARestart() throws Exception {
    String id = alice.acquire("'space':'s','paths':['/a']");
    admin.okVerb(id, "revoke", "{'reason':'r'}");
    node.close();
    node = ServedNode.start(directory, node.time());
    Response read = node.send(alice.token(), "GET", "/v1/leases", "");
    assertThat(read.json().get("notices").findValuesAsText("leaseId")).containsExactly(id);
  }
}
