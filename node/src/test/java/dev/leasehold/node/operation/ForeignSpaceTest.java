package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.LeaseServiceGrpc.LeaseServiceBlockingStub;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.node.Clients;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A token for one space finds out nothing about another, and uses up nothing of it. */
class ForeignSpaceTest extends OwnNode {

  private static final Map<String, String> VERBS =
      Map.ofEntries(
          Map.entry("renew", "{'ttl':'2h','requestId':'n'}"),
          Map.entry("release", "{'requestId':'n'}"),
          Map.entry("complete", "{}"),
          Map.entry("close", "{}"),
          Map.entry("heartbeat", "{}"),
          Map.entry("validate", "{}"),
          Map.entry("advance", "{'expectedEpoch':0}"),
          Map.entry("transfer", "{'toHolder':'thief'}"),
          Map.entry("convert", "{'mode':'SHARED'}"),
          Map.entry("derive", "{'holder':'thief'}"),
          Map.entry("spend", "{'requestId':'n','amounts':{'usd':1}}"),
          Map.entry("reserve", "{'requestId':'n','amounts':{'usd':1}}"),
          Map.entry("settle", "{'reservationId':'n','amounts':{'usd':1}}"),
          Map.entry("cancel", "{'reservationId':'n'}"),
          Map.entry("adjust", "{'reservationId':'n','amounts':{'usd':1}}"),
          Map.entry("refresh", "{}"));

  Clients admin;
  Clients alice;

  /** An alice of the space t, whom an admin of t has made. */
  Clients aliceOfT;

  Clients adminOfT;

  @BeforeEach
  void start() {
    admin = Clients.admin(node);
    alice = Clients.agent(node, "alice");
    adminOfT = with(admin, "{'actor':'lord','role':'admin','spaces':['t']}");
    aliceOfT = with(adminOfT, "{'actor':'alice','role':'agent','spaces':['t']}");
  }

  private Clients with(Clients issuer, String token) {
    return new Clients(node, issuer.ok("/v1/tokens", token).get("token"));
  }

  @Test
  void aLeaseOfAnotherSpaceIsNotFoundWhateverIsAsked() {
    String living = alice.acquire("'space':'s','paths':['/living']");
    String ended = alice.acquire("'space':'s','paths':['/ended']");
    String forgotten = alice.acquire("'space':'s','paths':['/forgotten']");
    alice.okVerb(forgotten, "release", "{'requestId':'n'}");
    node.awaitForgotten();
    alice.okVerb(ended, "release", "{'requestId':'n2'}");

    for (Clients client : List.of(aliceOfT, adminOfT)) {
      String missing = nothing(client, "none");
      for (String id : List.of(living, ended, forgotten)) {
        assertThat(nothing(client, id).replace(id, "none")).isEqualTo(missing);
      }
    }
    assertThat(ok(alice.get("/v1/leases/" + living)).get("state")).isEqualTo("ACTIVE");
  }

  /** All that is said about a lease that is not there. */
  private String nothing(Clients client, String id) {
    StringBuilder said = new StringBuilder();
    for (String read : List.of("", "/history", "/certificate")) {
      said.append(assertNotFound(client.get("/v1/leases/" + id + read)));
    }
    VERBS.forEach((verb, body) -> said.append(assertNotFound(client.verb(id, verb, body))));
    if (client == adminOfT) {
      said.append(assertNotFound(client.verb(id, "revoke", "{'reason':'mine'}")));
    }
    return said.toString();
  }

  private static String assertNotFound(Response response) {
    assertProblem(response, 404, "LEASE_NOT_FOUND");
    return response.text();
  }

  @Test
  void noticesAboutOtherSpacesAreNeitherReadNorAcknowledged() throws Exception {
    String inS = alice.acquire("'space':'s','paths':['/a']");
    String inT = alice.acquire("'space':'t','paths':['/a']");
    admin.okVerb(inS, "revoke", "{'reason':'secret'}");
    admin.okVerb(inT, "revoke", "{'reason':'known'}");
    node.awaitForgotten();
    node.close();
    node = ServedNode.start(directory, node.time());
    aliceOfT = new Clients(node, aliceOfT.token());
    alice = new Clients(node, alice.token());

    JsonNode told = ok(aliceOfT.get("/v1/leases")).json().path("notices");
    assertThat(told.findValuesAsText("leaseId")).containsExactly(inT);
    Response refused = aliceOfT.verb("none", "renew", "{}");
    assertThat(refused.json().path("notices").findValuesAsText("leaseId")).containsExactly(inT);
    assertThat(grpc(aliceOfT.token())).extracting(Notice::getLeaseId).containsExactly(inT);

    JsonNode all = ok(alice.get("/v1/leases")).json().path("notices");
    assertThat(all.findValuesAsText("leaseId")).containsExactly(inS, inT);
    String ids = String.join("','", all.findValuesAsText("id"));
    Response known = aliceOfT.ok("/v1/notices:ack", "{'ids':['" + ids + "']}");
    assertThat(known.json().path("ids")).hasSize(1);
    assertThat(ok(alice.get("/v1/leases")).json().path("notices").findValuesAsText("leaseId"))
        .containsExactly(inS);
  }

  private List<Notice> grpc(String token) {
    return GrpcClients.builder("gproto+" + node.url() + "/")
        .setHeader("authorization", "Bearer " + token)
        .build(LeaseServiceBlockingStub.class)
        .listLeases(ListLeasesRequest.getDefaultInstance())
        .getNoticesList();
  }

  @Test
  void requestIdsOfOneSpaceAreNotUsedUpInAnother() {
    String spoilt = aliceOfT.acquire("'space':'t','paths':['/a'],'requestId':'r'");
    aliceOfT.okVerb(spoilt, "release", "{'requestId':'end'}");

    String own = alice.acquire("'space':'s','paths':['/a'],'requestId':'r'");
    assertThat(own).isNotEqualTo(spoilt);
    alice.okVerb(own, "release", "{'requestId':'end'}");
    node.awaitForgotten();
    String another = alice.acquire("'space':'u','paths':['/a'],'requestId':'r'");
    assertThat(another).isNotIn(own, spoilt);

    assertThat(alice.acquire("'space':'s','paths':['/a'],'requestId':'r'")).isEqualTo(own);
    assertThat(alice.acquire("'space':'t','paths':['/a'],'requestId':'r'")).isEqualTo(spoilt);
    assertThat(alice.acquire("'space':'u','paths':['/a'],'requestId':'r'")).isEqualTo(another);
    Response other = alice.post("/v1/leases", "{'space':'s','paths':['/b'],'requestId':'r'}");
    assertProblem(other, 400, "INVALID_INPUT");
    assertThat(other.get("field")).isEqualTo("requestId");
    Response unreached =
        aliceOfT.post("/v1/leases", "{'space':'s','paths':['/a'],'requestId':'r'}");
    assertProblem(unreached, 403, "FORBIDDEN");
    assertThat(unreached.text()).doesNotContain(own);
  }

  @Test
  void requestIdsOfDerivedLeasesAreOfTheirSpaceToo() {
    String parent = alice.acquire("'space':'s','scope':['/p/**']");
    String spoilt = aliceOfT.acquire("'space':'t','paths':['/a'],'requestId':'r'");
    aliceOfT.okVerb(spoilt, "release", "{}");
    node.awaitForgotten();
    String derive = "{'holder':'alice','paths':['/p/c'],'requestId':'r'}";
    String child = alice.okVerb(parent, "derive", derive).get("leaseId");
    alice.okVerb(child, "release", "{}");
    alice.okVerb(parent, "release", "{}");
    node.awaitForgotten();

    assertThat(alice.okVerb(parent, "derive", derive).get("leaseId")).isEqualTo(child);
    assertProblem(aliceOfT.verb(parent, "derive", derive), 404, "LEASE_NOT_FOUND");
  }

  @Test
  void whatATransferMadeIsToldAsItIsNowWhenTheOldLeaseIsForgotten() {
    String old = alice.acquire("'space':'s','paths':['/a'],'ttl':'10h'");
    String transfer = "{'toHolder':'bob','requestId':'hand-on'}";
    String next = alice.okVerb(old, "transfer", transfer).get("leaseId");
    node.awaitForgotten();
    Clients bob = Clients.agent(node, "bob");
    bob.okVerb(next, "renew", "{'ttl':'20h'}");

    Response retried = alice.okVerb(old, "transfer", transfer);
    assertThat(retried.get("leaseId")).isEqualTo(next);
    assertThat(retried.get("renewalCount")).isEqualTo("1");
    bob.okVerb(next, "release", "{}");
    assertThat(alice.okVerb(old, "transfer", transfer).get("state")).isEqualTo("RELEASED");
  }

  @Test
  void aDeadlockDoesNotNameThoseWhoWaitInAnotherSpace() {
    Clients bob = Clients.agent(node, "bob");
    alice.acquire("'space':'s','paths':['/a']");
    bob.acquire("'space':'t','paths':['/b']");
    bob.open("/v1/leases", "{'space':'s','paths':['/a'],'wait':'1h'}");
    await().until(() -> node.openRequests() == 1);

    String wait = "{'space':'t','paths':['/b'],'wait':'1h'}";
    Response hidden = aliceOfT.post("/v1/leases", wait);
    assertProblem(hidden, 409, "DEADLOCK");
    assertThat(hidden.json().path("cycle")).hasSize(2);
    assertThat(hidden.text()).doesNotContain("bob");
    Response told = alice.post("/v1/leases", wait);
    assertThat(told.json().path("cycle").findValuesAsText("holder"))
        .containsExactly("alice", "bob");
  }

  @Test
  void idsThatCallersChooseBeginWithTheirSpace() {
    String work = "'policy':'work','paths':['/a'],'leaseId':'%s','space':'%s'";
    for (String id : List.of("job", "s/job", "t", "t/", "t/a/job", "u/job")) {
      Response refused = aliceOfT.post("/v1/leases", "{" + work.formatted(id, "t") + "}");
      assertProblem(refused, 400, "INVALID_INPUT");
      assertThat(refused.get("field")).isEqualTo("leaseId");
    }
    assertThat(aliceOfT.acquire(work.formatted("t/job", "t"))).isEqualTo("t/job");
    alice.acquire(work.formatted("s/job", "s"));
    alice.okVerb("s%2Fjob", "release", "{}");
    node.awaitForgotten();

    Response used = aliceOfT.post("/v1/leases", "{" + work.formatted("s/job", "t") + "}");
    Response free = aliceOfT.post("/v1/leases", "{" + work.formatted("s/new", "t") + "}");
    assertThat(used.text()).isEqualTo(free.text());
  }
}
