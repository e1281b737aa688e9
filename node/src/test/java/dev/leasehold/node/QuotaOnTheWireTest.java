package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many leases a holder may have is said when the server starts. */
class QuotaOnTheWireTest {

  @TempDir Path directory;

  private static Response acquire(ServedNode node, String token, int number) {
    return node.send(
        token,
        "POST",
        "/v1/leases",
        "{\"space\":\"s\",\"paths\":[\"/" + number + "\"],\"ttl\":\"1h\"}");
  }

  @Test
  void aHolderGetsAsManyAsTheServerWasToldAndNoMore() throws Exception {
    MovedTime time = new MovedTime();
    String bob;
    String first;
    try (ServedNode node = ServedNode.start(directory, time, Access.plain(3))) {
      bob = node.tokenFor("bob", "agent");
      first = acquire(node, bob, 1).get("leaseId");
      acquire(node, bob, 2);
      assertThat(acquire(node, bob, 3).status()).isEqualTo(200);
      Response refused = acquire(node, bob, 4);
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.get("code")).isEqualTo("QUOTA_EXCEEDED");
      assertThat(acquire(node, node.adminToken(), 5).status()).isEqualTo(200);

      node.send(bob, "POST", "/v1/leases/" + first + ":release", "{}");
      assertThat(acquire(node, bob, 6).status()).isEqualTo(200);
    }
    try (ServedNode node = ServedNode.start(directory, time, Access.plain(3))) {
      assertThat(acquire(node, bob, 7).get("code")).isEqualTo("QUOTA_EXCEEDED");
    }
    try (ServedNode node = ServedNode.start(directory, time, Access.plain(4))) {
      assertThat(acquire(node, bob, 7).status()).isEqualTo(200);
    }
  }

  @Test
  void aQuotaOfNothingIsNoQuota() {
    assertThatIOException()
        .isThrownBy(
            () ->
                Server.start(
                    new Server.Options(
                        directory,
                        Server.DEFAULT_HOST,
                        0,
                        false,
                        new MovedTime(),
                        e -> {},
                        Access.plain(0))))
        .withMessageContaining("--leases-per-holder");
  }
}
