package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.SharedNode;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Corner cases of keeping and handing on; the rules themselves are in {@code HandingOnContract}.
 */
class HandingOnTest extends SharedNode {

  Clients alice;
  Clients bob;
  Clients admin;

  @BeforeAll
  void start() {
    alice = Clients.agent(node, "alice");
    bob = Clients.agent(node, "bob");
    admin = Clients.admin(node);
  }

  @Test
  void aLeaseWithoutExtrasHasNoneOfTheirFields() {
    JsonNode lease = alice.ok("/v1/leases", "{'space':'plain','paths':['/a']}").json();
    for (String field :
        List.of(
            "heartbeat",
            "heartbeatRemaining",
            "budget",
            "authority",
            "parentId",
            "pool",
            "waiting",
            "plannedEnd",
            "reservationId",
            "registrarSignature")) {
      assertThat(lease.has(field)).as(field).isFalse();
    }
  }

  @Test
  void agentsValidateTheirOwnAndAuditorsAny() {
    String id = alice.acquire("'space':'who','paths':['/a']");
    assertThat(bob.okVerb(id, "validate", "").get("holder")).isEqualTo("alice");
    node.setting("agents_see", "own");
    assertProblem(bob.verb(id, "validate", ""), 403, "NOT_HOLDER");
    new Clients(node, node.tokenFor("eve", "auditor")).okVerb(id, "validate", "{'epoch':0}");
    admin.okVerb(id, "validate", "");
    node.setting("agents_see", "spaces");
  }

  @Test
  void moreThanOneCommandTakesAwayIsTakenAwayAllTheSame() {
    Clients dave = Clients.agent(node, "dave");
    for (int i = 0; i < 1_005; i++) {
      dave.acquire("'space':'many','paths':['/" + i + "']");
    }
    assertThat(
            admin
                .ok("/v1/holders/dave:releaseAll", "{'reason':'gone'}")
                .json()
                .get("released")
                .asInt())
        .isEqualTo(1_005);
    assertThat(ok(dave.get("/v1/leases?holder=dave")).json().get("leases")).isEmpty();
  }

  /** A caller that gives a field believes that it was looked at. */
  @Test
  void aValidationRefusesWhatItWouldPassOver() {
    String id = alice.acquire("'space':'ignored','paths':['/a']");
    assertInvalid(id, "{'lastProcessedEpoch':0}", "lastProcessedEpoch");
    assertInvalid(id, "{'epoch':0,'lastProcessedEpoch':0}", "lastProcessedEpoch");
    assertInvalid(id, "{'check':'strict','epoch':0,'lastProcessedEpoch':0}", "lastProcessedEpoch");
    assertInvalid(id, "{'check':'lenient','epoch':0}", "lastProcessedEpoch");
    assertInvalid(id, "{'check':'lenient','lastProcessedEpoch':0}", "epoch");
    assertInvalid(id, "{'check':'strict'}", "epoch");
    alice.okVerb(id, "validate", "{'check':'lenient','epoch':7,'lastProcessedEpoch':7}");
    Response stale =
        alice.verb(id, "validate", "{'check':'lenient','epoch':2,'lastProcessedEpoch':3}");
    assertProblem(stale, 409, "STALE_EPOCH");
    assertThat(stale.get("title")).doesNotContain("lease's");
  }

  private void assertInvalid(String id, String body, String field) {
    Response refused = alice.verb(id, "validate", body);
    assertProblem(refused, 400, "INVALID_INPUT");
    assertThat(refused.get("field")).isEqualTo(field);
  }

  @Test
  void aDerivedLeaseShowsTheTtlThatItGot() {
    String parent = alice.acquire("'space':'short','paths':['/src/'],'ttl':'20m'");
    Response child = alice.okVerb(parent, "derive", "{'holder':'bob','ttl':'90h'}");
    assertThat(child.get("ttl")).isEqualTo("1200s");
    assertThat(child.get("remaining")).isEqualTo("1200s");
  }

  @Test
  void aSecondNoticeDoesNotPushTheEndAway() {
    String id = alice.acquire("'space':'notices','paths':['/a']");
    admin.okVerb(id, "revoke", "{'reason':'first','notice':'5m'}");
    Response later = admin.verb(id, "revoke", "{'reason':'second','notice':'1h'}");
    assertProblem(later, 400, "INVALID_INPUT");
    assertThat(later.get("field")).isEqualTo("notice");
    Response lease = ok(alice.get("/v1/leases/" + id));
    assertThat(lease.json().at("/plannedEnd/reason").asText()).isEqualTo("first");
    Response nearer = admin.okVerb(id, "revoke", "{'reason':'third','notice':'1m'}");
    assertThat(nearer.json().at("/plannedEnd/reason").asText()).isEqualTo("third");
  }

  @Test
  void aReaderIsToldThatAnotherWaitsToWrite() {
    String other = alice.acquire("'space':'upgrade','paths':['/a'],'mode':'SHARED'");
    String id = bob.acquire("'space':'upgrade','paths':['/a'],'mode':'SHARED'");
    CompletableFuture<HttpResponse<String>> open =
        bob.open("/v1/leases/" + id + ":convert", "{'mode':'EXCLUSIVE','wait':'1m'}");
    await()
        .until(() -> ok(bob.get("/v1/leases/" + id)).json().at("/waiting/conversion").asBoolean());

    Response refused =
        admin.post("/v1/leases", "{'space':'upgrade','paths':['/a'],'mode':'SHARED'}");

    assertProblem(refused, 409, "SCOPE_OVERLAP");
    JsonNode conflict = refused.json().at("/conflicts/0");
    assertThat(conflict.get("leaseId").asText()).isEqualTo(id);
    assertThat(conflict.path("converting").asBoolean()).isTrue();
    assertThat(refused.get("detail")).contains("waits to hold it alone");
    alice.okVerb(other, "release", "");
    ok(ServedNode.answered(open));
  }
}
