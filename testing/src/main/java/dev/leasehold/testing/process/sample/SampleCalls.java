package dev.leasehold.testing.process.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Requests of several callers that fill a data directory. Those with a request id that succeeded
 * are remembered, to be sent again to later servers.
 */
public final class SampleCalls {

  /** A state is stored at a stop after so many events. */
  private static final int WORTH_STORING = 1_000;

  private static final int RENEWING = 16;

  private static final String ADMIN = "admin";

  /** A request as it was sent, and the lease of its reply; empty if that has none. */
  public record Sent(String actor, String target, JsonNode body, String leaseId) {}

  private final Map<String, String> bearers = new LinkedHashMap<>();
  private final List<Sent> sent = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, JsonNode> leases = new HashMap<>();
  private @Nullable ServerProcess server;

  public void on(ServerProcess started) throws IOException {
    server = started;
    bearers.put(ADMIN, started.adminToken());
  }

  Map<String, String> bearers() {
    return bearers;
  }

  List<Sent> sent() {
    return sent;
  }

  Api as(String actor) {
    if (server == null) {
      throw new IllegalStateException("no server was started");
    }
    return server.as(bearers.getOrDefault(actor, ""));
  }

  Api admin() {
    return as(ADMIN);
  }

  /** Issues a token to somebody who then calls with it. */
  void issue(String actor, String body) throws IOException {
    bearers.put(actor, post(ADMIN, "/v1/tokens", body).path("token").asText());
  }

  /** JSON with single quotes, to be read more easily. */
  static JsonNode json(String text) throws IOException {
    return Reply.JSON.readTree(text.replace('\'', '"'));
  }

  /** Sends a request that has to succeed. */
  JsonNode post(String actor, String target, String body) throws IOException {
    JsonNode json = json(body);
    Reply reply = send("POST", actor, target, json);
    if (!reply.isSuccess()) {
      throw new IOException(actor + " " + target + " " + body + ": " + reply.text());
    }
    JsonNode answer = reply.json();
    if (json.has("requestId")) {
      sent.add(new Sent(actor, target, json, answer.path("leaseId").asText("")));
    }
    return answer;
  }

  /** Sends a request that is refused with the code. */
  void refused(String code, String actor, String target, String body) throws IOException {
    Reply reply = send("POST", actor, target, json(body));
    if (!reply.code().equals(code)) {
      throw new IOException(actor + " " + target + " " + body + ": " + reply.text());
    }
  }

  void put(String target, String body) throws IOException {
    Reply reply = send("PUT", ADMIN, target, json(body));
    if (!reply.isSuccess()) {
      throw new IOException(target + " " + body + ": " + reply.text());
    }
  }

  private Reply send(String method, String actor, String target, JsonNode body) throws IOException {
    return as(actor).send(method, target, Reply.JSON.writeValueAsBytes(body));
  }

  /** Takes a lease that is known by the name from now on. */
  String acquire(String name, String actor, String body) throws IOException {
    return named(name, post(actor, "/v1/leases", body));
  }

  private String named(String name, JsonNode lease) {
    leases.put(name, lease);
    return id(name);
  }

  String id(String name) {
    JsonNode lease = leases.get(name);
    if (lease == null) {
      throw new IllegalArgumentException("no lease is called " + name);
    }
    return lease.path("leaseId").asText();
  }

  /** An operation on a lease that was named; its reply may be about another. */
  String verb(String name, String actor, String verb, String body) throws IOException {
    return named(name, post(actor, "/v1/leases/" + id(name) + ":" + verb, body));
  }

  /** Sends a request that waits, and returns when its lease is in the line. */
  CompletableFuture<JsonNode> waiting(
      String actor, String target, String body, String requestIdOrLease) throws Exception {
    CompletableFuture<JsonNode> answer = inBackground(() -> post(actor, target, body));
    until(
        "/v1/leases?state=PENDING&state=ACTIVE&pageSize=1000",
        page -> isWaiting(page, requestIdOrLease));
    return answer;
  }

  private static boolean isWaiting(JsonNode page, String requestIdOrLease) {
    for (JsonNode lease : page.path("leases")) {
      boolean isMeant =
          lease.path("requestId").asText().equals(requestIdOrLease)
              || lease.path("leaseId").asText().equals(requestIdOrLease);
      if (isMeant && lease.has("waiting")) {
        return true;
      }
    }
    return false;
  }

  /** Asks as an admin until the answer is as it should be. */
  void until(String target, Predicate<JsonNode> isReached) throws Exception {
    long end = System.nanoTime() + RunningProcess.PATIENCE.toNanos();
    while (!isReached.test(admin().get(target).json())) {
      if (System.nanoTime() > end) {
        throw new IOException("not reached: " + target + " " + admin().get(target).text());
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  void untilStateIs(String name, String state) throws Exception {
    until("/v1/leases/" + id(name), lease -> lease.path("state").asText().equals(state));
  }

  /** Renews several at a time, so that they share blocks: small ones are mostly hashes. */
  public void enoughForAStoredState() throws Exception {
    List<CompletableFuture<?>> renewed = new ArrayList<>();
    for (int i = 0; i < RENEWING; i++) {
      String path = "/renewed-" + i;
      renewed.add(inBackground(() -> renew(path)));
    }
    for (CompletableFuture<?> each : renewed) {
      each.get();
    }
  }

  private JsonNode renew(String path) throws IOException {
    String body = "{'space':'many','paths':['" + path + "'],'ttl':'24h'}";
    JsonNode lease = post(ADMIN, "/v1/leases", body);
    String id = lease.path("leaseId").asText();
    for (int i = 0; i < WORTH_STORING / RENEWING; i++) {
      lease = post(ADMIN, "/v1/leases/" + id + ":renew", "{}");
    }
    return lease;
  }

  private static CompletableFuture<JsonNode> inBackground(Callable<JsonNode> request) {
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                answer.complete(request.call());
              } catch (Exception e) {
                answer.completeExceptionally(e);
              }
            });
    return answer;
  }
}
