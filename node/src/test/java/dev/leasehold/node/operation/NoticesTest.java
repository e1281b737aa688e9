package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holders are told in the replies that they read anyway, until they say that they know. */
class NoticesTest {

  @TempDir Path directory;
  ServedNode node;
  Clients admin;
  Clients alice;
  Clients bob;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory);
    admin = Clients.admin(node);
    alice = Clients.agent(node, "alice");
    bob = Clients.agent(node, "bob");
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  @Test
  void withoutNoticesThereIsNoSuchField() {
    assertThat(alice.ok("/v1/leases", "{'space':'s','paths':['/a']}").json().has("notices"))
        .isFalse();
    assertThat(ok(alice.get("/v1/leases")).json().has("notices")).isFalse();
  }

  @Test
  void everyReplyToAHolderCarriesThemUntilTheyAreAcknowledged() {
    String lost = alice.acquire("'space':'s','paths':['/a']");
    String other = alice.acquire("'space':'s','paths':['/b']");
    admin.okVerb(lost, "revoke", "{'reason':'needed elsewhere'}");

    JsonNode notice = ok(alice.get("/v1/leases/" + other)).json().get("notices").get(0);
    assertThat(notice.get("kind").asText()).isEqualTo("REVOKED");
    assertThat(notice.get("leaseId").asText()).isEqualTo(lost);
    assertThat(notice.get("reason").asText()).isEqualTo("needed elsewhere");
    assertThat(notice.get("at").asText()).endsWith("Z");
    assertThat(notice.get("text").asText()).contains(lost).contains("stop using it");
    String id = notice.get("id").asText();

    assertCarries(alice.okVerb(other, "renew", "{'ttl':'2h'}"), id);
    assertCarries(ok(alice.get("/v1/leases")), id);
    assertCarries(ok(alice.get("/v1/spaces/s:check?path=/x")), id);
    assertCarries(ok(alice.get("/v1/policies")), id);
    Response refused = alice.verb(lost, "renew", "");
    assertProblem(refused, 409, "LEASE_REVOKED");
    assertCarries(refused, id);
    assertThat(ok(alice.get("/v1/leases")).json().get("leases").get(0).has("notices")).isFalse();

    assertThat(ok(bob.get("/v1/leases")).json().has("notices")).as("another's").isFalse();
    assertThat(bob.ok("/v1/notices:ack", "{'ids':['%s']}".formatted(id)).json().get("ids"))
        .isEmpty();
    Clients eve = new Clients(node, node.tokenFor("alice", "auditor"));
    assertThat(ok(eve.get("/v1/leases")).json().has("notices")).as("auditors hold none").isFalse();

    Response known = alice.ok("/v1/notices:ack", "{'ids':['%s','99999']}".formatted(id));
    assertThat(known.text()).isEqualTo("{\"ids\":[\"" + id + "\"]}\n");
    assertThat(ok(alice.get("/v1/leases/" + other)).json().has("notices")).isFalse();
  }

  private static void assertCarries(Response response, String id) {
    assertThat(response.json().path("notices").findValuesAsText("id"))
        .as(response.text())
        .containsExactly(id);
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
  void aNoticeToEndAndATransferAreTold() {
    String id = alice.acquire("'space':'s','paths':['/a']");
    admin.okVerb(id, "revoke", "{'reason':'maintenance','notice':'5m'}");
    JsonNode ending = ok(alice.get("/v1/leases/" + id)).json().get("notices").get(0);
    assertThat(ending.get("kind").asText()).isEqualTo("ENDING");
    assertThat(ending.get("text").asText()).contains("in 5 minutes").contains("maintenance");
    alice.okVerb(id, "transfer", "{'toHolder':'bob','note':'yours'}");
    JsonNode received = ok(bob.get("/v1/leases")).json().get("notices").get(0);
    assertThat(received.get("kind").asText()).isEqualTo("RECEIVED");
    assertThat(received.get("reason").asText()).isEqualTo("yours");
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

  @Test
  void anIdOfANoticeIsANumber() {
    Response refused = alice.post("/v1/notices:ack", "{'ids':['x']}");
    assertProblem(refused, 400, "INVALID_INPUT");
    assertThat(refused.get("field")).isEqualTo("ids");
  }
}
