package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.ServerHere;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An admin of one space, and the agents that it makes up, try what they can do to others: read and
 * acknowledge their notices, use up their ids, find out what there is.
 */
@Timeout(120)
class OneSpaceIT {

  @TempDir Path data;

  private static Api with(ServerHere server, Api issuer, Map<String, ?> token) throws IOException {
    return server.as(issuer.post("/v1/tokens", token).json().path("token").asText());
  }

  private static Reply acquire(Api api, String space, String id, String requestId)
      throws IOException {
    return api.post(
        "/v1/leases",
        Map.of(
            "policy",
            "work",
            "space",
            space,
            "paths",
            List.of("/" + requestId),
            "leaseId",
            id,
            "requestId",
            requestId));
  }

  @Test
  void aTokenForOneSpaceFindsOutAndUsesUpNothingOfAnother() throws Exception {
    String notice;
    try (ServerHere server = ServerHere.start(data)) {
      Api admin = server.admin();
      Api lord =
          with(
              server, admin, Map.of("actor", "lord", "role", "admin", "spaces", List.of("theirs")));
      Api impostor =
          with(
              server, lord, Map.of("actor", "alice", "role", "agent", "spaces", List.of("theirs")));
      Api alice = server.as(admin.tokenFor("alice"));

      assertThat(acquire(impostor, "theirs", "job-1", "r1").code()).isEqualTo("INVALID_INPUT");
      assertThat(acquire(impostor, "theirs", "theirs/job-1", "r1").status()).isEqualTo(200);
      Reply own = acquire(alice, "ours", "job-1", "r1");
      assertThat(own.status()).as(own.text()).isEqualTo(200);
      assertThat(own.json().path("space").asText()).isEqualTo("ours");

      for (Api thief : List.of(lord, impostor)) {
        String there = renew(thief, "job-1");
        assertThat(renew(thief, "job-9").replace("job-9", "job-1")).isEqualTo(there);
        assertThat(there).contains("LEASE_NOT_FOUND").doesNotContain("ours");
        assertThat(acquire(thief, "theirs", "job-1", "r2").text())
            .isEqualTo(acquire(thief, "theirs", "job-9", "r2").text());
      }
      admin.post("/v1/leases/job-1:revoke", Map.of("reason", "secret"));
      notice = alice.get("/v1/leases").json().path("notices").path(0).path("id").asText();
      assertNothingTold(impostor, notice);
    }
    try (ServerHere server = ServerHere.start(data)) {
      Api impostor =
          with(
              server,
              server.admin(),
              Map.of("actor", "alice", "role", "agent", "spaces", List.of("theirs")));
      assertNothingTold(impostor, notice);
      Api alice = server.as(server.admin().tokenFor("alice"));
      assertThat(alice.get("/v1/leases").json().path("notices").findValuesAsText("id"))
          .containsExactly(notice);
    }
  }

  private static String renew(Api api, String id) throws IOException {
    return api.post("/v1/leases/" + id + ":renew", Map.of("requestId", "r1")).text();
  }

  private static void assertNothingTold(Api impostor, String notice) throws IOException {
    assertThat(impostor.get("/v1/leases").text()).doesNotContain("secret");
    Reply known = impostor.post("/v1/notices:ack", Map.of("ids", List.of(notice)));
    assertThat(known.json().path("ids")).as(known.text()).isEmpty();
  }
}
