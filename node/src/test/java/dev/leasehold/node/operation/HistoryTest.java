package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.node.ServedNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history of leases, over the wire. */
class HistoryTest {

  @TempDir Path data;
  private ServedNode node;
  private String ann;

  @BeforeEach
  void start() {
    node = ServedNode.start(data);
    ann = node.tokenFor("ann", "agent");
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  private ServedNode.Response acquire(String path) {
    ServedNode.Response reply =
        node.send(
            ann,
            "POST",
            "/v1/leases",
            "{\"space\":\"repo\",\"paths\":[\"%s\"],\"ttl\":\"60s\"}".formatted(path));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply;
  }

  private void change(String id, String verb) {
    assertThat(node.send(ann, "POST", "/v1/leases/" + id + ":" + verb, "{}").status())
        .isEqualTo(200);
  }

  private List<String> history(String id, String query) {
    ServedNode.Response reply = node.send(ann, "GET", "/v1/leases/" + id + "/history" + query, "");
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    List<String> entries = new ArrayList<>();
    for (JsonNode event : reply.json().path("events")) {
      entries.add(
          event.path("type").asText()
              + " "
              + event.path("statusBefore").asText("-")
              + " "
              + event.path("statusAfter").asText()
              + " "
              + event.path("renewalCount").asInt()
              + " "
              + event.path("actor").asText());
    }
    return entries;
  }

  @Test
  void aHistoryTellsWhatHappenedInOrder() {
    String id = acquire("/a").get("leaseId");
    node.advance(Duration.ofSeconds(1));
    change(id, "renew");
    change(id, "release");
    assertThat(history(id, ""))
        .containsExactly(
            "acquired - ACTIVE 0 ann",
            "renewed ACTIVE ACTIVE 1 ann",
            "released ACTIVE RELEASED 1 ann");
    ServedNode.Response first =
        node.send(ann, "GET", "/v1/leases/" + id + "/history?pageSize=2", "");
    assertThat(first.json().path("events")).hasSize(2);
    assertThat(history(id, "?pageSize=2&pageToken=" + first.get("nextPageToken")))
        .containsExactly("released ACTIVE RELEASED 1 ann");
  }

  @Test
  void whereAgentsSeeTheirOwnOthersDoNotSeeIt() {
    node.setting("agents_see", "own");
    String id = acquire("/a").get("leaseId");
    ServedNode.Response reply =
        node.send(node.tokenFor("bob", "agent"), "GET", "/v1/leases/" + id + "/history", "");
    assertThat(reply.get("code")).isEqualTo("NOT_HOLDER");
    assertThat(node.get("/v1/leases/none/history").get("code")).isEqualTo("LEASE_NOT_FOUND");
    assertThat(node.get("/v1/leases/" + id + "/history?pageSize=9999").get("field"))
        .isEqualTo("pageSize");
  }

  @Test
  void leasesAreListedAsTheyWere() {
    ServedNode.Response first = acquire("/a");
    String id = first.get("leaseId");
    String then = first.get("issuedAt");
    node.advance(Duration.ofSeconds(10));
    change(id, "renew");
    String other = acquire("/b").get("leaseId");
    change(id, "release");
    JsonNode past = node.send(ann, "GET", "/v1/leases?asOf=" + then, "").json().path("leases");
    assertThat(past).hasSize(1);
    assertThat(past.get(0).path("leaseId").asText()).isEqualTo(id);
    assertThat(past.get(0).path("state").asText()).isEqualTo("ACTIVE");
    assertThat(past.get(0).path("renewalCount").asInt()).isZero();
    assertThat(past.get(0).path("expiresAt").asText()).isEqualTo(first.get("expiresAt"));
    node.advance(Duration.ofSeconds(1));
    String lastly = acquire("/c").get("issuedAt");
    JsonNode now = node.send(ann, "GET", "/v1/leases?asOf=" + lastly, "").json().path("leases");
    assertThat(now).hasSize(2);
    assertThat(now.get(0).path("leaseId").asText()).isEqualTo(other);
    assertThat(
            node.send(ann, "GET", "/v1/leases?asOf=1999-01-01T00:00:00Z", "").json().path("leases"))
        .isEmpty();
    assertThat(node.get("/v1/leases?asOf=yesterday").get("field")).isEqualTo("asOf");
    assertThat(node.get("/v1/leases?asOf=2100-01-01T00:00:00Z").get("field")).isEqualTo("asOf");
  }

  private JsonNode asOf(String time) {
    ServedNode.Response reply =
        node.send(ann, "GET", "/v1/leases?state=ACTIVE,RELEASED&asOf=" + time, "");
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.json().path("leases");
  }

  private static String after(ServedNode.Response lease, long seconds) {
    return Instant.parse(lease.get("issuedAt")).plusSeconds(seconds).toString();
  }

  @Test
  void whatWasLeftIsWhatWasLeftThen() {
    ServedNode.Response lease = acquire("/a");
    node.advance(Duration.ofSeconds(30));
    change(lease.get("leaseId"), "renew");
    node.advance(Duration.ofSeconds(30));
    change(lease.get("leaseId"), "release");
    node.advance(Duration.ofSeconds(30));
    acquire("/later");
    assertThat(asOf(after(lease, 0)).get(0).path("remaining").asText()).isEqualTo("60s");
    assertThat(asOf(after(lease, 12)).get(0).path("remaining").asText()).isEqualTo("48s");
    assertThat(asOf(after(lease, 40)).get(0).path("remaining").asText()).isEqualTo("50s");
    JsonNode ended = asOf(after(lease, 70)).get(0);
    assertThat(ended.path("state").asText()).isEqualTo("RELEASED");
    assertThat(ended.path("remaining").asText()).isEqualTo("0s");
  }

  @Test
  void anEndThatWasAnnouncedLaterShortensNothingBefore() {
    ServedNode.Response lease = acquire("/a");
    node.advance(Duration.ofSeconds(10));
    ServedNode.Response revoked =
        node.post(
            "/v1/leases/" + lease.get("leaseId") + ":revoke",
            "{\"reason\":\"needed\",\"notice\":\"20s\"}");
    assertThat(revoked.status()).as(revoked.text()).isEqualTo(200);
    node.advance(Duration.ofSeconds(10));
    acquire("/later");
    JsonNode before = asOf(after(lease, 5)).get(0);
    assertThat(before.path("remaining").asText()).isEqualTo("55s");
    assertThat(before.has("plannedEnd")).isFalse();
    JsonNode announced = asOf(after(lease, 15)).get(0);
    assertThat(announced.path("remaining").asText()).isEqualTo("15s");
    assertThat(announced.has("plannedEnd")).isTrue();
  }

  private void keepHistory(boolean kept) {
    ServedNode.Response reply =
        node.send(
            node.adminToken(),
            "PUT",
            "/v1/config/keep_history",
            "{\"value\":\"%s\"}".formatted(kept));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  @Test
  void aHistoryThatWasDeletedIsNotShownAsEmpty() {
    String id = acquire("/a").get("leaseId");
    String untouched = acquire("/b").get("leaseId");
    node.advance(Duration.ofSeconds(1));
    change(id, "renew");
    String secondPage =
        node.send(ann, "GET", "/v1/leases/" + id + "/history?pageSize=1", "").get("nextPageToken");
    keepHistory(false);
    assertPruned("/v1/leases/" + id + "/history");
    keepHistory(true);
    assertPruned("/v1/leases/" + id + "/history");
    assertPruned("/v1/leases/" + id + "/history?pageToken=" + secondPage);
    change(id, "release");
    assertThat(history(id, ""))
        .containsExactly("history_began ACTIVE ACTIVE 1 ", "released ACTIVE RELEASED 1 ann");
    assertPruned("/v1/leases/" + untouched + "/history");
    assertThat(history(acquire("/c").get("leaseId"), ""))
        .containsExactly("acquired - ACTIVE 0 ann");
  }

  private void assertPruned(String path) {
    ServedNode.Response reply = node.send(ann, "GET", path, "");
    assertThat(reply.status()).as(reply.text()).isEqualTo(410);
    assertThat(reply.get("code")).isEqualTo("HISTORY_PRUNED");
    assertThat(reply.get("detail")).contains("keep_history");
  }

  @Test
  void theSettingSaysThatSwitchingItOffDeletes() {
    assertThat(ConfigKey.KEEP_HISTORY.description()).contains("off deletes all");
  }

  @Test
  void withoutHistoryThePastIsGone() {
    ServedNode.Response first = acquire("/a");
    assertThat(
            node.send(node.adminToken(), "PUT", "/v1/config/keep_history", "{\"value\":\"false\"}")
                .status())
        .isEqualTo(200);
    ServedNode.Response reply = node.get("/v1/leases?asOf=" + first.get("issuedAt"));
    assertThat(reply.status()).isEqualTo(410);
    assertThat(reply.get("code")).isEqualTo("HISTORY_PRUNED");
  }
}
