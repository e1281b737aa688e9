package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.publish.WatchedStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plays a random mix of requests by two agents, an auditor and an admin, and looks at everything
 * that an agent is told: no amount, request id, note or proof of another, and no lease of a space
 * that it may not see. All that is secret bears the name of whose it is.
 */
class NothingLeaksTest {

  private static final int STEPS = 400;

  /** Few enough for conflicts, many enough for leases. */
  private static final int PATHS = 20;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** In the reason of a stream that ended because its client was too slow. */
  private static final String NOT_READING = "nothing was read for too long";

  private static final List<String> AGENTS = List.of("ann", "bob");

  /** Ann's token names both spaces, bob's one of them. */
  private static final Map<String, List<String>> SPACES =
      Map.of("ann", List.of("open", "closed"), "bob", List.of("open"));

  private static final List<String> READS = List.of("", "?signed=true", "/history", "/certificate");

  /** Fields that only the holder of a lease is told. */
  private static final Set<String> HOLDERS_FIELDS =
      Set.of("budget", "pool", "requestId", "registrarSignature", "amounts", "reservationId");

  @TempDir Path directory;
  ServedNode node;
  final Map<String, Clients> callers = new LinkedHashMap<>();
  final List<String> leases = new ArrayList<>();
  final Map<String, List<WatchedStream>> watched = new LinkedHashMap<>();
  final List<List<WatchedStream>> opened = new ArrayList<>();
  boolean agentsSeeOwn;
  int requests;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory);
    Clients admin = Clients.admin(node);
    callers.put("admin", admin);
    callers.put("eve", new Clients(node, node.tokenFor("eve", "auditor")));
    for (String agent : AGENTS) {
      admin.ok("/v1/pools", "{'id':'pool-%1$s','amounts':{'unit-%1$s':1000000}}".formatted(agent));
      String spaces = String.join("','", SPACES.get(agent));
      String token =
          "{'actor':'%1$s','role':'agent','spaces':['%2$s'],'pool':'pool-%1$s'}"
              .formatted(agent, spaces);
      callers.put(agent, new Clients(node, admin.ok("/v1/tokens", token).get("token")));
      watched.put(agent, streams());
      watch(agent, watched.get(agent), "?from=0");
    }
  }

  @AfterEach
  void stop() throws Exception {
    opened.forEach(streams -> streams.forEach(WatchedStream::close));
    node.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anAgentIsToldNoSecretOfAnother(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      String actor = List.copyOf(callers.keySet()).get(random.nextInt(callers.size()));
      ServedNode.Response reply = act(actor, random);
      learn(reply);
      if (AGENTS.contains(actor)) {
        check(actor, reply.text(), reply.json());
        checkLabels(actor, reply.text());
      }
      if (random.nextInt(8) == 0) {
        node.advance(Duration.ofSeconds(random.nextInt(40)));
      }
    }
    for (String agent : AGENTS) {
      String last = callers.get(agent).acquire("'space':'open','paths':['/last-" + agent + "']");
      checkAllToldUpTo(last, agent, watched.get(agent));
      List<WatchedStream> again = streams();
      watch(agent, again, "?from=0");
      checkAllToldUpTo(last, agent, again);
    }
    assertThat(leases).as("the mix does something").hasSizeGreaterThan(STEPS / 20);
  }

  private void checkAllToldUpTo(String last, String agent, List<WatchedStream> streams) {
    await().atMost(PATIENCE).until(() -> told(agent, streams).toString().contains(last));
    told(agent, streams).forEach(told -> check(agent, told.data(), told.json()));
  }

  /**
   * All that the agent was told so far, by one stream after the other: the server ends a stream
   * whose client reads nothing for a minute, which leaps of the clock make of a busy machine's
   * moment, and a client goes on where it was.
   */
  private List<WatchedStream.Message> told(String agent, List<WatchedStream> streams) {
    WatchedStream newest = streams.getLast();
    if (newest.lastEnd().contains(NOT_READING)) {
      watch(agent, streams, "", "Last-Event-ID", newest.lastId());
    }
    return streams.stream()
        .flatMap(each -> each.messages().stream())
        .filter(message -> !message.event().equals("end"))
        .toList();
  }

  private void watch(String agent, List<WatchedStream> streams, String query, String... headers) {
    streams.add(WatchedStream.open(node, callers.get(agent).token(), query, headers));
  }

  /** A list of streams that the end of the test closes. */
  private List<WatchedStream> streams() {
    List<WatchedStream> streams = new ArrayList<>();
    opened.add(streams);
    return streams;
  }

  private ServedNode.Response act(String actor, Random random) {
    Clients caller = callers.get(actor);
    String lease = leases.isEmpty() ? "none" : leases.get(random.nextInt(leases.size()));
    String other = AGENTS.get(random.nextInt(AGENTS.size()));
    String space = random.nextBoolean() ? "open" : "closed";
    String id = "request-" + actor + "-" + requests++;
    return switch (random.nextInt(18)) {
      case 0, 1, 2, 3 ->
          caller.post(
              "/v1/leases",
              ("{'policy':'%s','space':'%s','paths':['/%d'],"
                      + "'labels':{'contact':'label-%s'},'requestId':'%s'}")
                  .formatted(
                      random.nextBoolean() ? "file" : "work",
                      space,
                      random.nextInt(PATHS),
                      actor,
                      id));
      case 4 ->
          caller.post(
              "/v1/leases",
              ("{'policy':'budget','space':'%s','paths':['/purse-%s'],"
                      + "'budget':{'unit-%s':%d},'requestId':'%s'}")
                  .formatted(space, actor, actor, 5 + random.nextInt(9), id));
      case 5 ->
          caller.verb(
              lease, "spend", "{'requestId':'%s','amounts':{'unit-%s':1}}".formatted(id, actor));
      case 6 ->
          caller.verb(
              lease, "reserve", "{'requestId':'%s','amounts':{'unit-%s':1}}".formatted(id, actor));
      case 7 -> caller.verb(lease, "renew", "{'ttl':'2h','requestId':'%s'}".formatted(id));
      case 8 -> caller.verb(lease, "release", "{'requestId':'%s'}".formatted(id));
      case 9 -> caller.verb(lease, "ask", "{'note':'note-%s'}".formatted(actor));
      case 10 -> caller.verb(lease, "validate", "{'epoch':0}");
      case 11, 12, 13 ->
          caller.get("/v1/leases/" + lease + READS.get(random.nextInt(READS.size())));
      case 14 -> caller.get("/v1/leases?state=ACTIVE&state=RELEASED&state=EXPIRED&state=CLOSED");
      case 15 -> caller.get("/v1/leases?requestId=request-" + other + "-" + random.nextInt(99));
      case 16 -> caller.get("/v1/spaces/%s:check?path=/%d".formatted(space, random.nextInt(PATHS)));
      default -> rarely(actor, lease, random);
    };
  }

  private ServedNode.Response rarely(String actor, String lease, Random random) {
    if (!actor.equals("admin")) {
      return callers.get(actor).verb(lease, "heartbeat", "{}");
    }
    if (random.nextBoolean()) {
      return callers
          .get(actor)
          .verb(lease, "revoke", "{'reason':'needed','notice':'30s','keepToken':true}");
    }
    agentsSeeOwn = !agentsSeeOwn;
    node.setting("agents_see", agentsSeeOwn ? "own" : "spaces");
    return callers.get(actor).get("/v1/config");
  }

  private void learn(ServedNode.Response reply) {
    String id = reply.status() == 200 ? reply.json().path("leaseId").asText("") : "";
    if (!id.isEmpty() && !leases.contains(id)) {
      leases.add(id);
    }
  }

  private void checkLabels(String agent, String text) {
    for (String other : callers.keySet()) {
      if (agentsSeeOwn && !other.equals(agent)) {
        assertThat(text).doesNotContain("label-" + other);
      }
    }
  }

  private void check(String agent, String text, JsonNode told) {
    for (String other : callers.keySet()) {
      if (!other.equals(agent)) {
        assertThat(text).doesNotContain("request-" + other + "-", "unit-" + other, "pool-" + other);
      }
    }
    if (!SPACES.get(agent).contains("closed")) {
      assertThat(text).doesNotContain("\"closed\"");
    }
    checkNodes(agent, told);
  }

  /** Looks at every object in the reply that says whose lease it is about. */
  private void checkNodes(String agent, JsonNode told) {
    String holder = told.path("holder").asText("");
    if (!holder.isEmpty() && !holder.equals(agent)) {
      HOLDERS_FIELDS.forEach(field -> assertThat(told.has(field)).as("%s", told).isFalse());
      assertThat(told.path("note").asText("")).isIn("", "note-" + agent);
    }
    told.forEach(child -> checkNodes(agent, child));
  }
}
