package dev.leasehold.node;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.authorise.AdminToken;
import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.authorise.OidcSettings;
import dev.leasehold.node.authorise.OidcTokens;
import dev.leasehold.node.prove.Ed25519;
import dev.leasehold.node.publish.Figures;
import dev.leasehold.node.publish.Publishing;
import dev.leasehold.node.serve.LeaseIds;
import dev.leasehold.node.serve.Office;
import dev.leasehold.node.serve.Port;
import dev.leasehold.node.serve.Wire;
import dev.leasehold.node.serve.waiting.WaitingRoom;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node with its wire: everything that serves, put together in the order a request meets it. */
public final class Server implements AutoCloseable {

  public static final int DEFAULT_PORT = 7420;
  public static final String DEFAULT_HOST = "127.0.0.1";

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** For callers in this process alone; what stands for the host is the name they use. */
  public static final int NO_PORT = -1;

  private static final int MAX_PORT = 65_535;

  /**
   * @param port 0 for any that is free, {@link #NO_PORT} for none
   * @param insecurePlaintext whether addresses that others can reach are listened on without TLS
   * @param access who gets in
   * @param onFailure told when the node has failed and answers no more; the process should end
   * @param openMetrics whether figures are shown to those without a token
   */
  public record Options(
      Path dataDirectory,
      String host,
      int port,
      boolean insecurePlaintext,
      TimeSource time,
      Consumer<Throwable> onFailure,
      Access access,
      boolean openMetrics) {

    /** With tokens that are issued here and nothing else, without TLS; figures need a token. */
    public Options(
        Path dataDirectory,
        String host,
        int port,
        boolean insecurePlaintext,
        TimeSource time,
        Consumer<Throwable> onFailure) {
      this(dataDirectory, host, port, insecurePlaintext, time, onFailure, Access.LOCAL, false);
    }

    /** As above; figures need a token. */
    public Options(
        Path dataDirectory,
        String host,
        int port,
        boolean insecurePlaintext,
        TimeSource time,
        Consumer<Throwable> onFailure,
        Access access) {
      this(dataDirectory, host, port, insecurePlaintext, time, onFailure, access, false);
    }

    /** On loopback, any free port. */
    public static Options local(Path dataDirectory, TimeSource time) {
      return new Options(dataDirectory, DEFAULT_HOST, 0, false, time, failure -> {});
    }
  }

  private final Node node;
  private final Publishing publishing;
  private final WaitingRoom waitingRoom;
  private final Wire wire;
  private final NeededThreads watch;
  private final Options options;
  private final boolean adminTokenLetsIn;

  private Server(
      Node node,
      Publishing publishing,
      WaitingRoom waitingRoom,
      Wire wire,
      NeededThreads watch,
      Options options,
      boolean adminTokenLetsIn) {
    this.node = node;
    this.publishing = publishing;
    this.waitingRoom = waitingRoom;
    this.wire = wire;
    this.watch = watch;
    this.options = options;
    this.adminTokenLetsIn = adminTokenLetsIn;
  }

  /**
   * Recovers the data directory and takes requests from when this returns.
   *
   * @throws IOException with a sentence for the person who started it
   */
  public static Server start(Options options) throws IOException {
    options.access().check();
    InetSocketAddress address = options.port() == NO_PORT ? null : address(options);
    refuseLostJournal(options.dataDirectory());
    CompletableFuture<Void> anticipated =
        address == null ? CompletableFuture.completedFuture(null) : Port.anticipate();
    AtomicBoolean failed = new AtomicBoolean();
    AtomicReference<Publishing> begun = new AtomicReference<>();
    Node node = open(options, failed, begun);
    Publishing publishing = Objects.requireNonNull(begun.get());
    WaitingRoom waitingRoom =
        new WaitingRoom(node.sequencer(), node::tick, options.time(), node.waitingAtStart());
    try {
      publishing.figures().gauge("leasehold.inbox.length", node::inboxLength);
      publishing.figures().feedLag(node::feedLag);
      publishing.publisher().lookUpWith(leaseId -> find(node, leaseId));
      OidcTokens oidc = oidc(options, node);
      showIssuerKeys(publishing.figures(), oidc);
      Credentials credentials =
          new Credentials(node.tokensAtStart(), node::tick, options.time()::wallNanos, oidc);
      node.addDurableListener(block -> credentials.follow(block.events()));
      node.addDurableListener(waitingRoom);
      LeaseIds leaseIds = new LeaseIds(node.policiesAtStart());
      node.addDurableListener(leaseIds);
      boolean letsIn =
          AdminToken.ensure(node.dataDirectory(), credentials, command -> issue(node, command));
      anticipated.join();
      Wire wire =
          Wire.open(
              options.host(),
              address,
              options.access().tls(),
              credentials,
              node.sequencer(),
              waitingRoom,
              new Office(
                  node.registrar(), credentials, leaseIds, node::tick, options.time()::wallNanos),
              node.archive(),
              publishing,
              options.openMetrics(),
              () -> obstacle(node, failed.get()));
      // Not where it is chosen, which may be after a start has failed and said why.
      LOG.info("signatures are made by {}", Ed25519.implementation());
      List<Thread> threads = new ArrayList<>(node.threads());
      threads.add(publishing.publisher().thread());
      threads.add(waitingRoom.thread());
      NeededThreads watch = NeededThreads.watch(threads, wire::isServing, node::fail);
      return new Server(node, publishing, waitingRoom, wire, watch, options, letsIn);
    } catch (IOException | RuntimeException e) {
      Node.closeAfter(e, waitingRoom);
      Node.closeAfter(e, publishing);
      Node.closeAfter(e, node);
      throw e;
    }
  }

  private static Node open(Options options, AtomicBoolean failed, AtomicReference<Publishing> begun)
      throws IOException {
    try {
      return Node.open(
          options.dataDirectory(),
          options.time(),
          options.access().leasesPerHolder(),
          failure -> {
            failed.set(true);
            options.onFailure().accept(failure);
          },
          recovered -> {
            refuseEmptiedJournal(options.dataDirectory(), recovered.kernel().lastPosition());
            Publishing publishing =
                Publishing.begin(
                    recovered.kernel(),
                    recovered.journalFile(),
                    options.time(),
                    recovered.tick(),
                    recovered.archive()::lease);
            begun.set(publishing);
            return new Node.Observers(List.of(publishing.publisher()), publishing.figures());
          });
    } catch (IOException | RuntimeException e) {
      Publishing publishing = begun.get();
      if (publishing != null) {
        Node.closeAfter(e, publishing);
      }
      throw e;
    }
  }

  private static @Nullable OidcTokens oidc(Options options, Node node) throws IOException {
    OidcSettings settings = options.access().oidc();
    return settings == null
        ? null
        : new OidcTokens(settings, options.time()::wallNanos, node::tick);
  }

  /** Without an issuer too, so that nobody's alert speaks of a figure that is not there. */
  private static void showIssuerKeys(Figures figures, @Nullable OidcTokens oidc) {
    figures.gauge("leasehold.issuer.keys", () -> oidc == null ? 0 : oidc.keyCount());
    figures.gauge(
        "leasehold.issuer.keys.unreadable.seconds",
        () -> oidc == null ? 0 : oidc.unreadableSeconds());
  }

  /** To begin anew by accident would give fencing tokens out a second time. */
  private static void refuseLostJournal(Path directory) throws IOException {
    if (Files.exists(directory.resolve("journal.db"))) {
      return;
    }
    refuseReplacedJournal(directory);
    if (Files.exists(directory.resolve(AdminToken.FILE_NAME))) {
      throw new IOException(
          "journal.db is missing from "
              + directory
              + ", which was in use before; put it back, or remove "
              + AdminToken.FILE_NAME
              + " and leasehold.db too if you mean to begin anew");
    }
  }

  /** The token's file is written when the journal has the token. */
  private static void refuseEmptiedJournal(Path directory, long lastPosition) throws IOException {
    if (lastPosition == 0 && Files.exists(directory.resolve(AdminToken.FILE_NAME))) {
      throw new IOException(
          "journal.db in "
              + directory
              + " is empty although the directory was in use before, as in a copy without"
              + " journal.db-wal; copy that file too, or remove "
              + AdminToken.FILE_NAME
              + " and leasehold.db if you mean to begin anew");
    }
  }

  /** A restore that was given up has put the old journal aside, and its tokens count. */
  private static void refuseReplacedJournal(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return;
    }
    try (DirectoryStream<Path> replaced = Files.newDirectoryStream(directory, "replaced-*")) {
      for (Path old : replaced) {
        if (Files.exists(old.resolve("journal.db"))) {
          throw new IOException(
              "there is no journal.db in "
                  + directory
                  + ", but a restore has put one aside in "
                  + old.getFileName()
                  + "; finish the restore, move the files back, or move that folder elsewhere if"
                  + " you mean to begin anew");
        }
      }
    }
  }

  private static InetSocketAddress address(Options options) throws IOException {
    if (options.port() < 0 || options.port() > MAX_PORT) {
      throw new IOException("a port is a number from 0 to " + MAX_PORT);
    }
    InetSocketAddress address = new InetSocketAddress(options.host(), options.port());
    if (address.isUnresolved()) {
      throw new IOException("there is no host " + options.host() + " to listen on");
    }
    if (!address.getAddress().isLoopbackAddress()
        && !options.access().hasTls()
        && !options.insecurePlaintext()) {
      throw new IOException(
          "others can reach "
              + options.host()
              + " and there is no TLS: tokens would travel in clear; give --tls-cert and --tls-key,"
              + " listen on loopback, or say --insecure-plaintext if the network is trusted");
    }
    return address;
  }

  private static void issue(Node node, Command.IssueToken command) {
    Reply reply = node.sequencer().submit(Caller.REGISTRAR, command).join().reply();
    if (reply instanceof Reply.Refused refused) {
      throw new IllegalStateException("no admin token: " + refused.refusal().detail());
    }
  }

  /** Looking is a command like any other, and sees all that is durable. */
  private static CompletableFuture<Optional<Lease>> find(Node node, String leaseId) {
    return node.sequencer()
        .submit(Caller.REGISTRAR, new Command.GetLease(leaseId))
        .thenApply(
            outcome ->
                outcome.reply() instanceof Reply.OfLease found
                    ? Optional.of(found.lease())
                    : Optional.empty());
  }

  private static Optional<String> obstacle(Node node, boolean failed) {
    if (failed) {
      return Optional.of("the node has failed and is about to stop");
    }
    if (node.isShortOfRoom()) {
      return Optional.of("the disk is full and changes are refused; reads go on");
    }
    return Stream.of(AdminToken.FILE_NAME, "journal.db", "leasehold.db")
        .filter(name -> Files.notExists(node.dataDirectory().resolve(name)))
        .findFirst()
        .map(name -> name + " is missing from the data directory");
  }

  /** Where it listens, as the start of a URL, or by which name. */
  public String url() {
    if (!(wire instanceof Port port)) {
      return options.host();
    }
    String host = options.host();
    String scheme = options.access().hasTls() ? "https://" : "http://";
    return scheme + (host.contains(":") ? "[" + host + "]" : host) + ":" + port.number();
  }

  /** The public keys that its certificates and signatures are checked with. */
  public String jwks() {
    return node.registrar().key().jwks();
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
    watch.close();
    publishing.publisher().endStreams();
    wire.close();
    publishing.close();
    node.close();
  }
}
