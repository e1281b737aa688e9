package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.publish.WatchedStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents see who is in their spaces, and neither money nor request ids nor proofs of others. */
class SeeingOthersTest {

  @TempDir Path directory;
  ServedNode node;
  Clients admin;
  Clients alice;
  Clients bob;

  /** A bob of the space t. */
  Clients bobOfT;

  /** Alice's, with a budget. */
  String purse;

  /** Alice's, signed. */
  String job;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory);
    admin = Clients.admin(node);
    admin.ok("/v1/pools", "{'id':'the-pool','amounts':{'usd':90}}");
    alice = with("{'actor':'alice','role':'agent','pool':'the-pool'}");
    bob = Clients.agent(node, "bob");
    bobOfT = with("{'actor':'bob','role':'agent','spaces':['t']}");
    purse =
        alice.acquire(
            "'policy':'budget','space':'s','paths':['/purse'],'budget':{'usd':9},"
                + "'requestId':'alices-request'");
    alice.okVerb(purse, "spend", "{'requestId':'alices-spend','amounts':{'usd':2}}");
    alice.okVerb(purse, "reserve", "{'requestId':'alices-hold','amounts':{'usd':3}}");
    job =
        alice.acquire(
            "'policy':'work','space':'s','paths':['/job'],'labels':{'contact':'#alice'},"
                + "'requestId':'alices-job'");
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  private Clients with(String token) {
    return new Clients(node, admin.ok("/v1/tokens", token).get("token"));
  }

  private static List<String> ids(Response list) {
    return StreamSupport.stream(ok(list).json().path("leases").spliterator(), false)
        .map(lease -> lease.path("leaseId").asText())
        .toList();
  }

  @Test
  void aConflictSaysWhetherItsHolderMayBeAsked() {
    String body = "{'policy':'work','space':'s','paths':['/job']}";
    assertThat(askable(bob.post("/v1/leases", body))).isTrue();
    assertThat(askable(alice.post("/v1/leases", body))).as("one's own").isFalse();
    node.setting("agents_see", "own");
    assertThat(askable(bob.post("/v1/leases", body))).isFalse();
    assertThat(askable(bob.get("/v1/spaces/s:check?policy=work&path=/job"))).isFalse();
    assertThat(askable(admin.post("/v1/leases", body))).isTrue();
  }

  private static boolean askable(Response refused) {
    assertThat(refused.json().at("/conflicts/0/holder").asText()).isEqualTo("alice");
    return refused.json().at("/conflicts/0/askable").asBoolean();
  }

  /** Nothing that only the holder may know is anywhere in the text. */
  private static void assertOutline(String text) {
    assertThat(text)
        .doesNotContain("alices-", "usd", "the-pool", "budget\":", "registrarSignature")
        .doesNotContain("certificate\":");
  }

  @Test
  void aLeaseOfAnotherIsShownInOutline() {
    for (String id : List.of(purse, job)) {
      for (String read : List.of("", "?signed=true", "/history")) {
        Response response = ok(bob.get("/v1/leases/" + id + read));
        assertOutline(response.text());
        assertThat(response.text()).contains("alice");
      }
      assertOutline(bob.okVerb(id, "validate", "{'epoch':0}").text());
      assertOutline(bob.okVerb(id, "ask", "{'note':'please'}").text());
    }
    assertThat(ok(bob.get("/v1/leases/" + job)).json().at("/labels/contact").asText())
        .isEqualTo("#alice");
    assertThat(ok(alice.get("/v1/leases/" + purse)).text()).contains("alices-request", "usd");
    assertThat(ok(alice.get("/v1/leases/" + job)).text()).contains("registrarSignature");
    assertThat(bob.get("/v1/leases/" + purse + "/history").text())
        .contains("acquired")
        .doesNotContain("spent", "reserved", "asked");
    assertThat(alice.get("/v1/leases/" + purse + "/history").text())
        .contains("spent", "reserved", "asked");
  }

  @Test
  void aListShowsThemNowThenAndWhenTheyHaveEnded() {
    String all = "?state=ACTIVE&state=RELEASED&state=CLOSED";
    String then = "&asOf=" + ok(alice.get("/v1/leases/" + job)).get("issuedAt");
    node.advance(Duration.ofSeconds(1));
    alice.okVerb(job, "release", "");
    alice.okVerb(purse, "close", "");
    assertThat(ids(bob.get("/v1/leases" + all))).containsExactly(purse, job);
    assertOutline(bob.get("/v1/leases" + all).text());
    awaitForgotten();

    Response ended = bob.get("/v1/leases" + all + "&holder=alice");
    assertThat(ids(ended)).containsExactly(purse, job);
    assertOutline(ended.text());
    assertOutline(ok(bob.get("/v1/leases/" + job)).text());
    assertOutline(ok(bob.get("/v1/leases/" + job + "/history")).text());
    Response past = bob.get("/v1/leases?" + then);
    assertThat(ids(past)).containsExactly(purse, job);
    assertOutline(past.text());
    assertThat(ids(bob.get("/v1/leases" + all + "&requestId=alices-job"))).isEmpty();
    assertThat(ids(alice.get("/v1/leases" + all + "&requestId=alices-job"))).containsExactly(job);
    assertThat(ids(bobOfT.get("/v1/leases" + all))).isEmpty();

    node.setting("agents_see", "own");
    assertThat(ids(bob.get("/v1/leases" + all))).isEmpty();
    assertThat(ids(bob.get("/v1/leases?" + then))).isEmpty();
    assertProblem(bob.get("/v1/leases/" + job), 403, "NOT_HOLDER");
    assertProblem(bob.get("/v1/leases/" + job + "/history"), 403, "NOT_HOLDER");
    assertProblem(bob.verb(job, "ask", "{'note':'x'}"), 403, "NOT_HOLDER");
  }

  /** Moves time on until the kernel remembers no lease without a budget that has ended. */
  private void awaitForgotten() {
    node.advance(Duration.ofMinutes(1));
    await()
        .until(
            () -> {
              node.advance(Duration.ofSeconds(5));
              return node.endedCount() <= 1;
            });
  }

  @Test
  void noCertificateIsForAnother() {
    assertProblem(bob.get("/v1/leases/" + job + "/certificate"), 403, "NOT_HOLDER");
    assertProblem(bobOfT.get("/v1/leases/" + job + "/certificate"), 404, "LEASE_NOT_FOUND");
    ok(alice.get("/v1/leases/" + job + "/certificate"));
  }

  @Test
  void aLeaseInAnotherSpaceIsNotFound() {
    for (String read : List.of("", "/history")) {
      assertProblem(bobOfT.get("/v1/leases/" + job + read), 404, "LEASE_NOT_FOUND");
    }
    for (String verb : List.of("validate", "ask")) {
      assertProblem(
          bobOfT.verb(job, verb, verb.equals("ask") ? "{'note':'x'}" : ""), 404, "LEASE_NOT_FOUND");
    }
    assertThat(ids(bobOfT.get("/v1/leases"))).isEmpty();
  }

  @Test
  void aStreamTellsAnOutlineOfTheLeasesOfOthers() {
    try (WatchedStream past = WatchedStream.open(node, bob.token(), "?from=0");
        WatchedStream ofT = WatchedStream.open(node, bobOfT.token(), "?from=0");
        WatchedStream holders = WatchedStream.open(node, bob.token(), "?from=0&holder=alice")) {
      bob.okVerb(job, "ask", "{'note':'bobs-note'}");
      Clients.agent(node, "carol").okVerb(job, "ask", "{'note':'carols-note'}");
      alice.okVerb(purse, "spend", "{'requestId':'alices-other','amounts':{'usd':1}}");
      alice.okVerb(job, "transfer", "{'toHolder':'dave','note':'alices-words'}");
      bob.acquire("'space':'t','paths':['/end']");

      ofT.await(1);
      past.await(5);
      holders.await(4);
      assertThat(past.types())
          .containsExactly(
              "dev.leasehold.lease.granted",
              "dev.leasehold.lease.granted",
              "dev.leasehold.lease.asked",
              "dev.leasehold.lease.transferred",
              "dev.leasehold.lease.granted");
      assertOutline(past.messages().toString());
      assertThat(past.messages().toString()).contains("bobs-note").doesNotContain("carols-note");
      assertOutline(holders.messages().toString());
      assertThat(ofT.messages()).hasSize(1);
    }
  }

  @Test
  void theSettingOfNowCountsWhenAnEventIsTold() {
    try (WatchedStream before = WatchedStream.open(node, bob.token(), "?from=0")) {
      before.await(2);
      node.setting("agents_see", "own");
      alice.acquire("'space':'s','paths':['/unseen']");
      String own = bob.acquire("'space':'s','paths':['/bobs']");
      before.await(3);
      assertThat(before.messages().getLast().inData("leaseId").asText()).isEqualTo(own);
      try (WatchedStream after = WatchedStream.open(node, bob.token(), "?from=0")) {
        after.await(1);
        assertThat(after.messages()).hasSize(1);
        assertThat(after.messages().getFirst().inData("leaseId").asText()).isEqualTo(own);
      }
      assertThat(WatchedStream.open(node, bob.token(), "?holder=alice").status()).isEqualTo(403);
    }
  }

  @Test
  void conflictsCarryLabelsUnlessAgentsSeeTheirOwn() {
    String body = "{'space':'s','paths':['/job']}";
    JsonNode conflict = bob.post("/v1/leases", body).json().path("conflicts").path(0);
    assertThat(conflict.at("/labels/contact").asText()).isEqualTo("#alice");
    assertThat(conflict.path("own").asBoolean()).isFalse();
    JsonNode held = ok(bob.get("/v1/spaces/s:check?path=/job")).json().path("conflicts").path(0);
    assertThat(held.at("/labels/contact").asText()).isEqualTo("#alice");
    Response own = alice.post("/v1/leases", body);
    assertThat(own.json().at("/conflicts/0/own").asBoolean()).isTrue();
    assertThat(own.get("detail")).isEqualTo("you hold /job in s yourself under lease " + job);

    node.setting("agents_see", "own");
    assertThat(bob.post("/v1/leases", body).text()).contains(job).doesNotContain("#alice");
    assertThat(bob.get("/v1/spaces/s:check?path=/job").text())
        .contains(job)
        .doesNotContain("#alice");
    assertThat(alice.post("/v1/leases", body).text()).contains("#alice");
  }

  @Test
  void whoHasWaitedInVainIsToldForWhomWithWhatItMaySee() throws Exception {
    for (String setting : List.of("spaces", "own")) {
      node.setting("agents_see", setting);
      long before = node.lastPosition();
      var open = bob.open("/v1/leases", "{'space':'s','paths':['/job'],'wait':'5s'}");
      await().until(() -> node.lastPosition() > before);
      node.advance(Duration.ofSeconds(6));
      String told = open.get().body();
      assertThat(told).contains("ACQUISITION_TIMEOUT", job);
      assertThat(told.contains("#alice")).as(told).isEqualTo(setting.equals("spaces"));
    }
  }

  @Test
  void aQuestionIsToldToTheHolderInItsNextReply() {
    bob.okVerb(job, "ask", "{'note':'Need it for the \\u00fcber-fix'}");

    JsonNode notice = ok(alice.get("/v1/config")).json().path("notices").path(0);
    assertThat(notice.path("kind").asText()).isEqualTo("QUESTION");
    assertThat(notice.path("by").asText()).isEqualTo("bob");
    assertThat(notice.path("reason").asText()).isEqualTo("Need it for the über-fix");
    assertThat(notice.path("text").asText()).contains("bob asks for lease " + job);
    assertThat(ok(bob.get("/v1/config")).json().has("notices")).isFalse();
  }

  @Test
  void whoAsksTooOftenIsToldWhenToAskAgain() {
    bob.okVerb(job, "ask", "{'note':'please'}");
    node.advance(Duration.ofSeconds(20));

    Response again = bob.verb(job, "ask", "{'note':'please'}");
    assertProblem(again, 429, "QUOTA_EXCEEDED");
    assertThat(again.get("retryAfter")).isEqualTo("40s");
    assertThat(again.header("retry-after")).isEqualTo("40");
    node.advance(Duration.ofSeconds(40));
    bob.okVerb(job, "ask", "{'note':'please'}");
    assertProblem(alice.verb(job, "ask", "{'note':'please'}"), 400, "INVALID_INPUT");
    assertProblem(bob.verb(job, "ask", "{}"), 400, "INVALID_INPUT");
    assertProblem(bob.verb(job, "ask", "{'note':'a\\u0007b'}"), 400, "INVALID_INPUT");
  }
}
