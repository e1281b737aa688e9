package dev.leasehold.testing.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.RawConnection;
import dev.leasehold.testing.process.server.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Requests whose replies never reach their clients, and the retries with the same request ids. A
 * retry may come at once, after a long time, or to the next server on the same data.
 */
public final class DroppedReplies {

  private static final String SPACE = "dropped";
  private static final long FUNDS = 100;
  private static final long EXPENSE = 7;

  /** How a reply gets lost. */
  public enum How {
    /** The connection breaks while the server is at it; the retry may overtake the request. */
    BROKEN,
    /** The server has answered, and the answer is lost on its way. */
    ANSWERED
  }

  private record Sent(String target, Map<String, ?> body) {}

  private final String name;
  private final How how;
  private final List<String> violations = new ArrayList<>();
  private final Sent acquire;
  private final LeaseView renewed;
  private final LeaseView released;
  private final String spenderToken;
  private final LeaseView budget;

  private DroppedReplies(
      String name,
      How how,
      LeaseView renewed,
      LeaseView released,
      String spenderToken,
      LeaseView budget) {
    this.name = name;
    this.how = how;
    this.renewed = renewed;
    this.released = released;
    this.spenderToken = spenderToken;
    this.budget = budget;
    this.acquire =
        new Sent(
            "/v1/leases",
            Map.of(
                "space",
                SPACE,
                "paths",
                List.of("/" + name + "/acquired"),
                "ttl",
                "1h",
                "requestId",
                name + "-acquire"));
  }

  /** Sends an acquire, a renewal, a release and an expense, and loses the replies. */
  public static DroppedReplies send(AskedServer server, String name, How how) throws IOException {
    Api admin = server.admin();
    LeaseView renewed = admin.acquire(SPACE, "/" + name + "/renewed", "1h").lease();
    LeaseView released = admin.acquire(SPACE, "/" + name + "/released", "1h").lease();
    Map<String, String> spender =
        Map.of("actor", "spender-" + name, "role", "agent", "pool", "pool-" + name);
    admin.post("/v1/pools", Map.of("id", "pool-" + name, "amounts", Map.of("tokens", FUNDS)));
    String token = admin.post("/v1/tokens", spender).json().path("token").asText();
    LeaseView budget = draw(server.as(token), name);
    DroppedReplies dropped = new DroppedReplies(name, how, renewed, released, token, budget);
    dropped.lose(server, server.adminToken(), dropped.acquire);
    dropped.lose(server, server.adminToken(), dropped.renewal());
    dropped.lose(server, server.adminToken(), dropped.release());
    dropped.lose(server, token, dropped.expense());
    return dropped;
  }

  private static LeaseView draw(Api spender, String name) throws IOException {
    Map<String, ?> body =
        Map.of(
            "policy",
            "budget",
            "space",
            SPACE,
            "paths",
            List.of("/" + name + "/budget"),
            "budget",
            Map.of("tokens", FUNDS));
    return spender.post("/v1/leases", body).lease();
  }

  private Sent expense() {
    Map<String, ?> body =
        Map.of("requestId", name + "-spend", "amounts", Map.of("tokens", EXPENSE));
    return new Sent("/v1/leases/" + budget.leaseId() + ":spend", body);
  }

  private Sent renewal() {
    Map<String, String> body = Map.of("requestId", name + "-renew", "ttl", "2h");
    return new Sent("/v1/leases/" + renewed.leaseId() + ":renew", body);
  }

  private Sent release() {
    Map<String, String> body = Map.of("requestId", name + "-release");
    return new Sent("/v1/leases/" + released.leaseId() + ":release", body);
  }

  private void lose(AskedServer server, String token, Sent request) throws IOException {
    byte[] body = Reply.JSON.writeValueAsBytes(request.body());
    try (RawConnection connection = RawConnection.to(server.url())) {
      connection.sendHead(
          "POST " + request.target() + " HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer " + token,
          "Content-Type: application/json",
          "Content-Length: " + body.length);
      connection.send(body);
      if (how == How.ANSWERED) {
        connection.answer().lease();
      }
    }
  }

  /**
   * Sends all again, twice.
   *
   * @return a sentence for everything that was done more than once, or not at all
   */
  public List<String> retry(AskedServer server) throws IOException {
    Api admin = server.admin();
    LeaseView first = post(admin, acquire);
    LeaseView second = post(admin, acquire);
    expect(first.leaseId().equals(second.leaseId()), "two leases: " + first + ", " + second);
    expect(first.fencingToken() == second.fencingToken(), "two tokens for " + first);
    expect(first.isActive(), "not active: " + first);
    long made =
        admin.everyLease(SPACE).stream()
            .filter(lease -> lease.requestId().equals(name + "-acquire"))
            .count();
    expect(made == 1, made + " leases for one request");

    post(admin, renewal());
    LeaseView now = post(admin, renewal());
    expect(now.renewalCount() == 1, "renewed not once: " + now);

    post(server.as(spenderToken), expense());
    post(server.as(spenderToken), expense());
    JsonNode pool = admin.get("/v1/pools/pool-" + name).json();
    expect(pool.path("spent").path("tokens").asLong() == EXPENSE, "not spent once: " + pool);

    LeaseView ended = post(admin, release());
    LeaseView next = admin.acquire(SPACE, released.scope(), "1h").lease();
    expect(ended.state().equals("RELEASED"), "not released: " + ended);
    expect(post(admin, release()).leaseId().equals(released.leaseId()), "another was released");
    expect(admin.lookUp(next).isActive(), "the retry released what is held now: " + next);
    admin.release(next);
    return List.copyOf(violations);
  }

  private static LeaseView post(Api api, Sent request) throws IOException {
    return api.post(request.target(), request.body()).lease();
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds) {
      violations.add(name + ": " + otherwise);
    }
  }
}
