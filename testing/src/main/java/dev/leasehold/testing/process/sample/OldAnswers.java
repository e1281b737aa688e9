package dev.leasehold.testing.process.sample;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All that a server said of a data directory before it ended.
 *
 * @param tick that had been reached when it was asked
 * @param bearers the tokens by who calls with them
 * @param sent requests that succeeded, in their order
 */
public record OldAnswers(
    long tick,
    JsonNode leases,
    JsonNode pools,
    JsonNode tokens,
    JsonNode policies,
    JsonNode settings,
    JsonNode spaces,
    Map<String, String> bearers,
    List<SampleCalls.Sent> sent) {

  private static final String EVERY_STATE =
      "/v1/leases?pageSize=1000&state=PENDING&state=ACTIVE&state=EXPIRED&state=RELEASED"
          + "&state=COMPLETED&state=CLOSED&state=REVOKED&state=EVICTED&state=FAILED";

  public static OldAnswers of(SampleCalls calls) throws IOException {
    Api admin = calls.admin();
    return ask(admin, Map.copyOf(calls.bearers()), List.copyOf(calls.sent()));
  }

  /** Asks a later server the same questions. */
  public OldAnswers again(Api admin) throws IOException {
    return ask(admin, bearers, sent);
  }

  private static OldAnswers ask(Api admin, Map<String, String> bearers, List<SampleCalls.Sent> sent)
      throws IOException {
    LeaseView probe = admin.acquire("probe", "/" + System.nanoTime(), "60s").lease();
    return new OldAnswers(
        probe.issuedAtTick(),
        list(admin, EVERY_STATE, "leases"),
        list(admin, "/v1/pools", "pools"),
        list(admin, "/v1/tokens", "tokens"),
        list(admin, "/v1/policies", "policies"),
        list(admin, "/v1/config", "settings"),
        list(admin, "/v1/spaces", "spaces"),
        bearers,
        sent);
  }

  private static JsonNode list(Api admin, String target, String field) throws IOException {
    Reply reply = admin.get(target);
    if (!reply.isSuccess()) {
      throw new IOException(target + ": " + reply.text());
    }
    return reply.json().path(field);
  }

  public void store(Path file) throws IOException {
    Reply.JSON.writer().with(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
  }

  public static OldAnswers load(Path file) throws IOException {
    return Reply.JSON.readValue(file.toFile(), OldAnswers.class);
  }

  /** The leases but for those that were only made to learn the tick. */
  public List<JsonNode> everyLease() {
    List<JsonNode> all = new ArrayList<>();
    for (JsonNode lease : leases) {
      if (!lease.path("space").asText().equals("probe")) {
        all.add(lease);
      }
    }
    return all;
  }
}
