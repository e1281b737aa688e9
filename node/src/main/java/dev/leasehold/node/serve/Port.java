package dev.leasehold.node.serve;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.grpc.GrpcSerializationFormats;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.grpc.GrpcService;
import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.publish.Publishing;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.serve.waiting.WaitingRoom;
import dev.leasehold.node.tables.Archive;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one port, for gRPC and HTTP alike. */
public final class Port implements Wire {

  private static final Logger LOG = LoggerFactory.getLogger(Port.class);

  private static final String ACCESS = "{} {} {} us";

  private static final long STOP_POLL_NANOS = 5_000_000;

  private final Server server;
  private final WaitingRoom waitingRoom;
  private final StreamSurface streams;

  private Port(Server server, WaitingRoom waitingRoom, StreamSurface streams) {
    this.server = server;
    this.waitingRoom = waitingRoom;
    this.streams = streams;
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
   * @param tls null to speak in clear
   * @param openMetrics whether figures are shown to those without a token
   * @param obstacle why the node cannot take requests; empty if it can
   * @throws IOException if the address cannot be listened on
   */
  public static Port open(
      InetSocketAddress address,
      @Nullable TlsFiles tls,
      Credentials credentials,
      Sequencer sequencer,
      WaitingRoom waitingRoom,
      Office office,
      Archive archive,
      Publishing publishing,
      boolean openMetrics,
      Supplier<Optional<String>> obstacle)
      throws IOException {
    Desk desk =
        new Desk(credentials, sequencer, waitingRoom, office, archive, publishing.figures());
    WatchSurface watch =
        new WatchSurface(desk, publishing.publisher(), publishing.source(), PortCarriage::current);
    StreamSurface streams = new StreamSurface(desk, PortCarriage::current);
    Receiving receiving = new Receiving(Intake.ofThisProcess());
    HttpSurface http = new HttpSurface(Operations.ALL, desk, receiving);
    ServerBuilder builder =
        Server.builder()
            .service(
                GrpcSurface.of(
                    Operations.ALL,
                    desk,
                    List.of(watch.definition(), streams.definition()),
                    () -> obstacle.get().isEmpty()),
                grpc -> new GrpcEntrance(grpc, http, Operations.ALL, desk, receiving))
            .service("/v1/events", watch)
            .service("/metrics", new MetricsPage(desk, publishing.figures(), openMetrics))
            .service("/healthz", HealthPages.healthz())
            .service("/readyz", HealthPages.readyz(obstacle))
            .service("/.well-known/jwks.json", KeyPages.jwks(office.registrar()))
            .serviceUnder("/", http)
            .decorator(new RequestMeter(publishing.figures(), Operations.ALL))
            .errorHandler(new ProblemPages())
            .disableServerHeader()
            // Exceptions that concern us are logged where they become problems.
            .unloggedExceptionsReportInterval(Duration.ZERO);
    WireLimits.apply(builder);
    Descriptions.addTo(builder, Operations.ALL);
    if (tls == null) {
      builder.http(address);
    } else {
      tls.apply(builder, address);
    }
    builder.accessLogWriter(Port::logAccess, false);
    return new Port(start(build(builder, tls), address), waitingRoom, streams);
  }

  private static Server build(ServerBuilder builder, @Nullable TlsFiles tls) throws IOException {
    try {
      return builder.build();
    } catch (RuntimeException e) {
      if (tls == null) {
        throw e;
      }
      throw tls.unusable();
    }
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

  static boolean isGrpc(@Nullable MediaType type) {
    return type != null && GrpcSerializationFormats.PROTO.isAccepted(type);
  }

  /**
   * Neither paths nor headers: callers put tokens where they do not belong. What the server could
   * not do is worth a line always, the rest only to those who look closely.
   */
  private static void logAccess(RequestLog log) {
    HttpStatus status = log.responseHeaders().status();
    if (status.isServerError()) {
      LOG.info(ACCESS, log.name(), status.code(), log.totalDurationNanos() / 1_000);
    } else if (LOG.isDebugEnabled()) {
      LOG.debug(ACCESS, log.name(), status.code(), log.totalDurationNanos() / 1_000);
    }
  }

  public int number() {
    return server.activeLocalPort();
  }

  @Override
  public boolean isServing() {
    if (server.activePorts().isEmpty()) {
      return false;
    }
    for (EventExecutor loop : server.config().workerGroup()) {
      if (loop.isTerminated()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    streams.close();
    waitingRoom.close();
    CompletableFuture<Void> stopped = server.stop();
    // Armeria's own future waits two seconds more, for its accepting thread to be idle.
    while (!stopped.isDone() && !(server.activePorts().isEmpty() && server.numConnections() == 0)) {
      LockSupport.parkNanos(STOP_POLL_NANOS);
    }
  }
}
