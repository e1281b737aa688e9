package dev.leasehold.testing.process.server;

import dev.leasehold.node.Access;
import dev.leasehold.node.LfsUpstreamSettings;
import dev.leasehold.node.Server;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server in this process, for tests of what a server finds in its data directory: it starts in a
 * tenth of the time that {@link ServerProcess} takes. It stops in order when it is closed, and can
 * be neither killed nor stopped.
 */
public final class ServerHere implements AskedServer {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Server server;
  private final CompletableFuture<Throwable> failure;
  private final Wire wire;

  private ServerHere(Server server, CompletableFuture<Throwable> failure) {
    this.server = server;
    this.failure = failure;
    this.wire = new Wire(server.url());
  }

  public static ServerHere start(Path dataDirectory) throws IOException {
    return start(dataDirectory, null);
  }

  /**
   * @param lfsUpstream the server that has the objects of git-lfs; null if there is none
   */
  public static ServerHere start(Path dataDirectory, @Nullable LfsUpstreamSettings lfsUpstream)
      throws IOException {
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Server.Options options =
        new Server.Options(
            dataDirectory,
            "127.0.0.1",
            0,
            false,
            new SystemTime(),
            failure::complete,
            Access.LOCAL,
            false,
            null,
            lfsUpstream,
            DeliverySettings.STANDARD);
    return new ServerHere(Server.start(options), failure);
  }

  /** Waits until it has failed, where a process would end, and returns why. */
  public Throwable awaitFailure() {
    return failure.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  @Override
  public String url() {
    return server.url();
  }

  @Override
  public String adminToken() throws IOException {
    return Files.readString(server.adminTokenFile()).strip();
  }

  /** Calls the server without a token. */
  public Api stranger() {
    return as("");
  }

  @Override
  public Api admin() throws IOException {
    return as(adminToken());
  }

  @Override
  public Api as(String token) {
    return new Api(wire, token);
  }

  @Override
  public void close() throws IOException {
    wire.close();
    server.close();
  }
}
