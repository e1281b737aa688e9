package dev.leasehold.node.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** However a lease has ended, every surface tells the same time of it. */
class TimeOfAnEndTest extends ServedByNode {

  private static final Duration SHORT = Duration.ofSeconds(10);

  private Clients admin;

  /** The leases that have ended, by how they did. */
  private final Map<String, String> ended = new LinkedHashMap<>();

  /** Those who spend, by their names and by their leases. */
  private final Map<String, Clients> agents = new LinkedHashMap<>();

  private int paths;

  @BeforeEach
  void makeAPool() {
    admin = Clients.admin(node);
    admin.ok("/v1/pools", "{'id':'p','amounts':{'tokens':1000}}");
  }

  @Test
  void isTheSameEverywhere() throws Exception {
    try (WatchedStream live = WatchedStream.open(node, "")) {
      endInEveryWay();

      Map<String, Instant> told = new LinkedHashMap<>();
      ended.forEach((how, id) -> told.put(how, timeOf(lease(id))));
      assertThat(listed()).as("lists").isEqualTo(told);
      assertThat(published(live)).as("events as they happen").isEqualTo(told);
      try (WatchedStream past = WatchedStream.open(node, "?from=0")) {
        assertThat(published(past)).as("events of the past").isEqualTo(told);
      }
      // The kernel keeps a lease for as long as the ids of requests that moved its money.
      node.advance(Duration.ofDays(31));
      node.awaitForgotten();
      assertThat(listed()).as("lists of the tables").isEqualTo(told);
      ended.forEach((how, id) -> assertThat(timeOf(lease(id))).as(how).isEqualTo(told.get(how)));
      assertThat(inTable()).as("SQL").isEqualTo(told);
      try (WatchedStream past = WatchedStream.open(node, "?from=0")) {
        assertThat(published(past)).as("events of forgotten leases").isEqualTo(told);
      }
    }
  }

  @Test
  void ofALeaseThatIsClosedInGraceIsThatOfItsExpiry() {
    String id = spender("ann");
    JsonNode active = lease(id);
    pass(SHORT.plusSeconds(20));
    agents.get(id).okVerb(id, "close", "{}");

    assertThat(lease(id).get("state").asText()).isEqualTo("CLOSED");
    assertThat(lease(id).get("terminatedAt")).isEqualTo(active.get("expiresAt"));
  }

  private void endInEveryWay() {
    end("released", file(""), "release", "{}");
    end("released later", file(""), "release", "{'after':'5s'}");
    end("checked in", lease("'policy':'checkout'", ""), "complete", "{'commit':'c'}");
    end("evicted", lease("'policy':'checkout'", ""), "revoke", "{'reason':'r'}");
    end("revoked after a notice", file(""), "revoke", "{'reason':'r','notice':'5s'}");
    end("transferred", file(""), "transfer", "{'toHolder':'bob'}");
    keep("expired", file(",'ttl':'5s'"));
    keep("fell silent", file(",'heartbeat':'5s'"));
    end("closed", spender("a"), "close", "{}");
    String inGrace = keep("closed in grace", spender("b"));
    String taken = keep("taken away in grace", spender("c"));
    String replaced = keep("replaced", spender("d"));
    keep("grace over", spender("e"));
    String used = keep("used up", spender("f"));
    agents.get(used).okVerb(used, "spend", "{'requestId':'r','amounts':{'tokens':10}}");
    pass(SHORT.plusSeconds(20));
    agents.get(inGrace).okVerb(inGrace, "close", "{}");
    admin.ok("/v1/holders/c:releaseAll", "{'reason':'r'}");
    assertThat(lease(taken).get("state").asText()).isEqualTo("CLOSED");
    assertThat(lease(spender("d")).get("state").asText()).isEqualTo("ACTIVE");
    assertThat(lease(replaced).get("reason").asText()).isEqualTo("REPLACED");
    pass(Duration.ofMinutes(2));
    ended.values().forEach(id -> assertThat(lease(id).has("terminatedAt")).as(id).isTrue());
  }

  /** Time goes on, and somebody corrects the clock on the wall. */
  private void pass(Duration duration) {
    node.advance(duration);
    time.moveWallClock(Duration.ofMillis(1_700).toNanos());
  }

  private String file(String more) {
    return lease("'policy':'file'", more);
  }

  private String lease(String policy, String more) {
    paths++;
    return admin.acquire(policy + ",'space':'s','paths':['/%d']".formatted(paths) + more);
  }

  private String spender(String holder) {
    Clients agent = agents.computeIfAbsent(holder, this::drawer);
    String id =
        agent.acquire(
            "'policy':'budget','space':'s','ttl':'10s','paths':['/%s'],'budget':{'tokens':10}"
                .formatted(holder));
    agents.put(id, agent);
    return id;
  }

  private Clients drawer(String holder) {
    String token = "{'actor':'%s','role':'agent','pool':'p'}".formatted(holder);
    return new Clients(node, admin.ok("/v1/tokens", token).get("token"));
  }

  private String keep(String how, String id) {
    ended.put(how, id);
    return id;
  }

  private void end(String how, String id, String verb, String body) {
    pass(Duration.ofMillis(3));
    agents.getOrDefault(id, admin).okVerb(keep(how, id), verb, body);
  }

  private JsonNode lease(String id) {
    return Clients.ok(admin.get("/v1/leases/" + id)).json();
  }

  private static Instant timeOf(JsonNode lease) {
    return Instant.parse(lease.get("terminatedAt").asText());
  }

  private Map<String, Instant> listed() {
    String states = "&state=RELEASED&state=COMPLETED&state=EVICTED&state=REVOKED&state=EXPIRED";
    JsonNode leases =
        Clients.ok(admin.get("/v1/leases?pageSize=100&state=CLOSED" + states)).json().get("leases");
    Map<String, Instant> told = new LinkedHashMap<>();
    ended.forEach(
        (how, id) ->
            leases.forEach(
                lease -> {
                  if (lease.get("leaseId").asText().equals(id)) {
                    told.put(how, timeOf(lease));
                  }
                }));
    return told;
  }

  /** The time of an end in the last event of each lease that tells one. */
  private Map<String, Instant> published(WatchedStream stream) {
    await()
        .until(
            () ->
                stream.types().stream().filter("dev.leasehold.lease.closed"::equals).count() >= 6);
    Map<String, Instant> told = new LinkedHashMap<>();
    ended.forEach(
        (how, id) ->
            stream.messages().stream()
                .filter(message -> message.inData("leaseId").asText().equals(id))
                .filter(message -> message.inData("terminatedAt").isTextual())
                .forEach(
                    message ->
                        told.put(how, Instant.parse(message.inData("terminatedAt").asText()))));
    return told;
  }

  private Map<String, Instant> inTable() throws Exception {
    Map<String, Instant> told = new LinkedHashMap<>();
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:sqlite:file:" + directory.resolve("leasehold.db") + "?mode=ro");
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> each : ended.entrySet()) {
        try (ResultSet row =
            statement.executeQuery(
                "SELECT ended_nanos FROM leases WHERE id = '" + each.getValue() + "'")) {
          assertThat(row.next()).isTrue();
          told.put(each.getKey(), Instant.EPOCH.plusNanos(row.getLong(1)));
        }
      }
    }
    return told;
  }
}
