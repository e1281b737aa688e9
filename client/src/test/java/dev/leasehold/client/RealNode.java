package dev.leasehold.client;

import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.TokenServiceGrpc;
import dev.leasehold.node.Server;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** A server on a free port, with time that a test moves, and clients that are closed with it. */
public final class RealNode implements AutoCloseable {

  /** For what comes at once on a machine that has time, and late on one that has not. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  static {
    Awaitility.setDefaultTimeout(PATIENCE);
  }

  private final MovedTime time = new MovedTime();
  private final Server server;
  private final String adminToken;
  private final List<LeaseholdClient> clients = new ArrayList<>();

  private RealNode(Path directory) throws IOException {
    server = Server.start(Server.Options.local(directory, time));
    adminToken = Files.readString(server.adminTokenFile()).strip();
  }

  public static RealNode start(Path directory) {
    try {
      return new RealNode(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return server.url();
  }

  /** Lets the server's time pass; clients count on the machine's clock. */
  public void advance(Duration duration) {
    time.advance(duration.toNanos());
  }

  public LeaseholdClient admin() {
    return connected(adminToken);
  }

  public LeaseholdClient agent(String name) {
    return connected(tokenFor(name));
  }

  public String tokenFor(String agent) {
    return ServerCalls.ask(
            admin(),
            TokenServiceGrpc.getCreateTokenMethod(),
            CreateTokenRequest.newBuilder().setActor(agent).setRole("agent").build())
        .getToken();
  }

  private synchronized LeaseholdClient connected(String token) {
    LeaseholdClient client = LeaseholdClient.connect(server.url(), token);
    clients.add(client);
    return client;
  }

  @Override
  public void close() throws IOException {
    clients.forEach(LeaseholdClient::close);
    server.close();
  }

  /** Passes only when told to. */
  private static final class MovedTime implements TimeSource {

    private final Map<Thread, Long> wakeUps = new ConcurrentHashMap<>();
    private volatile long monotonicNanos = 1_000_000L;
    private volatile long wallNanos = 1_700_000_000_000_000_000L;

    synchronized void advance(long nanos) {
      monotonicNanos += nanos;
      wallNanos += nanos;
      wakeUps.forEach(
          (thread, at) -> {
            if (at <= monotonicNanos) {
              LockSupport.unpark(thread);
            }
          });
    }

    /** One that is awake and has read the clock must not sleep on that reading. */
    @Override
    public long monotonicNanos() {
      wakeUps.put(Thread.currentThread(), Long.MIN_VALUE);
      return monotonicNanos;
    }

    @Override
    public String identity() {
      return "moved";
    }

    @Override
    public long wallNanos() {
      return wallNanos;
    }

    @Override
    public void park(long nanos) {
      if (nanos > 0) {
        long at = nanos == Long.MAX_VALUE ? nanos : monotonicNanos + nanos;
        wakeUps.put(Thread.currentThread(), at);
        LockSupport.park(this);
      }
    }
  }
}
