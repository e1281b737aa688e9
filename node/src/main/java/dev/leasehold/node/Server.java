package dev.leasehold.node;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Pool;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.authorise.AdminToken;
import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.authorise.LeaseTokens;
import dev.leasehold.node.authorise.OidcSettings;
import dev.leasehold.node.authorise.OidcTokens;
import dev.leasehold.node.deliver.Deliveries;
import dev.leasehold.node.deliver.DeliveryWiring;
import dev.leasehold.node.deliver.Subscribers;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.http.lfs.LfsUpstream;
import dev.leasehold.node.http.pages.Pages;
import dev.leasehold.node.keys.EncryptionKeyFile;
import dev.leasehold.node.keys.ProviderKeys;
import dev.leasehold.node.keys.SubscriptionSecrets;
import dev.leasehold.node.metrics.Figures;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.EventWatch;
import dev.leasehold.node.operation.subscribe.DeliveryWords;
import dev.leasehold.node.operation.translate.CloudEvents;
import dev.leasehold.node.operation.translate.LeaseIds;
import dev.leasehold.node.operation.translate.OperationContext;
import dev.leasehold.node.port.Entrance;
import dev.leasehold.node.port.InProcessServer;
import dev.leasehold.node.port.Port;
import dev.leasehold.node.prove.Ed25519;
import dev.leasehold.node.publish.Publishing;
import dev.leasehold.node.recurring.TopUps;
import dev.leasehold.node.sequence.AgentsSeeNow;
import dev.leasehold.node.time.TimeSource;
import dev.leasehold.node.waiting.WaitingRoom;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node with its entrance: everything that serves, wired here and nowhere else. */
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
        Access access,
        boolean openMetrics) {
      this(
          dataDirectory,
          host,
          port,
          insecurePlaintext,
          time,
          onFailure,
          access,
          openMetrics,
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

  private final Node node;
  private final Publishing publishing;
  private final WaitingRoom waitingRoom;
  private final TopUps topUps;
  private final @Nullable LfsUpstream lfsObjects;
  private final Deliveries deliveries;
  private final Entrance entrance;
  private final NeededThreads watch;
  private final Options options;
  private final boolean adminTokenLetsIn;
  private final String jwks;

  /** Wires everything in the order in which data flows. */
  private Server(
      Options options,
      @Nullable InetSocketAddress address,
      CompletableFuture<Void> anticipated,
      OpenedParts opened)
      throws IOException {
    this.options = options;
    AtomicBoolean failed = new AtomicBoolean();
    RecoveredNode recovered = opened.add(recover(options, failed));
    LostJournal.refuseEmptied(options.dataDirectory(), recovered.kernel().lastPosition());
    LongSupplier tick = recovered.clock()::tick;
    LongSupplier wallNanos = options.time()::wallNanos;
    publishing = opened.add(beginPublishing(recovered));
    OidcSettings issuer = options.access().oidc();
    OidcTokens oidc = issuer == null ? null : new OidcTokens(issuer, wallNanos, tick);
    Credentials credentials =
        new Credentials(
            recovered.kernel().tokens(),
            recovered.kernel().revokedTokens(),
            LeaseTokens.of(recovered.kernel()),
            tick,
            wallNanos,
            oidc);
    LeaseIds leaseIds = new LeaseIds(recovered.kernel().policies());
    ProviderKeys providerKeys =
        new ProviderKeys(options.encryptionKeyFile(), recovered.kernel().providers());
    Subscribers subscribers =
        new Subscribers(recovered.kernel().subscriptions(), recovered.kernel().tokens());
    boolean anyRecurs =
        recovered.kernel().recorded().pools().stream().anyMatch(pool -> pool.recurrence() != null);
    node =
        opened.replace(
            recovered,
            recovered.start(
                // Routes are known before anybody reads the event that makes them.
                List.of(
                    subscribers,
                    publishing.publisher(),
                    credentials::follow,
                    leaseIds,
                    providerKeys::follow),
                publishing.figures()));
    publishing.publisher().lookUpWith(node::find);
    showFigures(publishing.figures(), node, oidc);
    waitingRoom =
        opened.add(new WaitingRoom(node.sequencer(), tick, options.time(), recovered.waiting()));
    node.addDurableListener(waitingRoom);
    topUps = opened.add(new TopUps(node.sequencer(), options.time(), anyRecurs));
    node.addDurableListener(topUps);
    topUps.start();
    CloudEvents words = new CloudEvents(publishing.source());
    SubscriptionSecrets secrets = providerKeys.subscriptionSecrets();
    deliveries =
        opened.add(
            DeliveryWiring.open(
                node.dataDirectory(),
                options.outside(),
                subscribers,
                secrets,
                publishing,
                node::find,
                new DeliveryWords(words, publishing.source()),
                options.time(),
                tick));
    publishing.figures().gauge("leasehold.deliveries.waiting", deliveries::waiting);
    deliveries.start();
    adminTokenLetsIn =
        AdminToken.ensure(node.dataDirectory(), credentials, command -> issue(node, command));
    anticipated.join();
    jwks = recovered.signer().key().jwks();
    LfsUpstreamSettings upstream = options.lfsUpstream();
    lfsObjects = upstream == null ? null : opened.add(new LfsUpstream(upstream.read()));
    entrance =
        open(
            address,
            new OperationContext(
                recovered.signer(),
                credentials,
                leaseIds,
                providerKeys,
                secrets,
                deliveries,
                options.outside(),
                recovered.archive(),
                tick,
                wallNanos),
            words,
            recovered.tables().agentsSee(),
            new Pages(jwks, options.openMetrics(), () -> obstacle(node, failed.get())));
    watch = NeededThreads.watch(neededThreads(), entrance::isServing, node::failHere);
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
    OpenedParts opened = new OpenedParts();
    try {
      Server server = new Server(options, address, anticipated, opened);
      // Logged here and not where it is chosen, which may be after a start has failed.
      LOG.info("signatures are made by {}", Ed25519.implementation());
      return server;
    } catch (IOException | RuntimeException e) {
      opened.closeAfter(e);
      throw e;
    }
  }

  private static RecoveredNode recover(Options options, AtomicBoolean failed) throws IOException {
    return RecoveredNode.open(
        options.dataDirectory(),
        options.time(),
        options.access().leasesPerHolder(),
        failure -> {
          failed.set(true);
          options.onFailure().accept(failure);
        });
  }

  private static Publishing beginPublishing(RecoveredNode recovered) throws IOException {
    return Publishing.begin(
        recovered.kernel(),
        recovered.directory().journalFile(),
        recovered.time(),
        recovered.clock()::tick,
        recovered.archive()::lease);
  }

  private List<Thread> neededThreads() {
    List<Thread> threads = new ArrayList<>(node.threads());
    threads.add(publishing.publisher().thread());
    threads.add(waitingRoom.thread());
    threads.add(topUps.thread());
    threads.add(deliveries.thread());
    return threads;
  }

  /** Opens the entrance: from now on requests are taken. */
  private Entrance open(
      @Nullable InetSocketAddress address,
      OperationContext context,
      CloudEvents words,
      AgentsSeeNow agentsSee,
      Pages pages)
      throws IOException {
    Dispatcher dispatcher =
        new Dispatcher(context, node.sequencer(), waitingRoom, publishing.figures());
    EventWatch events = new EventWatch(dispatcher, publishing.publisher(), words, agentsSee);
    return address == null
        ? InProcessServer.open(options.host(), dispatcher, node.sequencer(), waitingRoom, events)
        : Port.open(
            address,
            options.access().tls(),
            dispatcher,
            node.sequencer(),
            waitingRoom,
            events,
            pages,
            publishing.figures(),
            lfsObjects);
  }

  /** Shows the figures of an issuer even where none is configured: alerting rules may name them. */
  private static void showFigures(Figures figures, Node node, @Nullable OidcTokens oidc) {
    figures.gauge("leasehold.inbox.length", node::inboxLength);
    figures.feedLag(node::feedLag);
    figures.pools(() -> pools(node));
    figures.gauge("leasehold.issuer.keys", () -> oidc == null ? 0 : oidc.keyCount());
    figures.gauge(
        "leasehold.issuer.keys.unreadable.seconds",
        () -> oidc == null ? 0 : oidc.unreadableSeconds());
  }

  private static List<Pool> pools(Node node) {
    Reply reply = node.sequencer().submit(Caller.SERVER, new Command.ListPools()).join().reply();
    return reply instanceof Reply.Pools listed ? listed.pools() : List.of();
  }

  private static void issue(Node node, Command.IssueToken command) {
    Reply reply = node.sequencer().submit(Caller.SERVER, command).join().reply();
    if (reply instanceof Reply.Refused refused) {
      throw new IllegalStateException("no admin token: " + refused.refusal().detail());
    }
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
    watch.close();
    publishing.publisher().endStreams();
    node.stopHoldingBack();
    entrance.close();
    if (lfsObjects != null) {
      lfsObjects.close();
    }
    topUps.close();
    deliveries.close();
    publishing.close();
    node.close();
  }
}
