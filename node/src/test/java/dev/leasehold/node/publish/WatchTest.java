package dev.leasehold.node.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.ServedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Events over HTTP, from a real server. */
class WatchTest extends ServedByNode {

  private String acquire(String token, String space, String path) {
    ServedNode.Response response =
        node.send(
            token,
            "POST",
            "/v1/leases",
            "{\"space\":\"%s\",\"paths\":[\"%s\"],\"ttl\":\"60s\"}".formatted(space, path));
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    return response.get("leaseId");
  }

  private String acquire(String path) {
    return acquire(node.adminToken(), "s", path);
  }

  private void release(String id) {
    assertThat(node.post("/v1/leases/" + id + ":release", "{}").status()).isEqualTo(200);
  }

  @Test
  void anEventIsACloudEventThatSaysWhatHappened() {
    try (WatchedStream stream = WatchedStream.open(node, "")) {
      String id = acquire("/a");
      WatchedStream.Message granted = stream.await(1).get(0);
      JsonNode json = granted.json();
      assertThat(json.path("specversion").asText()).isEqualTo("1.0");
      assertThat(json.path("id").asText()).isEqualTo(granted.id());
      assertThat(json.path("source").asText()).startsWith("urn:leasehold:journal:");
      assertThat(json.path("type").asText()).isEqualTo("dev.leasehold.lease.granted");
      assertThat(json.path("subject").asText()).isEqualTo(id);
      assertThat(json.path("time").asText()).isEqualTo("2023-11-14T22:13:20Z");
      assertThat(json.path("datacontenttype").asText()).isEqualTo("application/json");
      JsonNode data = json.path("data");
      assertThat(data.path("leaseId").asText()).isEqualTo(id);
      assertThat(data.path("position").asText()).isEqualTo(granted.id());
      assertThat(data.path("fencingToken").asText()).isEqualTo(granted.id());
      assertThat(data.path("space").asText()).isEqualTo("s");
      assertThat(data.path("scope").get(0).asText()).isEqualTo("/a");
      assertThat(data.path("holder").asText()).isEqualTo("admin");
      assertThat(data.path("state").asText()).isEqualTo("ACTIVE");
      assertThat(data.path("mode").asText()).isEqualTo("EXCLUSIVE");
      assertThat(data.path("epoch").asText()).isEqualTo("0");
      assertThat(data.path("expiresAt").asText()).isEqualTo("2023-11-14T22:14:20Z");
    }
  }

  @Test
  void theLifeOfALeaseIsToldInOrder() {
    try (WatchedStream stream = WatchedStream.open(node, "")) {
      String first = acquire("/a");
      node.advance(Duration.ofSeconds(1));
      node.post("/v1/leases/" + first + ":renew", "{}");
      node.advance(Duration.ofSeconds(61));
      String second = acquire("/b");
      node.post("/v1/leases/" + second + ":revoke", "{\"reason\":\"needed elsewhere\"}");

      stream.await(5);
      assertThat(stream.types())
          .containsExactly(
              "dev.leasehold.lease.granted",
              "dev.leasehold.lease.renewed",
              "dev.leasehold.lease.expired",
              "dev.leasehold.lease.granted",
              "dev.leasehold.lease.revoked");
      WatchedStream.Message expired = stream.messages().get(2);
      assertThat(expired.inData("cause").asText()).isEqualTo("TIME");
      assertThat(expired.inData("space").asText()).isEqualTo("s");
      assertThat(stream.messages().get(4).inData("reason").asText()).isEqualTo("needed elsewhere");
      assertThat(stream.messages().get(1).inData("renewalCount").asInt()).isEqualTo(1);
    }
  }

  @Test
  void onlyWhatHappensFromNowOnUnlessAPositionIsGiven() {
    acquire("/before");
    try (WatchedStream stream = WatchedStream.open(node, "")) {
      String later = acquire("/later");
      assertThat(stream.await(1).get(0).inData("leaseId").asText()).isEqualTo(later);
    }
  }

  @Test
  void fromAPositionEverythingComesOnceAndGoesOnLive() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      expected.add(acquire("/old" + i));
    }
    try (WatchedStream stream =
        WatchedStream.open(node, "?from=0&types=dev.leasehold.lease.granted")) {
      for (int i = 0; i < 50; i++) {
        expected.add(acquire("/new" + i));
      }
      stream.await(100);
      assertThat(stream.messages().stream().map(m -> m.inData("leaseId").asText()))
          .containsExactlyElementsOf(expected);
      assertThat(stream.messages().stream().map(m -> Long.valueOf(m.id()))).isSorted();
    }
  }

  @Test
  void thePastReadsTheSameAsThePresent() {
    String live;
    try (WatchedStream stream = WatchedStream.open(node, "")) {
      release(acquire("/a"));
      String waiting = acquire("/b");
      node.post("/v1/leases/" + waiting + ":renew", "{\"ttl\":\"90s\"}");
      live = stream.await(4).toString();
    }
    try (WatchedStream again = WatchedStream.open(node, "?from=1")) {
      assertThat(again.await(4).toString()).isEqualTo(live);
    }
  }

  @Test
  void aLeaseGrantedBeforeThePositionIsStillNamed() {
    String id = acquire("/a");
    long from = node.lastPosition();
    release(id);
    acquire("/b");
    try (WatchedStream stream = WatchedStream.open(node, "?from=" + from)) {
      WatchedStream.Message released = stream.await(2).get(0);
      assertThat(released.type()).isEqualTo("dev.leasehold.lease.released");
      assertThat(released.inData("space").asText()).isEqualTo("s");
      assertThat(released.inData("holder").asText()).isEqualTo("admin");
    }
  }

  @Test
  void lastEventIdResumesAndCountsMoreThanTheQuery() {
    acquire("/a");
    acquire("/b");
    long last = node.lastPosition();
    String third = acquire("/c");
    try (WatchedStream stream =
        WatchedStream.open(
            node, node.adminToken(), "?from=0", "Last-Event-ID", Long.toString(last))) {
      assertThat(stream.await(1).get(0).inData("leaseId").asText()).isEqualTo(third);
    }
  }

  @Test
  void aRestartChangesNothingForWhoResumes() throws Exception {
    String first = acquire("/a");
    long from = node.lastPosition() - 1;
    node.close();
    node = ServedNode.start(directory, time);
    try (WatchedStream stream = WatchedStream.open(node, "?from=" + from)) {
      String second = acquire("/b");
      assertThat(stream.await(2).stream().map(m -> m.inData("leaseId").asText()))
          .containsExactly(first, second);
    }
  }

  @Test
  void filtersBySpaceHolderAndType() {
    String alice = node.tokenFor("alice", "agent");
    String bob = node.tokenFor("bob", "agent");
    try (WatchedStream bySpace = WatchedStream.open(node, "?space=one");
        WatchedStream byHolder = WatchedStream.open(node, "?holder=bob");
        WatchedStream byType =
            WatchedStream.open(
                node,
                "?types=dev.leasehold.lease.released,dev.leasehold.lease.revoked"
                    + "&types=dev.leasehold.x")) {
      String a = acquire(alice, "one", "/a");
      String b = acquire(bob, "two", "/b");
      node.send(bob, "POST", "/v1/leases/" + b + ":release", "{}");
      node.send(alice, "POST", "/v1/leases/" + a + ":release", "{}");
      acquire("/last");

      assertThat(bySpace.await(2)).allMatch(m -> m.inData("space").asText().equals("one"));
      assertThat(byHolder.await(2)).allMatch(m -> m.inData("holder").asText().equals("bob"));
      assertThat(byType.await(2)).allMatch(m -> m.type().equals("dev.leasehold.lease.released"));
    }
  }

  @Test
  void whereAgentsSeeTheirOwnTheyAreToldOfThoseAndOfNoTokens() {
    node.setting("agents_see", "own");
    String alice = node.tokenFor("alice", "agent");
    try (WatchedStream stream = WatchedStream.open(node, alice, "?from=0");
        WatchedStream auditor =
            WatchedStream.open(node, node.tokenFor("eve", "auditor"), "?from=0")) {
      acquire("/others");
      String own = acquire(alice, "s", "/own");
      node.tokenFor("somebody", "agent");
      acquire("/last");

      auditor.await(4);
      assertThat(stream.await(1)).hasSize(1);
      assertThat(stream.messages().get(0).inData("leaseId").asText()).isEqualTo(own);
      assertThat(auditor.types())
          .containsOnly("dev.leasehold.config.changed", "dev.leasehold.lease.granted");
    }
  }

  @Test
  void adminsSeeTokensWithoutTheirSecrets() {
    try (WatchedStream stream = WatchedStream.open(node, "?from=0")) {
      String token = node.tokenFor("alice", "agent");
      List<WatchedStream.Message> seen = stream.await(2);
      assertThat(seen.get(1).type()).isEqualTo("dev.leasehold.token.issued");
      assertThat(seen.get(1).inData("actor").asText()).isEqualTo("alice");
      assertThat(seen.toString()).doesNotContain(token.split("_", 3)[2]).doesNotContain("ash");
    }
  }

  @Test
  void revokingATokenEndsItsStreamsAndNoOthers() {
    ServedNode.Response issued = node.post("/v1/tokens", "{\"actor\":\"x\",\"role\":\"auditor\"}");
    try (WatchedStream mine = WatchedStream.open(node, issued.get("token"), "");
        WatchedStream others = WatchedStream.open(node, "")) {
      node.send(node.adminToken(), "DELETE", "/v1/tokens/" + issued.get("tokenId"), "");
      mine.awaitEnd();
      acquire("/after");
      others.await(2);
      assertThat(mine.messages()).hasSize(1);
      assertThat(mine.messages().get(0).event()).isEqualTo("end");
      assertThat(mine.messages().get(0).json().path("code").asText()).isEqualTo("UNAUTHENTICATED");
    }
  }

  @Test
  void theEndOfATokenEndsItsStreams() {
    String token =
        node.post("/v1/tokens", "{\"actor\":\"x\",\"role\":\"auditor\",\"ttl\":\"30s\"}")
            .get("token");
    try (WatchedStream stream = WatchedStream.open(node, token, "")) {
      node.advance(Duration.ofSeconds(31));
      stream.awaitEnd();
      assertThat(stream.messages().get(0).data()).contains("UNAUTHENTICATED");
    }
  }

  @Test
  void aSilentStreamShowsThatItLivesAndHowFarItIs() {
    try (WatchedStream stream = WatchedStream.open(node, "?space=nothing-happens-here")) {
      acquire("/a");
      String position = Long.toString(node.lastPosition());
      await()
          .until(
              () -> {
                node.advance(Duration.ofSeconds(1));
                return stream.lastId().equals(position);
              });
      assertThat(stream.comments()).contains(": keep-alive");
      assertThat(stream.messages()).isEmpty();
    }
  }

  @Test
  void whoDoesNotReadIsCutOffAndToldWhereToResume() throws Exception {
    String big =
        String.join(
            ",",
            IntStream.range(0, 250)
                .mapToObj(i -> "\"/%s%d\"".formatted("x".repeat(900), i))
                .toList());
    try (StuckClient client = StuckClient.open(node)) {
      await().until(() -> watchers() == 1);
      for (int i = 0; i < 60; i++) {
        String body = "{\"space\":\"s%d\",\"paths\":[%s]}".formatted(i, big);
        assertThat(node.post("/v1/leases", body).status()).isEqualTo(200);
      }
      await()
          .until(
              () -> {
                node.advance(Duration.ofSeconds(10));
                return watchers() == 0;
              });
      // Nobody else is held up meanwhile, and the reader finds its way when it comes back.
      acquire("/still-served");
      String rest = client.readAll();
      long resume = Long.parseLong(rest.replaceAll("(?s).*resume with from=(\\d+).*", "$1"));
      assertThat(rest).contains("event: end").contains("\"code\":\"UNAVAILABLE\"");
      assertThat(resume).isLessThan(node.lastPosition());
      assertThat(rest).contains("id: " + resume + "\n").doesNotContain("id: " + (resume + 1));
    }
  }

  private int watchers() {
    return Integer.parseInt(
        node.get("/metrics").text().replaceAll("(?s).*\\nleasehold_watchers (\\d+).*", "$1"));
  }

  @Test
  void positionsThatAreNotThereAreRefused() {
    long beyond = node.lastPosition() + 1;
    for (String query : List.of("?from=" + beyond, "?from=-1", "?from=x", "?form=1")) {
      ServedNode.Response response = node.get("/v1/events" + query);
      assertThat(response.status()).as(query).isEqualTo(400);
      assertThat(response.get("code")).isEqualTo("INVALID_INPUT");
    }
    assertThat(node.send("", "GET", "/v1/events", "").status()).isEqualTo(401);
    assertThat(node.post("/v1/events", "{}").status()).isEqualTo(405);
  }

  @Test
  void aTokenHasOnlySoManyStreams() throws Exception {
    String token = node.tokenFor("x", "auditor");
    List<WatchedStream> open = new ArrayList<>();
    try {
      for (int i = 0; i < Publisher.MAX_WATCHERS_PER_TOKEN; i++) {
        open.add(WatchedStream.open(node, token, ""));
      }
      ServedNode.Response refused = node.send(token, "GET", "/v1/events", "");
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.get("code")).isEqualTo("QUOTA_EXCEEDED");
      try (WatchedStream other = WatchedStream.open(node, "")) {
        assertThat(other.status()).isEqualTo(200);
      }
      open.remove(0).close();
      await()
          .until(
              () -> {
                acquire("/wake" + time.monotonicNanos());
                node.advance(Duration.ofSeconds(20));
                return watchers() < Publisher.MAX_WATCHERS_PER_TOKEN;
              });
    } finally {
      open.forEach(WatchedStream::close);
    }
  }

  @Test
  void stoppingEndsStreamsAtOnce() throws Exception {
    try (WatchedStream stream = WatchedStream.open(node, "")) {
      acquire("/a");
      stream.await(1);
      node.close();
      stream.awaitEnd();
      assertThat(stream.messages().get(1).data()).contains("resume with from=2");
    }
  }

  @Test
  void positionsRiseWithoutAGapForAnAdmin() {
    LongStream.range(0, 20).forEach(i -> release(acquire("/p" + i)));
    long last = node.lastPosition();
    try (WatchedStream stream = WatchedStream.open(node, "?from=0")) {
      stream.await((int) last);
      assertThat(stream.messages().stream().map(m -> Long.valueOf(m.id())))
          .containsExactlyElementsOf(LongStream.rangeClosed(1, last).boxed().toList());
    }
  }

  @Test
  void filtersThatCanMatchNothingAreRefused() {
    assertThat(node.get("/v1/events?types=revoked").get("field")).isEqualTo("types");
    assertThat(node.get("/v1/events?types=nope,nope").get("field")).isEqualTo("types");
    node.setting("agents_see", "own");
    String agent = node.tokenFor("carol", "agent");
    assertThat(node.send(agent, "GET", "/v1/events?holder=bob", "").get("code"))
        .isEqualTo("FORBIDDEN");
  }
}
