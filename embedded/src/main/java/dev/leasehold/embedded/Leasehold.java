package dev.leasehold.embedded;

import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.guard.RegistrarKeys;
import dev.leasehold.node.Access;
import dev.leasehold.node.Server;
import dev.leasehold.node.persist.files.DirectoryInUseException;
import dev.leasehold.node.time.SystemTime;
import dev.leasehold.node.time.TimeSource;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A lease server inside this process: durable, with everything a server has but a port.
 *
 * <pre>{@code
 * try (Leasehold leasehold = Leasehold.embedded(Path.of("leases"));
 *     LeaseholdClient client = leasehold.client("agent-1");
 *     HeldLease lease = client.lease("repo-a").path("/src/api").hold()) {
 *   ...
 * }
 * }</pre>
 *
 * <p>The data is in the directory, in the same files as a server's: the next opening finds the
 * leases of the last, and {@code leasehold serve} may take the directory over when this is closed.
 * One at a time. Safe for any thread.
 */
public final class Leasehold implements AutoCloseable {

  private final Server server;
  private final ManagedChannel channel;
  private final IssuedTokens tokens;
  private final CompletableFuture<Throwable> failure;

  /** All clients, also those that were closed before: closing again does nothing. */
  private final List<LeaseholdClient> clients = new ArrayList<>();

  private boolean closed;

  private Leasehold(
      Server server,
      ManagedChannel channel,
      IssuedTokens tokens,
      CompletableFuture<Throwable> failure) {
    this.server = server;
    this.channel = channel;
    this.tokens = tokens;
    this.failure = failure;
  }

  /**
   * Opens the directory, which is made if it is not there, and recovers what it has.
   *
   * @throws IOException with a sentence that says why, for instance that it is open elsewhere
   */
  public static Leasehold embedded(Path directory) throws IOException {
    return embedded(directory, new SystemTime());
  }

  /** The same with another time, such as a test's {@link ManualTime}. */
  public static Leasehold embedded(Path directory, TimeSource time) throws IOException {
    String name = "leasehold-" + UUID.randomUUID();
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Server server = start(directory, name, time, failure);
    ManagedChannel channel = InProcessChannelBuilder.forName(name).build();
    try {
      String admin = Files.readString(server.adminTokenFile()).strip();
      Leasehold opened = new Leasehold(server, channel, new IssuedTokens(channel, admin), failure);
      CompletableFuture<Void> unused = failure.thenAccept(cause -> opened.stop());
      return opened;
    } catch (IOException | RuntimeException e) {
      channel.shutdownNow();
      server.close();
      throw e;
    }
  }

  private static Server start(
      Path directory, String name, TimeSource time, CompletableFuture<Throwable> failure)
      throws IOException {
    try {
      return Server.start(
          new Server.Options(
              directory, name, Server.NO_PORT, false, time, failure::complete, Access.LOCAL));
    } catch (DirectoryInUseException e) {
      throw new IOException(
          "the leases in "
              + directory
              + " are open already, by this program or by a server; close that one first, or choose"
              + " another directory",
          e);
    }
  }

  /**
   * A client that acts as this holder. It is closed with this, at the latest, and known here until
   * then: a program needs one, not one for each lease.
   */
  public LeaseholdClient client(String holder) {
    return client(holder, Role.AGENT);
  }

  /** A client of another role. */
  public LeaseholdClient client(String actor, Role role) {
    return client(actor, role, ClientOptions.builder());
  }

  /** A client with options of its own; those about address, token and TLS are not looked at. */
  public synchronized LeaseholdClient client(
      String actor, Role role, ClientOptions.Builder options) {
    String token = token(actor, role);
    LeaseholdClient client = LeaseholdClient.over(channel, options.token(token).build());
    clients.add(client);
    return client;
  }

  /**
   * The secret that stands for this actor in this role until this is closed, for those that call
   * over {@link #channel} themselves.
   *
   * @throws IllegalArgumentException if the server takes no such name
   */
  public synchronized String token(String actor, Role role) {
    if (closed) {
      throw new IllegalStateException("this is closed; open the directory again");
    }
    return tokens.of(actor, role);
  }

  /**
   * A channel to the node, for the services of {@code dev.leasehold.api.v1}; calls need a token.
   */
  public Channel channel() {
    return channel;
  }

  /** The public keys that check this node's certificates. */
  public RegistrarKeys registrarKeys() {
    return RegistrarKeys.parse(server.jwks());
  }

  /**
   * Completes, with the cause, if the node can go on no more, for instance because the disk failed
   * or a thread that it needs has died. It has closed itself then: every call is refused, and only
   * a new process should open the directory again. Nothing is left to do but to close this.
   */
  public CompletionStage<Throwable> failure() {
    return failure.minimalCompletionStage();
  }

  /** Ends a node that has failed; the clients are for their owner to close. */
  private void stop() {
    channel.shutdownNow();
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Closes the clients, which releases what they hold, takes the tokens back, and stops the node.
   * Closing again does nothing.
   */
  @Override
  public void close() throws IOException {
    List<LeaseholdClient> open;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      open = List.copyOf(clients);
    }
    open.forEach(LeaseholdClient::close);
    if (!failure.isDone()) {
      tokens.revokeAll();
    }
    channel.shutdownNow();
    server.close();
  }
}
