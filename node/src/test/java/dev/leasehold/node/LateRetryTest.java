package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How late a retry comes does not matter: as long as the lease is known, so are its requests. */
class LateRetryTest {

  private static final String ACQUIRE =
      "{\"space\":\"s\",\"paths\":[\"/x\"],\"ttl\":\"72h\",\"requestId\":\"a\"}";
  private static final String RENEW = "{\"ttl\":\"72h\",\"requestId\":\"b\"}";

  @TempDir Path directory;

  @Test
  void aRetryAfterAMinuteADayAndARestartHasNoSecondEffect() throws Exception {
    MovedTime time = new MovedTime();
    String id;
    String token;
    try (ServedNode node = ServedNode.start(directory, time)) {
      Response granted = node.post("/v1/leases", ACQUIRE);
      id = granted.get("leaseId");
      token = granted.get("fencingToken");
      node.advance(Duration.ofSeconds(1));
      assertThat(node.post("/v1/leases/" + id + ":renew", RENEW).get("renewalCount"))
          .isEqualTo("1");
      for (Duration later : new Duration[] {Duration.ofSeconds(61), Duration.ofHours(24)}) {
        node.advance(later);
        assertSame(node, id, token);
      }
    }
    try (ServedNode node = ServedNode.start(directory, time)) {
      node.advance(Duration.ofHours(24));
      assertSame(node, id, token);
    }
  }

  private static void assertSame(ServedNode node, String id, String token) {
    String hash = node.stateHash();
    long position = node.lastPosition();
    Response again = node.post("/v1/leases", ACQUIRE);
    assertThat(again.get("leaseId")).as(again.text()).isEqualTo(id);
    assertThat(again.get("fencingToken")).isEqualTo(token);
    assertThat(again.get("state")).isEqualTo("ACTIVE");
    Response renewed = node.post("/v1/leases/" + id + ":renew", RENEW);
    assertThat(renewed.get("renewalCount")).as(renewed.text()).isEqualTo("1");
    assertThat(node.lastPosition()).isEqualTo(position);
    assertThat(node.stateHash()).isEqualTo(hash);
  }
}
