package dev.leasehold.testing.process.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The calls of one caller to a server, over HTTP with JSON. */
public final class Api {

  private static final int PAGE_SIZE = 1_000;
  private static final String EVERY_STATE =
      "&state=PENDING&state=ACTIVE&state=EXPIRED&state=RELEASED&state=COMPLETED&state=CLOSED"
          + "&state=REVOKED&state=EVICTED&state=FAILED";

  private final Wire wire;
  private final String token;

  public Api(Wire wire, String token) {
    this.wire = wire;
    this.token = token;
  }

  public Reply get(String target) throws IOException {
    return wire.send("GET", target, token, null);
  }

  public Reply post(String target, Map<String, ?> body) throws IOException {
    return send("POST", target, Reply.JSON.writeValueAsBytes(body));
  }

  public Reply send(String method, String target, byte[] body) throws IOException {
    return wire.send(method, target, token, body);
  }

  /** Takes a file exclusively. */
  public Reply acquire(String space, String path, String ttl) throws IOException {
    return post("/v1/leases", Map.of("space", space, "paths", List.of(path), "ttl", ttl));
  }

  public Reply renew(LeaseView lease) throws IOException {
    return post("/v1/leases/" + lease.leaseId() + ":renew", Map.of());
  }

  public Reply release(LeaseView lease) throws IOException {
    return post("/v1/leases/" + lease.leaseId() + ":release", Map.of());
  }

  /** The lease as it is now. */
  public LeaseView lookUp(LeaseView lease) throws IOException {
    return get("/v1/leases/" + lease.leaseId()).lease();
  }

  /** Issues the token of an agent and returns its text. */
  public String tokenFor(String actor) throws IOException {
    Reply reply = post("/v1/tokens", Map.of("actor", actor, "role", "agent"));
    if (!reply.isSuccess()) {
      throw new IOException("no token: " + reply.text());
    }
    return reply.json().path("token").asText();
  }

  /** All leases of a space, whatever their state. */
  public List<LeaseView> everyLease(String space) throws IOException {
    List<LeaseView> leases = new ArrayList<>();
    String query = "/v1/leases?space=" + space + "&pageSize=" + PAGE_SIZE + EVERY_STATE;
    String pageToken = "";
    do {
      Reply reply = get(pageToken.isEmpty() ? query : query + "&pageToken=" + pageToken);
      if (!reply.isSuccess()) {
        throw new IOException("no list: " + reply.text());
      }
      JsonNode page = reply.json();
      page.path("leases").forEach(lease -> leases.add(LeaseView.of(lease)));
      pageToken = page.path("nextPageToken").asText("");
    } while (!pageToken.isEmpty());
    return leases;
  }
}
