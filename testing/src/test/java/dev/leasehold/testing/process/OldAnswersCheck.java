package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.leasehold.testing.process.sample.OldAnswers;
import dev.leasehold.testing.process.sample.SampleCalls;
import dev.leasehold.testing.process.sample.SampleMoney;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares what a server says of a data directory with what the one that wrote it said. */
final class OldAnswersCheck {

  private static final Set<String> LIVING = Set.of("ACTIVE", "PENDING");

  /** Callers that could call when the directory was written but cannot any more. */
  private static final Set<String> NO_BEARERS = Set.of("gone", "brief");

  /** The fields that time changes of a lease that goes on, and signatures, which are made again. */
  private static final List<String> PASSING =
      List.of(
          "remaining",
          "heartbeatRemaining",
          "graceRemaining",
          "waiting",
          "plannedEnd",
          "notices",
          "registrarSignature");

  private final OldAnswers old;
  private final AskedServer server;

  OldAnswersCheck(OldAnswers old, AskedServer server) {
    this.old = old;
    this.server = server;
  }

  /**
   * Leases, pools, tokens, policies, settings and spaces. A lease whose time had come by the tick
   * of now has ended, and what waited for it may have been granted: of these the identity alone is
   * compared.
   */
  void sameIsSaidAgain() throws IOException {
    OldAnswers now = old.again(server.admin());
    assertThat(now.tick()).as("the tick goes on").isGreaterThan(old.tick());
    Map<String, JsonNode> leases = byId(now);
    for (JsonNode lease : old.everyLease()) {
      String id = lease.path("leaseId").asText();
      assertThat(leases).containsKey(id);
      JsonNode found = leases.get(id);
      if (isSettledUntil(lease, now.tick())) {
        assertThat(withFieldsOf(lasting(lease), lasting(found))).isEqualTo(lasting(lease));
      }
      for (String field : List.of("holder", "policy", "space", "scope", "requestId")) {
        assertThat(found.path(field)).as(field + " of " + id).isEqualTo(lease.path(field));
      }
    }
    samePolicies(now);
    assertThat(now.spaces()).isEqualTo(old.spaces());
    assertThat(now.tokens().findValuesAsText("tokenId"))
        .containsAll(old.tokens().findValuesAsText("tokenId"));
    old.settings().forEach(setting -> assertThat(now.settings()).contains(setting));
    samePools(now);
  }

  /** Built-in ones may have come since, and terms, which those of then do without. */
  private void samePolicies(OldAnswers now) {
    Map<String, JsonNode> then = new HashMap<>();
    old.policies().forEach(policy -> then.put(policy.path("name").asText(), policy));
    for (JsonNode policy : now.policies()) {
      JsonNode older = then.remove(policy.path("name").asText());
      if (older == null) {
        assertThat(policy.path("builtIn").asBoolean()).as("%s", policy).isTrue();
      } else {
        assertThat(withFieldsOf(older, policy)).isEqualTo(older);
        assertThat(policy.path("extensions").asBoolean())
            .as("%s", policy)
            .isEqualTo(older.path("extensions").asBoolean());
      }
    }
    assertThat(then).as("policies that are gone").isEmpty();
  }

  /** Money moves by itself only when a time is over that was given to it. */
  private void samePools(OldAnswers now) {
    boolean nothingFellDue =
        old.everyLease().stream()
            .filter(lease -> lease.has("pool"))
            .allMatch(lease -> isSettledUntil(lease, now.tick()));
    if (nothingFellDue && now.tick() - old.tick() < SampleMoney.RESERVED_NANOS) {
      assertThat(now.pools()).isEqualTo(old.pools());
    }
    for (JsonNode pool : now.pools()) {
      for (String unit : List.of("usd_micros", "tokens")) {
        assertThat(amount(pool, "total", unit))
            .isEqualTo(
                amount(pool, "free", unit)
                    + amount(pool, "outstanding", unit)
                    + amount(pool, "spent", unit));
      }
    }
  }

  private static long amount(JsonNode pool, String kind, String unit) {
    return pool.path(kind).path(unit).asLong();
  }

  private static Map<String, JsonNode> byId(OldAnswers answers) {
    Map<String, JsonNode> leases = new HashMap<>();
    answers.everyLease().forEach(lease -> leases.put(lease.path("leaseId").asText(), lease));
    return leases;
  }

  /** Whether time alone has nothing to say to it by the tick. */
  private boolean isSettledUntil(JsonNode lease, long tick) {
    if (lease.has("waiting") || lease.has("plannedEnd")) {
      return false;
    }
    boolean isLiving = LIVING.contains(lease.path("state").asText());
    return !isLiving || lease.path("expiresAtTick").asLong() > tick;
  }

  private static JsonNode lasting(JsonNode lease) {
    ObjectNode copy = lease.deepCopy();
    return copy.remove(PASSING);
  }

  /** The newer object without the fields that servers did not tell then. */
  private static JsonNode withFieldsOf(JsonNode older, JsonNode newer) {
    if (!(older instanceof ObjectNode) || !(newer instanceof ObjectNode object)) {
      return newer;
    }
    ObjectNode copy = object.objectNode();
    object
        .properties()
        .forEach(
            field -> {
              if (older.has(field.getKey())) {
                JsonNode then = older.get(field.getKey());
                copy.set(field.getKey(), withFieldsOf(then, field.getValue()));
              }
            });
    return copy;
  }

  void bearersAreKnown() throws IOException {
    for (Map.Entry<String, String> bearer : old.bearers().entrySet()) {
      int expected = NO_BEARERS.contains(bearer.getKey()) ? 401 : 200;
      assertThat(server.as(bearer.getValue()).get("/v1/leases").status())
          .as(bearer.getKey())
          .isEqualTo(expected);
    }
  }

  /** Everybody sends again what succeeded: it is about the same lease, and nothing is changed. */
  void retriesDoNothing() throws IOException {
    OldAnswers before = old.again(server.admin());
    for (SampleCalls.Sent sent : old.sent()) {
      Api caller = server.as(old.bearers().getOrDefault(sent.actor(), ""));
      byte[] body = Reply.JSON.writeValueAsBytes(sent.body());
      Reply reply = caller.send("POST", sent.target(), body);
      assertThat(reply.isSuccess() || reply.code().equals("LEASE_EXPIRED"))
          .as(sent + ": " + reply.text())
          .isTrue();
      assertThat(reply.json().path("leaseId").asText("")).isEqualTo(sent.leaseId());
    }
    OldAnswers after = old.again(server.admin());
    assertThat(byId(after).keySet()).isEqualTo(byId(before).keySet());
    assertThat(after.pools()).isEqualTo(before.pools());
  }

  void nextGrantHasALargerToken() throws IOException {
    long largest = 0;
    for (JsonNode lease : old.everyLease()) {
      largest = Math.max(largest, lease.path("fencingToken").asLong());
    }
    LeaseView next = server.admin().acquire("next", "/" + System.nanoTime(), "1h").lease();
    assertThat(next.fencingToken()).isGreaterThan(largest);
    assertThat(server.admin().renew(next).isSuccess()).isTrue();
    assertThat(server.admin().release(next).isSuccess()).isTrue();
  }

  /** As after a restore: the leases are there and have ended. */
  void nothingLives() throws IOException {
    Map<String, JsonNode> leases = byId(old.again(server.admin()));
    for (JsonNode lease : old.everyLease()) {
      JsonNode found = leases.get(lease.path("leaseId").asText());
      assertThat(found).as("restored: " + lease).isNotNull();
      assertThat(LIVING).doesNotContain(found.path("state").asText());
    }
  }
}
