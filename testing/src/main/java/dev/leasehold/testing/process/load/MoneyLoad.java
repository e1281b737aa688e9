package dev.leasehold.testing.process.load;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Clients that draw budgets from one pool, reserve, spend and give back, and an auditor that knows
 * what they were told. They outlive the server: start them again on the next one.
 */
public final class MoneyLoad {

  static final String UNIT = "tokens";

  private static final String POOL = "pool";
  private static final long TOTAL = 1_000_000_000;
  private static final int CLIENTS = 4;

  /** So that a run ends also if nobody ends it. */
  private static final int MAX_DEALS_PER_RUN = 20_000;

  private final List<MoneyClient> clients = new ArrayList<>();

  /** Makes the pool and issues the clients' tokens. */
  public MoneyLoad(AskedServer server, long seed) throws IOException {
    Api admin = server.admin();
    require(admin.post("/v1/pools", Map.of("id", POOL, "amounts", Map.of(UNIT, TOTAL))));
    for (int i = 0; i < CLIENTS; i++) {
      String name = "spender-" + i;
      Map<String, String> token = Map.of("actor", name, "role", "agent", "pool", POOL);
      String text = require(admin.post("/v1/tokens", token)).path("token").asText();
      clients.add(new MoneyClient(name, text, seed + i));
    }
  }

  private static JsonNode require(Reply reply) throws IOException {
    if (!reply.isSuccess()) {
      throw new IOException("refused: " + reply.text());
    }
    return reply.json();
  }

  /** Runs until the server does not answer; returns the threads to wait for. */
  public List<Thread> start(AskedServer server) {
    List<Thread> threads = new ArrayList<>();
    for (MoneyClient client : clients) {
      Api api = server.as(client.token());
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    int deals = 0;
                    while (deals < MAX_DEALS_PER_RUN && client.step(api)) {
                      deals++;
                    }
                  }));
    }
    return threads;
  }

  public long deals() {
    return clients.stream().mapToLong(MoneyClient::deals).sum();
  }

  /** Sends again what got no answer from the last server. */
  public void settle(AskedServer server) {
    clients.forEach(client -> client.settle(server.as(client.token())));
  }

  /** A sentence for everything that is wrong with the books, read when nobody spends. */
  public List<String> violations(AskedServer server) throws IOException {
    Api admin = server.admin();
    List<String> violations = new ArrayList<>();
    long spent = 0;
    for (MoneyClient client : clients) {
      violations.addAll(client.violations());
      for (Map.Entry<String, Long> lease : client.spent().entrySet()) {
        long known = spentOf(require(admin.get("/v1/leases/" + lease.getKey())));
        if (known < lease.getValue() || known > client.spentAtMost(lease.getKey())) {
          violations.add(
              "%d were spent under %s, and the lease says %d"
                  .formatted(lease.getValue(), lease.getKey(), known));
        }
        spent += known;
      }
    }
    checkPool(require(admin.get("/v1/pools/" + POOL)), spent, violations);
    return violations;
  }

  static void checkPool(JsonNode pool, long spent, List<String> violations) {
    long total = pool.path("total").path(UNIT).asLong();
    long free = pool.path("free").path(UNIT).asLong();
    long outstanding = pool.path("outstanding").path(UNIT).asLong();
    if (total != TOTAL) {
      violations.add("the pool had %d and has %d".formatted(TOTAL, total));
    }
    if (total != free + outstanding + pool.path("spent").path(UNIT).asLong()) {
      violations.add("the pool does not add up: " + pool);
    }
    if (pool.path("spent").path(UNIT).asLong() != spent) {
      violations.add("leases have spent %d, and the pool says %s".formatted(spent, pool));
    }
    if (outstanding > CLIENTS * MoneyClient.BUDGET) {
      violations.add("more is outstanding than clients can have: " + pool);
    }
  }

  private static long spentOf(JsonNode lease) {
    return lease.path("budget").path("spent").path(UNIT).asLong();
  }
}
