package dev.leasehold.node.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.ServedNode;
import dev.leasehold.node.publish.ServedByNode;
import dev.leasehold.node.publish.WatchedStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Patterns that somebody should know of, as a watcher sees them. */
class AlertsTest extends ServedByNode {

  private static final String TYPES =
      "types=dev.leasehold.alert.hoarding,dev.leasehold.alert.late-renewals,"
          + "dev.leasehold.alert.wait-timeouts";

  final Map<String, String> tokens = new HashMap<>();

  private String acquire(String holder, String path, String ttl) {
    ServedNode.Response response =
        node.post(
            "/v1/leases",
            "{\"space\":\"s\",\"paths\":[\"%s\"],\"holder\":\"%s\",\"ttl\":\"%s\"}"
                .formatted(path, holder, ttl));
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    return response.get("leaseId");
  }

  private int renew(String holder, String id, String ttl) {
    return node.send(
            tokens.computeIfAbsent(holder, name -> node.tokenFor(name, "agent")),
            "POST",
            "/v1/leases/" + id + ":renew",
            "{\"ttl\":\"%s\"}".formatted(ttl))
        .status();
  }

  private void renewLate(String id, int times) {
    for (int i = 0; i < times; i++) {
      node.advance(Duration.ofSeconds(95));
      assertThat(renew("sloppy", id, "100s")).isEqualTo(200);
    }
  }

  @Test
  void renewalsThatAlwaysComeLate() {
    try (WatchedStream stream = WatchedStream.open(node, "?" + TYPES)) {
      String id = acquire("sloppy", "/a", "100s");
      String other = acquire("careful", "/b", "1h");
      renewLate(id, AlertDetector.LATE_RENEWALS - 1);
      renew("careful", other, "2h");
      renewLate(id, 1);

      WatchedStream.Message alert = stream.await(1).get(0);
      assertThat(alert.type()).isEqualTo("dev.leasehold.alert.late-renewals");
      assertThat(alert.inData("holder").asText()).isEqualTo("sloppy");
      assertThat(alert.inData("count").asText()).isEqualTo("5");
      assertThat(alert.json().path("id").asText()).isEqualTo(alert.id() + "/late-renewals");
      assertThat(alert.id()).isEqualTo(Long.toString(node.lastPosition()));
    }
  }

  @Test
  void oneRenewalInTimeIsAnotherBeginning() {
    try (WatchedStream stream = WatchedStream.open(node, "")) {
      String id = acquire("sloppy", "/a", "100s");
      renewLate(id, AlertDetector.LATE_RENEWALS - 1);
      node.advance(Duration.ofSeconds(10));
      renew("sloppy", id, "100s");
      renewLate(id, AlertDetector.LATE_RENEWALS - 1);
      stream.await(11);
      assertThat(stream.types()).noneMatch(type -> type.contains("alert"));
    }
  }

  @Test
  void theSameIsToldAgainOnlyAfterAWhileAndNotAnewAfterARestart() throws Exception {
    String id = acquire("sloppy", "/a", "100s");
    renewLate(id, AlertDetector.LATE_RENEWALS + 1);
    long first = node.lastPosition() - 1;
    node.close();
    node = ServedNode.start(directory, time);
    try (WatchedStream stream = WatchedStream.open(node, "?from=0&" + TYPES)) {
      // 600 s after the first, that is seven renewals later, it lasts and is told again.
      renewLate(id, 7);
      List<WatchedStream.Message> alerts = stream.await(2);
      assertThat(alerts.get(0).id()).isEqualTo(Long.toString(first));
      assertThat(Long.parseLong(alerts.get(1).id())).isEqualTo(first + 7);
    }
  }

  /** As many as are worth an alert, for what the keeper holds. */
  private List<Thread> waitInVain() {
    List<Thread> waiting =
        IntStream.range(0, AlertDetector.TIMEOUTS)
            .mapToObj(
                i ->
                    Thread.ofVirtual()
                        .start(
                            () ->
                                node.post(
                                    "/v1/leases",
                                    ("{\"space\":\"s\",\"paths\":[\"/hot\"],\"holder\":\"w%d\","
                                            + "\"wait\":\"20s\"}")
                                        .formatted(i))))
            .toList();
    await()
        .until(
            () ->
                node.get("/metrics")
                    .text()
                    .contains("leasehold_waiting " + AlertDetector.TIMEOUTS + ".0"));
    node.advance(Duration.ofSeconds(21));
    return waiting;
  }

  @Test
  void alertsOutliveTheLeasesThatTheyAreAbout() throws Exception {
    String id = acquire("sloppy", "/a", "100s");
    renewLate(id, AlertDetector.LATE_RENEWALS);
    acquire("keeper", "/hot", "10h");
    List<WatchedStream.Message> before;
    try (WatchedStream stream = WatchedStream.open(node, "?from=0&" + TYPES)) {
      List<Thread> waiting = waitInVain();
      before = List.copyOf(stream.await(2));
      await().until(() -> waiting.stream().noneMatch(Thread::isAlive));
    }
    node.post("/v1/leases/" + id + ":revoke", "{\"reason\":\"enough\"}");
    node.awaitForgotten();
    for (int restart = 0; restart < 2; restart++) {
      node.close();
      node = ServedNode.start(directory, time);
      String last = Long.toString(node.lastPosition());
      try (WatchedStream stream = WatchedStream.open(node, "?from=0")) {
        await().until(() -> stream.lastId().equals(last));
        assertThat(stream.messages().stream().filter(m -> m.type().contains("alert")).toList())
            .isEqualTo(before);
      }
    }
  }

  @Test
  void manyWaitsForOneResourceThatComeToNothing() {
    acquire("keeper", "/hot", "10h");
    try (WatchedStream stream = WatchedStream.open(node, "?" + TYPES)) {
      List<Thread> waiting = waitInVain();
      WatchedStream.Message alert = stream.await(1).get(0);
      assertThat(alert.type()).isEqualTo("dev.leasehold.alert.wait-timeouts");
      assertThat(alert.inData("space").asText()).isEqualTo("s");
      assertThat(alert.inData("scope").path(0).asText()).isEqualTo("/hot");
      assertThat(alert.inData("window").asText()).isEqualTo("300s");
      await().until(() -> waiting.stream().noneMatch(Thread::isAlive));
      assertThat(node.get("/metrics").text())
          .contains("leasehold_alerts_total{kind=\"wait-timeouts\"} 1.0")
          .contains("leasehold_wait_timeouts_total " + AlertDetector.TIMEOUTS + ".0")
          .contains("leasehold_waiting 0.0");
    }
  }

  @Test
  void aHolderThatHoardsIsToldToAuditorsAndNotToItself() {
    String hoarder = node.tokenFor("hoarder", "agent");
    try (WatchedStream seen = WatchedStream.open(node, "?" + TYPES);
        WatchedStream own = WatchedStream.open(node, hoarder, "")) {
      acquire("modest", "/modest", "1h");
      acquire("frugal", "/frugal", "1h");
      for (int i = 0; i <= Hoarding.MIN_LEASES; i++) {
        acquire("hoarder", "/" + i, "1h");
      }
      WatchedStream.Message alert = seen.await(1).get(0);
      assertThat(alert.type()).isEqualTo("dev.leasehold.alert.hoarding");
      assertThat(alert.inData("holder").asText()).isEqualTo("hoarder");
      assertThat(alert.inData("threshold").asText()).isEqualTo("100");
      assertThat(alert.inData("count").asText()).isEqualTo("101");
      own.await(Hoarding.MIN_LEASES + 1);
      assertThat(own.types()).containsOnly("dev.leasehold.lease.granted");
    }
  }
}
