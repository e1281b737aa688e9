package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.ServedNode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A refusal tells the holder how the lease has ended. */
class EndedLeaseTest {

  @TempDir Path directory;
  ServedNode node;
  String alice;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory);
    alice = node.tokenFor("alice", "agent");
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  @Test
  void ofAnExpiryWhenItWasAcquiredForHowLongAndWhenItExpired() {
    JsonNode lease = acquire("file", "\"ttl\":\"300s\"");
    node.advance(Duration.ofSeconds(400));

    JsonNode refused = renew(lease, "LEASE_EXPIRED");

    assertThat(refused.get("issuedAt")).isEqualTo(lease.get("issuedAt"));
    assertThat(refused.get("ttl").asText()).isEqualTo("300s");
    assertThat(refused.get("expiredAt")).isEqualTo(lease.get("expiresAt"));
    assertThat(refused.get("expiredAt")).isEqualTo(get(lease).get("terminatedAt"));
    assertThat(refused.get("detail").asText()).contains("for 5 minutes", "acquire a new one");
  }

  @Test
  void ofAnEvictionByWhomWhyAndWhen() {
    JsonNode lease = acquire("checkout", "\"session\":\"one\"");
    node.post(path(lease) + ":revoke", "{\"reason\":\"needed elsewhere\"}");

    JsonNode refused = renew(lease, "LEASE_EVICTED");

    assertThat(refused.get("endedBy").asText()).isEqualTo(get(lease).get("endedBy").asText());
    assertThat(refused.get("reason").asText()).isEqualTo("needed elsewhere");
    assertThat(refused.get("terminatedAt")).isEqualTo(get(lease).get("terminatedAt"));
    assertThat(refused.get("detail").asText()).contains("needed elsewhere");
  }

  @Test
  void ofARevocationAsWell() {
    JsonNode lease = acquire("work", "\"session\":\"one\"");
    node.post(path(lease) + ":revoke", "{\"reason\":\"stuck\"}");

    JsonNode refused = renew(lease, "LEASE_REVOKED");

    assertThat(refused.get("reason").asText()).isEqualTo("stuck");
    assertThat(refused.has("endedBy")).isTrue();
    assertThat(refused.has("terminatedAt")).isTrue();
  }

  @Test
  void othersWhoMayNotSeeTheLeaseAreToldTheStateAlone() {
    node.send(node.adminToken(), "PUT", "/v1/config/agents_see", "{\"value\":\"own\"}");
    JsonNode lease = acquire("work", "\"session\":\"one\"");
    node.post(path(lease) + ":revoke", "{\"reason\":\"stuck\"}");

    JsonNode refused =
        node.send(node.tokenFor("bob", "agent"), "POST", path(lease) + ":renew", "{}").json();

    assertThat(refused.get("code").asText()).isEqualTo("LEASE_REVOKED");
    assertThat(refused.toString()).doesNotContain("stuck");
  }

  private JsonNode acquire(String policy, String more) {
    return node.send(
            alice,
            "POST",
            "/v1/leases",
            "{\"policy\":\"%s\",\"space\":\"s\",\"paths\":[\"/a\"],%s}".formatted(policy, more))
        .json();
  }

  private JsonNode renew(JsonNode lease, String code) {
    ServedNode.Response refused = node.send(alice, "POST", path(lease) + ":renew", "{}");
    assertThat(refused.get("code")).as(refused.text()).isEqualTo(code);
    return refused.json();
  }

  private JsonNode get(JsonNode lease) {
    return node.get(path(lease)).json();
  }

  private static String path(JsonNode lease) {
    return "/v1/leases/" + lease.get("leaseId").asText();
  }
}
