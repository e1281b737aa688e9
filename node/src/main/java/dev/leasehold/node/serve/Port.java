package dev.leasehold.node.serve;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.grpc.GrpcSerializationFormats;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.grpc.GrpcService;
import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.sequence.Sequencer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one port, for gRPC and HTTP alike. */
public final class Port implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Port.class);

  private static final long STOP_POLL_NANOS = 5_000_000;

  private final Server server;

  private Port(Server server) {
    this.server = server;
  }

  /**
   * Begins to load what {@link #open} will need, which takes most of the time to start. The caller
   * does something else meanwhile, and then waits for it: two threads that initialise the same
   * classes could wait for each other for ever.
   */
  public static CompletableFuture<Void> anticipate() {
    return CompletableFuture.runAsync(
        () -> {
          Server.builder();
          GrpcService.builder();
        },
        task -> Thread.ofPlatform().daemon().name("leasehold-anticipate").start(task));
  }

  /**
   * Takes requests from when this returns.
   *
   * @param obstacle why the node cannot take requests; empty if it can
   * @throws IOException if the address cannot be listened on
   */
  public static Port open(
      InetSocketAddress address,
      Credentials credentials,
      Sequencer sequencer,
      Supplier<Optional<String>> obstacle)
      throws IOException {
    Desk desk = new Desk(credentials, sequencer);
    HttpSurface http = new HttpSurface(Operations.ALL, desk);
    ServerBuilder builder =
        Server.builder()
            .http(address)
            .service(GrpcSurface.of(Operations.ALL, desk), grpc -> onlyGrpc(grpc, http))
            .service("/healthz", HealthPages.healthz())
            .service("/readyz", HealthPages.readyz(obstacle))
            .serviceUnder("/", http)
            .errorHandler(new ProblemPages())
            .disableServerHeader()
            // Exceptions that concern us are logged where they become problems.
            .unloggedExceptionsReportInterval(Duration.ZERO);
    WireLimits.apply(builder);
    if (LOG.isDebugEnabled()) {
      builder.accessLogWriter(Port::logAccess, false);
    }
    return new Port(start(builder.build(), address));
  }

  private static Server start(Server server, InetSocketAddress address) throws IOException {
    try {
      server.start().join();
      return server;
    } catch (CompletionException e) {
      throw new IOException(
          "cannot listen on "
              + address.getHostString()
              + " port "
              + address.getPort()
              + ", another process may have it; choose another with --port",
          e.getCause());
    }
  }

  /** A gRPC path without gRPC's content type is, to everybody else, a path that does not exist. */
  private static HttpService onlyGrpc(HttpService grpc, HttpService others) {
    return (ctx, request) -> {
      HttpService service = isGrpc(request.contentType()) ? grpc : others;
      return service.serve(ctx, request);
    };
  }

  static boolean isGrpc(@Nullable MediaType type) {
    return type != null && GrpcSerializationFormats.PROTO.isAccepted(type);
  }

  /** Neither paths nor headers: callers put tokens where they do not belong. */
  private static void logAccess(RequestLog log) {
    LOG.debug(
        "{} {} {} us",
        log.name(),
        log.responseHeaders().get(HttpHeaderNames.STATUS),
        log.totalDurationNanos() / 1_000);
  }

  public int number() {
    return server.activeLocalPort();
  }

  /** Takes no more requests, lets those under way finish, and closes all connections. */
  @Override
  public void close() {
    CompletableFuture<Void> stopped = server.stop();
    // Armeria's own future waits two seconds more, for its accepting thread to be idle.
    while (!stopped.isDone() && !(server.activePorts().isEmpty() && server.numConnections() == 0)) {
      LockSupport.parkNanos(STOP_POLL_NANOS);
    }
  }
}
