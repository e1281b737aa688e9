package dev.leasehold.node.port;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.logging.RequestLog;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import dev.leasehold.node.grpc.CallTransport;
import dev.leasehold.node.grpc.GrpcAdmission;
import dev.leasehold.node.grpc.GrpcEventStream;
import dev.leasehold.node.grpc.GrpcSurface;
import dev.leasehold.node.grpc.NetworkTransport;
import dev.leasehold.node.grpc.StreamSurface;
import dev.leasehold.node.http.EventStream;
import dev.leasehold.node.http.HttpSurface;
import dev.leasehold.node.http.lfs.LfsSurface;
import dev.leasehold.node.http.lfs.LfsUpstream;
import dev.leasehold.node.http.pages.Pages;
import dev.leasehold.node.http.receive.Intake;
import dev.leasehold.node.http.receive.Receiving;
import dev.leasehold.node.http.receive.WireLimits;
import dev.leasehold.node.metrics.Figures;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.EventWatch;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.waiting.WaitingRoom;
import io.grpc.ServerServiceDefinition;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one port, for gRPC and HTTP alike. */
public final class Port implements Entrance {

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
   * Begins to load what {@link #open} will need, which takes much of the time to start. The caller
   * does something else meanwhile, and then waits for it: two threads that initialise the same
   * classes could wait for each other for ever.
   */
  public static CompletableFuture<Void> anticipate() {
    return CompletableFuture.runAsync(
        Server::builder,
        task -> Thread.ofPlatform().daemon().name("leasehold-anticipate").start(task));
  }

  /**
   * Takes requests from when this returns.
   *
   * @param tls null to speak in clear
   * @param sequencer takes batches of streams as one
   * @param waitingRoom closed before the server stops, so that nobody waits for it
   * @param lfsObjects the server that has the objects of git-lfs; null if there is none
   * @throws IOException if the address cannot be listened on
   */
  public static Port open(
      InetSocketAddress address,
      @Nullable TlsFiles tls,
      Dispatcher dispatcher,
      Sequencer sequencer,
      WaitingRoom waitingRoom,
      EventWatch watch,
      Pages pages,
      Figures figures,
      @Nullable LfsUpstream lfsObjects)
      throws IOException {
    Receiving receiving = new Receiving(Intake.ofThisProcess(), Intake.ofStrangers());
    HttpSurface http = new HttpSurface(dispatcher, receiving);
    Supplier<CallTransport> transports = NetworkTransport::current;
    StreamSurface streams = new StreamSurface(dispatcher, sequencer, transports);
    List<ServerServiceDefinition> services =
        new ArrayList<>(new GrpcSurface(dispatcher, transports).definitions());
    services.add(new GrpcEventStream(watch, transports).definition());
    services.add(streams.definition());
    ServerBuilder builder =
        Server.builder()
            .service(
                GrpcSurface.forPort(services, pages::isReady),
                grpc -> new GrpcAdmission(grpc, http, dispatcher, receiving))
            .service(EventStream.PATH, new EventStream(watch, receiving))
            .serviceUnder("/lfs/", new LfsSurface(dispatcher, receiving, lfsObjects))
            .serviceUnder("/", http)
            .decorator(new RequestMeter(figures))
            .decorator(receiving::serve)
            .errorHandler(new ErrorResponses())
            .disableServerHeader()
            // Exceptions that concern us are logged where they become problems.
            .unloggedExceptionsReportInterval(Duration.ZERO);
    WireLimits.apply(builder);
    pages.addTo(builder, dispatcher, figures);
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
      throw taken(address, e.getCause());
    }
  }

  /** The failure to listen on an address, with a sentence for the person who wants it. */
  public static IOException taken(InetSocketAddress address, @Nullable Throwable cause) {
    return new IOException(
        "cannot listen on "
            + address.getHostString()
            + " port "
            + address.getPort()
            + ", another process may have it; choose another with --port",
        cause);
  }

  /**
   * Neither paths nor headers: callers put tokens where they do not belong. A failure of the server
   * is always worth a line, the rest only to those who look closely.
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
