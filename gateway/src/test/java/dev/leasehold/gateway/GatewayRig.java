package dev.leasehold.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.AddProviderRequest;
import dev.leasehold.api.v1.BudgetReportRow;
import dev.leasehold.api.v1.BudgetServiceGrpc;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.GetBudgetReportRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.HandshakeResponse;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ProviderServiceGrpc;
import dev.leasehold.api.v1.ReportServiceGrpc;
import dev.leasehold.api.v1.TokenServiceGrpc;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.ServerCalls;
import dev.leasehold.gateway.call.CallLimits;
import dev.leasehold.node.Server;
import dev.leasehold.node.time.SystemTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A real server with a pool, a provider that is played, and a gateway between agents and it. */
final class GatewayRig implements AutoCloseable {

  /** The key that the provider is called with; nobody else may see it. */
  static final String KEY = "sk-canary-1234567890";

  static final String PRICES =
      """
      {"models": {
        "m-*": {"input": "1", "cachedInput": "0.5", "cacheWrite": "2", "output": "10",
                "maxOutput": 1000},
        "thinker*": {"input": "1", "output": "10", "reasoning": "10", "maxOutput": 1000}
      }}
      """;

  private static final String POOL = "team";
  private static final long PLENTY = 1_000_000_000_000L;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  static {
    Awaitility.setDefaultTimeout(PATIENCE);
  }

  final PlayedProvider provider = new PlayedProvider();
  final Server server;
  final LeaseholdClient admin;
  final String token;
  final Path journal;
  final Path prices;
  private final CallLimits limits;
  private final AtomicInteger budgets = new AtomicInteger();
  Gateway gateway;

  GatewayRig(Path directory, CallLimits limits) throws IOException {
    this.limits = limits;
    this.journal = directory.resolve("journal-of-gateway");
    this.prices = Files.writeString(directory.resolve("prices.json"), PRICES);
    server = Server.start(Server.Options.local(directory.resolve("data"), new SystemTime()));
    admin = LeaseholdClient.connect(server.url(), Files.readString(server.adminTokenFile()));
    ServerCalls.ask(
        admin,
        BudgetServiceGrpc.getCreatePoolMethod(),
        CreatePoolRequest.newBuilder()
            .setId(POOL)
            .putAmounts("usd_micros", PLENTY)
            .putAmounts("tokens", PLENTY)
            .build());
    for (String kind : new String[] {"openai", "anthropic"}) {
      ServerCalls.ask(
          admin,
          ProviderServiceGrpc.getAddProviderMethod(),
          AddProviderRequest.newBuilder()
              .setName(kind)
              .setKind(kind)
              .setUrl(provider.url())
              .setKey(KEY)
              .build());
    }
    token = issue(CreateTokenRequest.newBuilder().setActor("gateway-1").setRole("gateway"));
    gateway = startGateway();
  }

  /** A gateway on the rig's file; there can be one at a time. */
  Gateway startGateway() throws IOException {
    return startGateway(limits, journal);
  }

  /** Another gateway, with limits and a file of its own. */
  Gateway startGateway(CallLimits others, Path file) throws IOException {
    return startGateway(clientOptions(), others, PriceFile.read(prices), file);
  }

  /** Another gateway, with prices and a file of its own. */
  Gateway startGateway(PriceFile others, Path file) throws IOException {
    return startGateway(clientOptions(), limits, others, file);
  }

  /** Another gateway, with a way of its own to the server. */
  Gateway startGateway(String address, Path file) throws IOException {
    ClientOptions way = ClientOptions.builder().address(address).token(token).build();
    return startGateway(way, limits, PriceFile.read(prices), file);
  }

  private Gateway startGateway(ClientOptions way, CallLimits allowed, PriceFile table, Path file)
      throws IOException {
    return Gateway.start(GatewayOptions.local(way, token, table, file, allowed));
  }

  ClientOptions clientOptions() {
    return ClientOptions.builder().address(server.url()).token(token).build();
  }

  private String issue(CreateTokenRequest.Builder request) {
    return ServerCalls.ask(admin, TokenServiceGrpc.getCreateTokenMethod(), request.build())
        .getToken();
  }

  /** A budget of an agent of its own. */
  final class Budget {

    final String agent = "agent-" + budgets.incrementAndGet();
    final String leaseId;
    final String ipToken;
    final LeaseholdClient holder;

    private Budget(String provider, Map<String, Long> amounts) {
      String own =
          issue(CreateTokenRequest.newBuilder().setActor(agent).setRole("agent").setPool(POOL));
      holder = LeaseholdClient.connect(server.url(), own);
      HandshakeResponse made =
          holder.handshake(
              HandshakeRequest.newBuilder().putAllRequested(amounts).setProvider(provider).build());
      leaseId = made.getLease().getLeaseId();
      ipToken = made.getIpToken();
    }

    private dev.leasehold.api.v1.Budget account() {
      return admin.get(leaseId).getBudget();
    }

    Lease lease() {
      return admin.get(leaseId);
    }

    Map<String, Long> spent() {
      return account().getSpentMap();
    }

    /** Nothing is set aside any more. */
    void awaitSettled() {
      await().until(() -> account().getReservedMap().values().stream().allMatch(left -> left == 0));
    }

    void awaitSpent(long usdMicros, long tokens) {
      awaitSettled();
      await()
          .untilAsserted(
              () -> {
                assertThat(spent().getOrDefault("usd_micros", 0L)).isEqualTo(usdMicros);
                assertThat(spent().getOrDefault("tokens", 0L)).isEqualTo(tokens);
              });
    }
  }

  /** With plenty of both units. */
  Budget budget(String provider) {
    return budget(provider, Map.of("usd_micros", 1_000_000L, "tokens", 1_000_000L));
  }

  Budget budget(String provider, Map<String, Long> amounts) {
    return new Budget(provider, amounts);
  }

  /** The one row of what a budget's agent has spent in micro dollars; tables come after replies. */
  BudgetReportRow awaitReportOf(Budget budget) {
    GetBudgetReportRequest asked =
        GetBudgetReportRequest.newBuilder()
            .addAllBy(List.of("agent", "model", "provider"))
            .setAgent(budget.agent)
            .setUnit("usd_micros")
            .build();
    return await()
        .atMost(PATIENCE)
        .until(
            () -> ServerCalls.ask(admin, ReportServiceGrpc.getGetBudgetReportMethod(), asked),
            report -> report.getRowsCount() == 1)
        .getRows(0);
  }

  /** A figure of the metrics, summed over all lines with these words; 0 if there is none. */
  long metric(String... words) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(gateway.url() + "/metrics"))
            .header("Authorization", "Bearer " + token)
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(request, HttpResponse.BodyHandlers.ofLines())
          .body()
          .filter(line -> !line.startsWith("#") && Stream.of(words).allMatch(line::contains))
          .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }

  @Override
  public void close() throws IOException {
    gateway.close();
    admin.close();
    server.close();
    provider.close();
  }
}
