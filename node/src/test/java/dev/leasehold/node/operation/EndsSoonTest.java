package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A caller that is kept out by a lease that will end before its time is told when that will be. */
class EndsSoonTest extends OwnNode {

  @ParameterizedTest
  @CsvSource({
    ":release, '{\"after\":\"5s\"}', 5",
    ":revoke, '{\"reason\":\"x\",\"notice\":\"7s\"}', 7"
  })
  void theyAreToldWhenItMakesRoom(String operation, String body, int seconds) {
    ServedNode.Response lease =
        node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"],\"ttl\":\"60s\"}");
    Instant issued = Instant.parse(lease.get("issuedAt"));
    node.post("/v1/leases/" + lease.get("leaseId") + operation, body);
    String checked = node.get("/v1/spaces/s:check?path=/a").text();
    assertThat(checked).contains("\"expiresAt\":\"" + issued.plus(Duration.ofSeconds(seconds)));
  }
}
