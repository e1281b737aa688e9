package dev.leasehold.gateway;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.budget.ReportFile;
import dev.leasehold.gateway.books.BudgetReservations;
import dev.leasehold.gateway.books.Settlements;
import dev.leasehold.gateway.books.SpendMetrics;
import dev.leasehold.gateway.call.CallService;
import dev.leasehold.gateway.provider.Providers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A running gateway: wires its parts in the order in which a call meets them. */
public final class Gateway implements AutoCloseable {

  private static final Duration CONNECT_TIME = Duration.ofSeconds(10);
  private static final Duration STOP_TIME = Duration.ofSeconds(10);

  /** How long the last reports are waited for; those that are not sent by then stay in the file. */
  private static final Duration SETTLE_TIME = Duration.ofSeconds(5);

  /** A change of prices takes effect soon, and a look at a file costs nothing. */
  private static final Duration LOOK_AT_PRICES = Duration.ofSeconds(2);

  /**
   * A client that is refused while it still sends may go on for so long, and what it sends is
   * thrown away. A stream of HTTP/2 that is reset at once takes the refusal along in many clients.
   */
  private static final Duration REFUSED_BODY_TIME = Duration.ofSeconds(2);

  private final Server server;
  private final ClientFactory clients;
  private final LeaseholdClient leasehold;
  private final Settlements settlements;
  private final ScheduledExecutorService later;
  private final ExecutorService blocking;
  private final boolean tls;

  private Gateway(
      Server server,
      ClientFactory clients,
      LeaseholdClient leasehold,
      Settlements settlements,
      ScheduledExecutorService later,
      ExecutorService blocking,
      boolean tls) {
    this.server = server;
    this.clients = clients;
    this.leasehold = leasehold;
    this.settlements = settlements;
    this.later = later;
    this.blocking = blocking;
    this.tls = tls;
  }

  /**
   * Takes calls from when this returns, and settles what an earlier gateway has left in the file.
   *
   * @throws IOException if the file or the address cannot be used
   */
  public static Gateway start(GatewayOptions options) throws IOException {
    InetSocketAddress address = address(options);
    ReportFile file = new ReportFile(options.journal(), false);
    LeaseholdClient leasehold = LeaseholdClient.connect(options.leasehold());
    ScheduledExecutorService later =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("leasehold-settle").factory());
    ExecutorService blocking =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("leasehold-ask-", 0).factory());
    ClientFactory clients = ClientFactory.builder().connectTimeout(CONNECT_TIME).build();
    SpendMetrics metrics = new SpendMetrics();
    Settlements settlements = new Settlements(leasehold, file, later, metrics);
    WebClient upstream =
        WebClient.builder()
            .factory(clients)
            .responseTimeout(options.limits().callTime())
            .writeTimeout(options.limits().callTime())
            .maxResponseLength(0)
            .build();
    CallService calls =
        new CallService(
            new BudgetReservations(leasehold, blocking),
            new Providers(leasehold, blocking),
            options.prices()::table,
            settlements,
            metrics,
            upstream,
            options.limits());
    Server server = server(options, address, calls, metrics);
    Gateway gateway =
        new Gateway(
            server,
            clients,
            leasehold,
            settlements,
            later,
            blocking,
            options.certificate() != null);
    try {
      server.start().join();
    } catch (CompletionException e) {
      gateway.close();
      throw new IOException(
          "cannot listen on " + options.host() + ":" + options.port() + ": " + e.getCause(), e);
    }
    settlements.resume();
    long look = LOOK_AT_PRICES.toMillis();
    later.scheduleWithFixedDelay(options.prices()::look, look, look, TimeUnit.MILLISECONDS);
    return gateway;
  }

  private static Server server(
      GatewayOptions options, InetSocketAddress address, CallService calls, SpendMetrics metrics) {
    ServerBuilder builder =
        Server.builder()
            .service("/healthz", (ctx, request) -> HttpResponse.of("ok\n"))
            .service("/metrics", (ctx, request) -> figures(ctx, options.token(), metrics))
            .serviceUnder("/", calls)
            // Calls set their own limit, so that whoever is beyond it is told in an SDK's words.
            .maxRequestLength(0)
            .requestTimeout(Duration.ZERO)
            .requestAutoAbortDelay(REFUSED_BODY_TIME)
            .disableServerHeader()
            .disableDateHeader()
            .gracefulShutdownTimeout(Duration.ZERO, STOP_TIME)
            .unloggedExceptionsReportInterval(Duration.ZERO);
    if (options.certificate() != null && options.key() != null) {
      builder.https(address).tls(options.certificate().toFile(), options.key().toFile());
    } else {
      builder.http(address);
    }
    return builder.build();
  }

  private static InetSocketAddress address(GatewayOptions options) throws IOException {
    InetAddress host = InetAddress.getByName(options.host());
    boolean inClear = options.certificate() == null;
    if (inClear && !host.isLoopbackAddress() && !options.insecurePlaintext()) {
      throw new IOException(
          options.host()
              + " can be reached by others, and tokens would go there in clear; give a certificate,"
              + " or --insecure-plaintext if something else encrypts");
    }
    return new InetSocketAddress(host, options.port());
  }

  /** The metrics name agents, so they are for whoever runs the gateway. */
  private static HttpResponse figures(
      ServiceRequestContext ctx, String token, SpendMetrics metrics) {
    String shown = ctx.request().headers().get(HttpHeaderNames.AUTHORIZATION, "");
    boolean admitted =
        MessageDigest.isEqual(
            shown.getBytes(StandardCharsets.UTF_8),
            ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
    return admitted && !token.isEmpty()
        ? HttpResponse.of(HttpStatus.OK, MediaType.PLAIN_TEXT_UTF_8, metrics.text())
        : HttpResponse.of(
            HttpStatus.UNAUTHORIZED,
            MediaType.PLAIN_TEXT_UTF_8,
            "show the gateway's own token as Authorization: Bearer\n");
  }

  /** The address for clients, without a slash at the end. */
  public String url() {
    InetSocketAddress address =
        server.activePort() == null ? null : server.activePort().localAddress();
    if (address == null) {
      throw new IllegalStateException("the gateway does not listen");
    }
    String host = address.getAddress().getHostAddress();
    return (tls ? "https://" : "http://")
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + address.getPort();
  }

  /**
   * Waits for calls under way, and then for Leasehold to know what they have cost, both up to a
   * limit.
   */
  @Override
  public void close() throws IOException {
    server.stop().join();
    clients.close();
    settlements.awaitSent(SETTLE_TIME);
    later.shutdownNow();
    leasehold.close();
    blocking.shutdownNow();
    settlements.close();
  }
}
