package dev.leasehold.bench;

import dev.leasehold.api.v1.GetPoolRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.Pool;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.SettleRequest;
import dev.leasehold.client.LeaseholdClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The load of agents that spend: each has a budget out of one pool, and reserves and settles one
 * call after the other over the Java client, either itself or through a gateway that does so for
 * all of them on one connection. In the end the books have to balance.
 */
public final class MoneyLoad {

  private static final String HELP =
      """
      Lets agents reserve and settle over the Java client, all on one pool, and checks the books in
      the end.

        --agents N      agents, each with a connection and a budget of its own (64)
        --in-flight N   pairs under way at a time, over all agents (64)
        --gateway       one connection with the role gateway reserves and settles for all agents
        --seconds S     how long to measure (10)
        --warmup S      how long to run before (5)

      Prints pairs of reserve and settle a second, the time from each request to its reply in
      microseconds, and the processor time of a pair in server and client, which on a busy machine
      is steadier than the rate. Ends with 1 if a reply or the pool was wrong.
      """;

  private static final String POOL = "team";
  private static final String UNIT = "usd_micros";
  private static final long EACH = 1_000_000_000_000L;
  private static final long RESERVED = 50;
  private static final long COST = 31;

  private final int agents;
  private final int inFlight;
  private final boolean gateway;
  private final LoadRecord record = new LoadRecord();
  private final LongAdder settled = new LongAdder();
  private final Phaser underWay = new Phaser(1);
  private volatile boolean closed;

  private MoneyLoad(int agents, int inFlight, boolean gateway) {
    this.agents = agents;
    this.inFlight = inFlight;
    this.gateway = gateway;
  }

  public static void main(String[] arguments) throws Exception {
    List<String> given = List.of(arguments);
    if (given.contains("--help")) {
      System.out.print(HELP);
      return;
    }
    MoneyLoad load =
        new MoneyLoad(
            option(given, "--agents", 64),
            option(given, "--in-flight", 64),
            given.contains("--gateway"));
    int seconds = option(given, "--seconds", 10);
    int warmup = option(given, "--warmup", 5);
    try (LoadServer server = LoadServer.start(List.of())) {
      System.exit(load.run(server, warmup, seconds) ? 0 : 1);
    }
  }

  private static int option(List<String> arguments, String name, int usual) {
    int at = arguments.indexOf(name);
    return at < 0 ? usual : Integer.parseInt(arguments.get(at + 1));
  }

  private boolean run(LoadServer server, int warmup, int seconds) throws Exception {
    String address = URI.create(server.url()).getAuthority();
    post(
        server,
        "/v1/pools",
        "{\"id\":\"%s\",\"amounts\":{\"%s\":%d}}".formatted(POOL, UNIT, agents * EACH));
    List<LeaseholdClient> clients = new ArrayList<>();
    List<Spender> spenders = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      LeaseholdClient agent =
          LeaseholdClient.connect(
              address,
              token(
                  server,
                  "{\"actor\":\"agent-%d\",\"role\":\"agent\",\"pool\":\"%s\"}"
                      .formatted(i, POOL)));
      clients.add(agent);
      spenders.add(shakeHands(i, agent));
    }
    if (gateway) {
      clients.forEach(LeaseholdClient::close);
      clients.clear();
      clients.add(
          LeaseholdClient.connect(
              address, token(server, "{\"actor\":\"gateway\",\"role\":\"gateway\"}")));
    }
    for (int i = 0; i < agents; i++) {
      LeaseholdClient client = clients.get(i % clients.size());
      int pairs = inFlight / agents + (i < inFlight % agents ? 1 : 0);
      for (int slot = 0; slot < pairs; slot++) {
        underWay.register();
        reserve(client, spenders.get(i), slot, 0);
      }
    }
    TimeUnit.SECONDS.sleep(warmup);
    record.takeCycles();
    record.takeMicros();
    final Duration serverBefore = server.processorTime();
    final Duration clientBefore = ownProcessorTime();
    long start = System.nanoTime();
    TimeUnit.SECONDS.sleep(seconds);
    long pairs = record.takeCycles();
    Duration serverTook = server.processorTime().minus(serverBefore);
    Duration clientTook = ownProcessorTime().minus(clientBefore);
    Histogram micros = record.takeMicros();
    double measured = (System.nanoTime() - start) / 1e9;
    closed = true;
    underWay.arriveAndAwaitAdvance();
    boolean right = isBalanced(server) && record.firstWrong() == null && pairs > 0;
    clients.forEach(LeaseholdClient::close);
    System.out.printf(
        Locale.ROOT,
        "%d agents on one pool%s, %d in flight, %.1f s%n%,.0f pairs of reserve and settle a"
            + " second%nreply us: p50 %,d, p99 %,d, max %,d%n"
            + "processor us a pair: server %.1f, client %.1f%n%s%n",
        agents,
        gateway ? " through a gateway" : "",
        inFlight,
        measured,
        pairs / measured,
        micros.getValueAtPercentile(50),
        micros.getValueAtPercentile(99),
        micros.getMaxValue(),
        microsEach(serverTook, pairs),
        microsEach(clientTook, pairs),
        right ? "the books balance" : "wrong: " + record.firstWrong());
    return right;
  }

  private static Duration ownProcessorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static double microsEach(Duration took, long pairs) {
    return took.toNanos() / 1e3 / Math.max(1, pairs);
  }

  /** An agent's budget, and what a gateway has to be shown for it. */
  private record Spender(int agent, String leaseId, String ipToken) {}

  private Spender shakeHands(int number, LeaseholdClient agent) {
    HandshakeRequest handshake =
        HandshakeRequest.newBuilder().putRequested(UNIT, EACH).setRequestId("begin").build();
    HandshakeResponse reply = agent.async().handshake(handshake).join();
    return new Spender(number, reply.getLease().getLeaseId(), gateway ? reply.getIpToken() : "");
  }

  private void reserve(LeaseholdClient client, Spender spender, int slot, long number) {
    if (closed) {
      underWay.arriveAndDeregister();
      return;
    }
    String id = spender.agent() + "-" + slot + "-" + number;
    long sent = System.nanoTime();
    client
        .async()
        .reserve(
            ReserveRequest.newBuilder()
                .setLeaseId(spender.leaseId())
                .setIpToken(spender.ipToken())
                .setRequestId(id)
                .putAmounts(UNIT, RESERVED)
                .putLabels("model", "m" + slot % 4)
                .build())
        .whenComplete(
            (reserved, failure) -> {
              if (isReply(sent, failure)) {
                settle(client, spender, slot, number, id);
              }
            });
  }

  private void settle(LeaseholdClient client, Spender spender, int slot, long number, String id) {
    long sent = System.nanoTime();
    client
        .async()
        .settle(
            SettleRequest.newBuilder()
                .setLeaseId(spender.leaseId())
                .setReservationId(id)
                .putAmounts(UNIT, COST)
                .build())
        .whenComplete(
            (after, failure) -> {
              if (isReply(sent, failure)) {
                record.cycle();
                settled.increment();
                reserve(client, spender, slot, number + 1);
              }
            });
  }

  /** Notes the reply; one that failed ends its run of pairs. */
  private boolean isReply(long sentNanos, @Nullable Throwable failure) {
    record.reply(sentNanos);
    if (failure != null) {
      record.wrong(failure.toString());
      underWay.arriveAndDeregister();
    }
    return failure == null;
  }

  /** To the unit: what was settled is spent, and the rest is there. */
  private boolean isBalanced(LoadServer server) {
    String address = URI.create(server.url()).getAuthority();
    Pool pool;
    try (LeaseholdClient admin = LeaseholdClient.connect(address, server.token())) {
      pool = admin.async().getPool(GetPoolRequest.newBuilder().setId(POOL).build()).join();
    }
    long spent = pool.getSpentOrDefault(UNIT, 0);
    long sum = spent + pool.getFreeOrDefault(UNIT, 0) + pool.getOutstandingOrDefault(UNIT, 0);
    if (spent != settled.sum() * COST || sum != agents * EACH) {
      record.wrong(settled.sum() + " pairs, and the pool is " + pool);
      return false;
    }
    return true;
  }

  private static String token(LoadServer server, String body)
      throws IOException, InterruptedException {
    return post(server, "/v1/tokens", body).replaceAll("(?s).*\"token\":\"([^\"]*)\".*", "$1");
  }

  private static String post(LoadServer server, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .header("Authorization", "Bearer " + server.token())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (reply.statusCode() != 200) {
        throw new IOException(reply.body());
      }
      return reply.body();
    }
  }
}
