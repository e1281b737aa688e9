package dev.leasehold.node;

import dev.leasehold.node.authorise.AdminToken;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.keys.EncryptionKeyFile;
import dev.leasehold.node.port.Entrance;
import dev.leasehold.node.port.Port;
import dev.leasehold.node.prove.Ed25519;
import dev.leasehold.node.time.TimeSource;
import dev.leasehold.node.waiting.WaitingRoom;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node with its entrance, put together by {@link Wiring}. */
public final class Server implements AutoCloseable {

  public static final int DEFAULT_PORT = 7420;
  public static final String DEFAULT_HOST = "127.0.0.1";

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** The port of a server for callers in this process alone; the host is the name they use. */
  public static final int NO_PORT = -1;

  /**
   * @param port 0 for any that is free, {@link #NO_PORT} for none
   * @param insecurePlaintext whether addresses that others can reach are listened on without TLS
   * @param access the settings that say who gets in
   * @param onFailure told when the node has failed and answers no more; the process should end
   * @param openMetrics whether figures are shown to those without a token
   * @param providerKeyFile the file with the keys that provider keys are encrypted with; null for
   *     one in the data directory
   * @param lfsUpstream the server that has the objects of git-lfs; null if there is none
   * @param outside how messages to webhooks and addresses leave
   */
  public record Options(
      Path dataDirectory,
      String host,
      int port,
      boolean insecurePlaintext,
      TimeSource time,
      Consumer<Throwable> onFailure,
      Access access,
      boolean openMetrics,
      @Nullable Path providerKeyFile,
      @Nullable LfsUpstreamSettings lfsUpstream,
      DeliverySettings outside) {

    /** With tokens that are issued here and nothing else, without TLS; figures need a token. */
    public Options(
        Path dataDirectory,
        String host,
        int port,
        boolean insecurePlaintext,
        TimeSource time,
        Consumer<Throwable> onFailure) {
      this(dataDirectory, host, port, insecurePlaintext, time, onFailure, Access.LOCAL);
    }

    /**
     * As above, with the keys of providers encrypted by a key in the data directory, and messages
     * to public addresses alone.
     */
    public Options(
        Path dataDirectory,
        String host,
        int port,
        boolean insecurePlaintext,
        TimeSource time,
        Consumer<Throwable> onFailure,
        Access access) {
      this(
          dataDirectory,
          host,
          port,
          insecurePlaintext,
          time,
          onFailure,
          access,
          false,
          null,
          null,
          DeliverySettings.STANDARD);
    }

    EncryptionKeyFile encryptionKeyFile() {
      return providerKeyFile == null
          ? EncryptionKeyFile.in(dataDirectory)
          : EncryptionKeyFile.at(providerKeyFile);
    }

    /** On loopback, any free port. */
    public static Options local(Path dataDirectory, TimeSource time) {
      return new Options(dataDirectory, DEFAULT_HOST, 0, false, time, failure -> {});
    }
  }

  private final Options options;
  private final Node node;
  private final WaitingRoom waitingRoom;
  private final Entrance entrance;
  private final String jwks;
  private final boolean adminTokenLetsIn;
  private final List<Closeable> ending;

  /**
   * @param ending carried out one after the other when it is closed
   */
  Server(
      Options options,
      Node node,
      WaitingRoom waitingRoom,
      Entrance entrance,
      String jwks,
      boolean adminTokenLetsIn,
      List<Closeable> ending) {
    this.options = options;
    this.node = node;
    this.waitingRoom = waitingRoom;
    this.entrance = entrance;
    this.jwks = jwks;
    this.adminTokenLetsIn = adminTokenLetsIn;
    this.ending = List.copyOf(ending);
  }

  /**
   * Recovers the data directory and takes requests from when this returns.
   *
   * @throws IOException with a sentence for the person who started it
   */
  public static Server start(Options options) throws IOException {
    options.access().check();
    if (options.lfsUpstream() != null) {
      options.lfsUpstream().read();
    }
    InetSocketAddress address = options.port() == NO_PORT ? null : ListenAddress.of(options);
    LostJournal.refuse(options.dataDirectory());
    CompletableFuture<Void> anticipated =
        address == null ? CompletableFuture.completedFuture(null) : Port.anticipate();
    Server server = Wiring.server(options, address, anticipated);
    LOG.info("signatures are made by {}", Ed25519.implementation());
    return server;
  }

  /** Where it listens, as the start of a URL, or by which name. */
  public String url() {
    if (!(entrance instanceof Port port)) {
      return options.host();
    }
    String host = options.host();
    String scheme = options.access().hasTls() ? "https://" : "http://";
    return scheme + (host.contains(":") ? "[" + host + "]" : host) + ":" + port.number();
  }

  /** The public keys that its certificates and signatures are checked with. */
  public String jwks() {
    return jwks;
  }

  public Path adminTokenFile() {
    return node.dataDirectory().resolve(AdminToken.FILE_NAME);
  }

  /** Whether the token in that file was valid at the start: it may have been revoked before. */
  public boolean adminTokenLetsIn() {
    return adminTokenLetsIn;
  }

  Node node() {
    return node;
  }

  WaitingRoom waitingRoom() {
    return waitingRoom;
  }

  /** Lets the requests under way finish, then stops the node. */
  @Override
  public void close() throws IOException {
    for (Closeable step : ending) {
      step.close();
    }
  }
}
