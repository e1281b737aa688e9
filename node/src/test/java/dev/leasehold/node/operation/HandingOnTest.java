package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keeping, proving, changing and handing on a lease, as an HTTP client sees it. */
class HandingOnTest {

  @TempDir static Path directory;
  static ServedNode node;
  static Clients alice;
  static Clients bob;
  static Clients admin;

  @BeforeAll
  static void start() {
    node = ServedNode.start(directory);
    alice = Clients.agent(node, "alice");
    bob = Clients.agent(node, "bob");
    admin = Clients.admin(node);
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
  }

  @Test
  void aHeartbeatMovesItsOwnDeadlineOnly() {
    String id = alice.acquire("'space':'beat','paths':['/a'],'ttl':'1h','heartbeat':'60s'");
    node.advance(Duration.ofSeconds(50));
    JsonNode before = ok(alice.get("/v1/leases/" + id)).json();
    assertThat(before.get("heartbeat").asText()).isEqualTo("60s");
    assertThat(before.get("heartbeatRemaining").asText()).isEqualTo("10s");
    JsonNode lease = alice.okVerb(id, "heartbeat", "").json();
    assertThat(lease.get("heartbeatRemaining").asText()).isEqualTo("60s");
    assertThat(lease.get("remaining").asText()).isEqualTo("3550s");
    node.advance(Duration.ofSeconds(60));
    Response silent = ok(alice.get("/v1/leases/" + id));
    assertThat(silent.get("state")).isEqualTo("EXPIRED");
    assertThat(silent.get("cause")).isEqualTo("HEARTBEAT");
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
  void aValidationSaysWhetherAnActIsAllowed() {
    String id =
        alice.acquire(
            "'space':'val','scope':['/src/**'],'authority':{'workIds':['w1'],'tools':['bash'],"
                + "'namespaces':['team/a']}");
    Response fine =
        alice.okVerb(
            id,
            "validate",
            "{'epoch':'0','check':'Strict','path':'/src/x','tool':'bash',"
                + "'namespace':'team/a/b','workId':'w1'}");
    assertThat(fine.get("leaseId")).isEqualTo(id);
    assertThat(fine.json().get("authority").toString())
        .isEqualTo("{\"workIds\":[\"w1\"],\"tools\":[\"bash\"],\"namespaces\":[\"team/a\"]}");
    assertViolation(id, "{'path':'/etc/x'}", "path");
    assertViolation(id, "{'tool':'curl'}", "tool");
    assertViolation(id, "{'namespace':'team/ab'}", "namespace");
    assertViolation(id, "{'workId':'w2'}", "workId");
  }

  private static void assertViolation(String id, String body, String field) {
    Response refused = alice.verb(id, "validate", body);
    assertProblem(refused, 409, "LEASE_VIOLATION");
    assertThat(refused.get("field")).isEqualTo(field);
    assertThat(refused.get("leaseId")).isEqualTo(id);
  }

  @Test
  void epochsAreComparedStrictlyOrLeniently() {
    String id = alice.acquire("'policy':'workflow','space':'ep','paths':['/a']");
    assertThat(alice.okVerb(id, "advance", "{'expectedEpoch':0}").get("epoch")).isEqualTo("1");
    Response stale = alice.verb(id, "validate", "{'epoch':0}");
    assertProblem(stale, 409, "STALE_EPOCH");
    assertThat(stale.json().get("givenEpoch").textValue()).isEqualTo("0");
    assertThat(stale.json().get("currentEpoch").textValue()).isEqualTo("1");
    Response future = alice.verb(id, "validate", "{'epoch':2}");
    assertProblem(future, 409, "FUTURE_EPOCH");
    assertThat(future.get("givenEpoch")).isEqualTo("2");
    alice.okVerb(id, "validate", "{'epoch':1}");
    alice.okVerb(id, "validate", "{'epoch':7,'check':'lenient','lastProcessedEpoch':7}");
    Response older =
        alice.verb(id, "validate", "{'epoch':6,'check':'LENIENT','lastProcessedEpoch':7}");
    assertProblem(older, 409, "STALE_EPOCH");
    assertThat(older.get("currentEpoch")).isEqualTo("7");
    assertProblem(alice.verb(id, "advance", "{'expectedEpoch':0}"), 409, "STALE_EPOCH");
  }

  @Test
  void whoSeesALeaseValidatesIt() {
    String id = alice.acquire("'space':'who','paths':['/a']");
    assertThat(bob.okVerb(id, "validate", "").get("holder")).isEqualTo("alice");
    node.setting("agents_see", "own");
    assertProblem(bob.verb(id, "validate", ""), 403, "NOT_HOLDER");
    new Clients(node, node.tokenFor("eve", "auditor")).okVerb(id, "validate", "{'epoch':0}");
    admin.okVerb(id, "validate", "");
    node.setting("agents_see", "spaces");
  }

  @Test
  void aTransferAnswersWithTheNewHoldersLease() {
    String old =
        alice.acquire("'policy':'checkout','space':'tr','paths':['/a'],'labels':{'k':'v'}");
    JsonNode lease = alice.okVerb(old, "transfer", "{'toHolder':'bob','note':'your turn'}").json();
    assertThat(lease.get("holder").asText()).isEqualTo("bob");
    assertThat(lease.get("leaseId").asText())
        .isNotEqualTo(old)
        .as("in the form of the policy")
        .matches("[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(lease.get("epoch").asText()).isEqualTo("1");
    assertThat(lease.get("labels").get("k").asText()).isEqualTo("v");
    Response ended = ok(alice.get("/v1/leases/" + old));
    assertThat(ended.get("state")).isEqualTo("RELEASED");
    assertThat(ended.get("reason")).isEqualTo("TRANSFERRED");
    assertProblem(alice.verb(old, "transfer", "{'toHolder':'bob'}"), 409, "LEASE_ALREADY_TERMINAL");
  }

  @Test
  void aRetriedTransferYieldsTheSameLease() {
    String old = alice.acquire("'space':'tr2','paths':['/a']");
    String body = "{'toHolder':'bob','requestId':'tr2'}";
    String first = alice.okVerb(old, "transfer", body).get("leaseId");
    assertThat(alice.okVerb(old, "transfer", body).get("leaseId")).isEqualTo(first);
  }

  @Test
  void aConversionAnswersWithTheModeOrWaits() {
    String mine = alice.acquire("'space':'conv','paths':['/a'],'mode':'SHARED'");
    String other = bob.acquire("'space':'conv','paths':['/a'],'mode':'shared'");
    Response refused = alice.verb(mine, "convert", "{'mode':'EXCLUSIVE'}");
    assertProblem(refused, 409, "SCOPE_OVERLAP");
    assertThat(refused.json().get("conflicts").get(0).get("leaseId").asText()).isEqualTo(other);

    CompletableFuture<HttpResponse<String>> open =
        alice.open("/v1/leases/" + mine + ":convert", "{'mode':'exclusive','wait':'30s'}");
    String path = "/v1/leases/" + mine;
    await().until(() -> alice.get(path).json().has("waiting"));
    JsonNode waiting = alice.get(path).json();
    assertThat(waiting.get("mode").asText()).isEqualTo("SHARED");
    assertThat(waiting.get("state").asText()).isEqualTo("ACTIVE");
    assertThat(waiting.get("waiting").get("conversion").asBoolean()).isTrue();
    assertThat(waiting.get("waiting").get("remaining").asText()).isEqualTo("30s");

    Response deadlock = bob.verb(other, "convert", "{'mode':'EXCLUSIVE','wait':'30s'}");
    assertProblem(deadlock, 409, "DEADLOCK");
    assertThat(deadlock.json().get("cycle").findValuesAsText("holder"))
        .containsExactly("bob", "alice");

    bob.okVerb(other, "release", "");
    JsonNode converted = ok(ServedNode.answered(open)).json();
    assertThat(converted.get("mode").asText()).isEqualTo("EXCLUSIVE");
    assertThat(converted.has("waiting")).isFalse();
    assertThat(alice.okVerb(mine, "convert", "{'mode':'SHARED'}").get("mode")).isEqualTo("SHARED");
  }

  @Test
  void aWaitIsAPendingLeaseThatItsOwnerCancels() {
    String held = alice.acquire("'space':'wait','paths':['/a']");
    CompletableFuture<HttpResponse<String>> open =
        bob.open("/v1/leases", "{'space':'wait','paths':['/a'],'wait':'20s','priority':7}");
    JsonNode pending = awaitPending("wait");
    String id = pending.get("leaseId").asText();
    assertThat(pending.get("state").asText()).isEqualTo("PENDING");
    assertThat(pending.get("fencingToken").asText()).isEqualTo("0");
    assertThat(pending.has("expiresAt")).isFalse();
    assertThat(pending.get("waiting").toString())
        .isEqualTo("{\"remaining\":\"20s\",\"priority\":7,\"conversion\":false}");
    assertProblem(bob.verb(id, "renew", ""), 409, "LEASE_VIOLATION");
    Response cancelled = bob.okVerb(id, "release", "");
    assertThat(cancelled.get("state")).isEqualTo("FAILED");
    assertThat(cancelled.get("reason")).isEqualTo("CANCELLED");
    assertProblem(ServedNode.answered(open), 409, "LEASE_ALREADY_TERMINAL");
    alice.okVerb(held, "release", "");
  }

  /** The one lease that waits in a space, once it does. */
  private static JsonNode awaitPending(String space) {
    String path = "/v1/leases?state=pending&space=" + space;
    await().until(() -> node.get(path).json().get("leases").size() == 1);
    return node.get(path).json().get("leases").get(0);
  }

  @Test
  void aDerivedLeaseIsNarrowerAndEndsWithItsParent() {
    String parent =
        alice.acquire(
            "'space':'der','scope':['/src/**'],'ttl':'600s',"
                + "'authority':{'tools':['bash','git']}");
    JsonNode child =
        alice
            .okVerb(
                parent,
                "derive",
                "{'holder':'bob','paths':['/src/a'],'mode':'SHARED','ttl':'1h',"
                    + "'authority':{'tools':['git']}}")
            .json();
    assertThat(child.get("holder").asText()).isEqualTo("bob");
    assertThat(child.get("parentId").asText()).isEqualTo(parent);
    assertThat(child.get("mode").asText()).isEqualTo("SHARED");
    assertThat(child.get("remaining").asText()).as("the parent's").isEqualTo("600s");
    assertThat(child.get("fencePath")).hasSize(2);
    String id = child.get("leaseId").asText();

    Response wider = alice.verb(parent, "derive", "{'holder':'bob','paths':['/etc']}");
    assertProblem(wider, 400, "INVALID_INPUT");
    assertThat(wider.get("field")).isEqualTo("scope");
    Response more = alice.verb(parent, "derive", "{'holder':'b','authority':{'tools':['curl']}}");
    assertThat(more.get("field")).isEqualTo("authority");
    assertProblem(
        alice.verb(parent, "derive", "{'holder':'bob','paths':['/src/b'],'budget':{'t':1}}"),
        409,
        "INSUFFICIENT_BUDGET");

    alice.okVerb(parent, "release", "");
    Response ended = ok(bob.get("/v1/leases/" + id));
    assertThat(ended.get("reason")).isEqualTo("PARENT_ENDED");
  }

  @Test
  void aRevocationWithNoticeIsAnEndToCome() {
    String id = alice.acquire("'space':'not','paths':['/a']");
    JsonNode lease =
        admin.okVerb(id, "revoke", "{'reason':'needed elsewhere','notice':'5m'}").json();
    assertThat(lease.get("state").asText()).isEqualTo("ACTIVE");
    JsonNode end = lease.get("plannedEnd");
    assertThat(end.get("remaining").asText()).isEqualTo("300s");
    assertThat(end.get("state").asText()).isEqualTo("REVOKED");
    assertThat(end.get("reason").asText()).isEqualTo("needed elsewhere");
    assertThat(end.get("by").asText()).isEqualTo("admin");
    node.advance(Duration.ofMinutes(5));
    Response ended = alice.verb(id, "renew", "");
    assertProblem(ended, 409, "LEASE_REVOKED");
    assertThat(ended.get("state")).isEqualTo("REVOKED");
  }

  @Test
  void aReleaseMayBeDelayed() {
    String id = alice.acquire("'space':'aft','paths':['/a']");
    JsonNode lease = alice.okVerb(id, "release", "{'reason':'Completed','after':'10s'}").json();
    assertThat(lease.get("state").asText()).isEqualTo("ACTIVE");
    assertThat(lease.get("plannedEnd").get("remaining").asText()).isEqualTo("10s");
    assertProblem(alice.verb(id, "renew", ""), 409, "LEASE_ALREADY_TERMINAL");
    node.advance(Duration.ofSeconds(10));
    Response ended = ok(alice.get("/v1/leases/" + id));
    assertThat(ended.get("state")).isEqualTo("RELEASED");
    assertThat(ended.get("reason")).isEqualTo("COMPLETED");
  }

  @Test
  void anAdminTakesAwayAllThatAHolderHas() {
    Clients carol = Clients.agent(node, "carol");
    String held = carol.acquire("'space':'all','paths':['/a']");
    String checkout = carol.acquire("'policy':'checkout','space':'all','paths':['/b']");
    alice.acquire("'space':'all','paths':['/c']");
    CompletableFuture<HttpResponse<String>> open =
        carol.open("/v1/leases", "{'space':'all','paths':['/c'],'wait':'1m'}");
    String waits = awaitPending("all").get("leaseId").asText();
    Response none = admin.post("/v1/holders/carol:releaseAll", "{}");
    assertProblem(none, 400, "INVALID_INPUT");
    assertThat(none.get("field")).isEqualTo("reason");

    Response all = admin.ok("/v1/holders/carol:releaseAll", "{'reason':'gone'}");
    assertThat(all.json().get("released").asInt()).isEqualTo(3);
    assertThat(ok(carol.get("/v1/leases/" + held)).get("state")).isEqualTo("REVOKED");
    assertThat(ok(carol.get("/v1/leases/" + checkout)).get("state")).isEqualTo("EVICTED");
    assertThat(ok(carol.get("/v1/leases/" + waits)).get("reason")).isEqualTo("CANCELLED");
    assertProblem(ServedNode.answered(open), 409, "LEASE_ALREADY_TERMINAL");
    assertThat(admin.ok("/v1/holders/carol:releaseAll", "{'reason':'gone'}").json().get("released"))
        .hasToString("0");
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

  @Test
  void anothersLeaseIsNeitherKeptNorHandedOn() {
    String id = alice.acquire("'space':'own','paths':['/a']");
    for (Clients other : List.of(bob, admin)) {
      assertProblem(other.verb(id, "heartbeat", ""), 403, "NOT_HOLDER");
      assertProblem(other.verb(id, "advance", "{'expectedEpoch':0}"), 403, "NOT_HOLDER");
      assertProblem(other.verb(id, "transfer", "{'toHolder':'bob'}"), 403, "NOT_HOLDER");
      assertProblem(other.verb(id, "convert", "{'mode':'SHARED'}"), 403, "NOT_HOLDER");
      assertProblem(other.verb(id, "derive", "{'holder':'bob'}"), 403, "NOT_HOLDER");
    }
    assertProblem(bob.verb(id, "revoke", "{'reason':'r'}"), 403, "FORBIDDEN");
    assertProblem(bob.post("/v1/holders/alice:releaseAll", "{'reason':'r'}"), 403, "FORBIDDEN");
  }

  @Test
  void whatIsNotThereCannotBeHandedOn() {
    for (String verb : List.of("heartbeat", "validate")) {
      assertProblem(alice.verb("none", verb, ""), 404, "LEASE_NOT_FOUND");
    }
    Response refused = alice.verb("none", "transfer", "{'toHolder':'bob'}");
    assertProblem(refused, 404, "LEASE_NOT_FOUND");
    assertThat(refused.get("leaseId")).isEqualTo("none");
  }

  /** Who gives a field believes that it was looked at. */
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

  private static void assertInvalid(String id, String body, String field) {
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
