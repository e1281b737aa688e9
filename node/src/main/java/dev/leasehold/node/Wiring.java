package dev.leasehold.node;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.node.alerts.Alert;
import dev.leasehold.node.alerts.AlertDetector;
import dev.leasehold.node.alerts.PastAlerts;
import dev.leasehold.node.authorise.AdminToken;
import dev.leasehold.node.authorise.Credentials;
import dev.leasehold.node.authorise.LeaseTokens;
import dev.leasehold.node.authorise.OidcSettings;
import dev.leasehold.node.authorise.OidcTokens;
import dev.leasehold.node.deliver.Composer;
import dev.leasehold.node.deliver.Deliveries;
import dev.leasehold.node.deliver.DeliveryAttempt;
import dev.leasehold.node.deliver.DeliveryStore;
import dev.leasehold.node.deliver.Routing;
import dev.leasehold.node.deliver.Subscribers;
import dev.leasehold.node.deliver.Wording;
import dev.leasehold.node.deliver.channel.Channels;
import dev.leasehold.node.http.lfs.LfsUpstream;
import dev.leasehold.node.http.pages.Pages;
import dev.leasehold.node.keys.KeyCipher;
import dev.leasehold.node.keys.ProviderKeys;
import dev.leasehold.node.keys.SubscriptionSecrets;
import dev.leasehold.node.metrics.Figures;
import dev.leasehold.node.metrics.LeaseCounts;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.EventWatch;
import dev.leasehold.node.operation.FreshReplies;
import dev.leasehold.node.operation.subscribe.DeliveryWords;
import dev.leasehold.node.operation.translate.CloudEvents;
import dev.leasehold.node.operation.translate.LeaseIds;
import dev.leasehold.node.operation.translate.OperationContext;
import dev.leasehold.node.persist.BlockLookup;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.SqliteJournal;
import dev.leasehold.node.persist.files.DataDirectory;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.port.Entrance;
import dev.leasehold.node.port.InProcessServer;
import dev.leasehold.node.port.Port;
import dev.leasehold.node.prove.GrantSigner;
import dev.leasehold.node.prove.RegistrarKey;
import dev.leasehold.node.publish.Follower;
import dev.leasehold.node.publish.Publisher;
import dev.leasehold.node.recurring.TopUps;
import dev.leasehold.node.sequence.AgentVisibilitySetting;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.sequence.SequencerParts;
import dev.leasehold.node.sequence.SoloSequencer;
import dev.leasehold.node.sequence.WorkMeter;
import dev.leasehold.node.tables.Tables;
import dev.leasehold.node.tables.query.Archive;
import dev.leasehold.node.time.TickClock;
import dev.leasehold.node.time.TimeSource;
import dev.leasehold.node.waiting.WaitingRoom;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the parts of a server and hands each the parts that it uses, in the order in which data
 * flows: what is recovered, what follows the journal, the sequencer, what waits and what goes out,
 * the entrance. Nothing is wired elsewhere, but for what a part keeps to itself: {@link Tables} its
 * file, {@link Port} its surfaces.
 */
public final class Wiring {

  private final Server.Options options;
  private final OpenedParts opened;

  private Wiring(Server.Options options, OpenedParts opened) {
    this.options = options;
    this.opened = opened;
  }

  /**
   * Takes the data directory and recovers what was there.
   *
   * @param leasesPerHolder how many leases one holder may have at a time
   * @param onFailure called once, on a thread of its own, if the node can go on no more: end the
   *     process
   * @throws IOException with a sentence for the person who started it
   */
  public static RecoveredNode recover(
      Path dataDirectory, TimeSource time, int leasesPerHolder, Consumer<Throwable> onFailure)
      throws IOException {
    OpenedParts opened = new OpenedParts();
    try {
      DataDirectory directory = opened.add(DataDirectory.open(dataDirectory));
      DiskSpace diskSpace = directory.diskSpace();
      // The key comes before the journal: a journal without its key is one whose key was lost.
      RegistrarKey key = RegistrarKey.ensure(directory.path(), directory.journalFile());
      Journal journal = opened.add(SqliteJournal.open(directory));
      Consumer<Throwable> once = once(onFailure);
      Tables tables =
          opened.add(
              Tables.open(directory.tablesFile(), journal, diskSpace, leasesPerHolder, once));
      Kernel kernel = tables.kernel();
      RecoveredNode.refuseForeignKey(directory, key, journal);
      TickClock clock = TickClock.resume(time, journal.lastMark(), journal.head().tick());
      RecoveredNode recovered =
          new RecoveredNode(
              directory,
              diskSpace,
              key,
              new GrantSigner(key),
              journal,
              tables,
              kernel,
              new AgentVisibilitySetting(kernel.config().agentsSee()),
              time,
              clock,
              RecoveredNode.waiting(kernel, clock.resumedFromTick()),
              once);
      // The mark precedes all blocks of this session, or a crash would leave their ticks unmarked.
      journal.mark(clock.markAt(clock.tick()));
      return recovered;
    } catch (IOException | RuntimeException e) {
      opened.closeAfter(e);
      throw e;
    }
  }

  /** Passes on the first failure only. */
  private static Consumer<Throwable> once(Consumer<Throwable> onFailure) {
    AtomicBoolean failed = new AtomicBoolean();
    return failure -> {
      if (!failed.getAndSet(true)) {
        onFailure.accept(failure);
      }
    };
  }

  /**
   * Begins to take commands. From now on the node owns all that was recovered, and closes it.
   *
   * @param listeners told of all that becomes durable, from the first block on
   */
  public static Node start(
      RecoveredNode recovered, List<DurableListener> listeners, WorkMeter meter) {
    Tables tables = recovered.tables();
    List<DurableListener> all = new ArrayList<>();
    all.add(recovered.agentVisibility());
    all.addAll(listeners);
    all.add(tables);
    SoloSequencer sequencer =
        new SoloSequencer(
            recovered.kernel(),
            recovered.clock(),
            recovered.time(),
            recovered.journal(),
            new SequencerParts(recovered.diskSpace(), tables, recovered.signer(), all, meter),
            recovered.onFailure());
    tables.storeStatesOf(sequencer.states());
    return new Node(
        recovered,
        sequencer,
        tables.withHistory(sequencer, recovered.agentVisibility()),
        new DiskWatch(recovered.journal(), recovered.diskSpace(), recovered.onFailure()));
  }

  /**
   * Makes a server, which takes requests from when this returns. If a part cannot be opened, those
   * that were opened before are closed.
   *
   * @param address null for a server without a port
   * @param anticipated done when the entrance may be opened
   */
  static Server server(
      Server.Options options,
      @Nullable InetSocketAddress address,
      CompletableFuture<Void> anticipated)
      throws IOException {
    OpenedParts opened = new OpenedParts();
    try {
      return new Wiring(options, opened).server(address, anticipated);
    } catch (IOException | RuntimeException e) {
      opened.closeAfter(e);
      throw e;
    }
  }

  private Server server(@Nullable InetSocketAddress address, CompletableFuture<Void> anticipated)
      throws IOException {
    AtomicBoolean failed = new AtomicBoolean();
    RecoveredNode recovered = opened.add(recover(failed));
    Kernel kernel = recovered.kernel();
    LostJournal.refuseEmptied(options.dataDirectory(), kernel.lastPosition());
    LongSupplier tick = recovered.clock()::tick;
    LongSupplier wallNanos = options.time()::wallNanos;
    Archive archive = recovered.tables().archive(recovered.agentVisibility());

    // Listeners to the journal, from the first block on.
    LeaseCounts counts = new LeaseCounts();
    kernel.recorded().forEachLease(counts::begin);
    Figures figures = opened.add(new Figures(counts, Alert.Kind.words()));
    BlockLookup blocks = opened.add(BlockLookup.open(recovered.directory().journalFile()));
    String source = "urn:leasehold:journal:" + blocks.journalId();
    Publisher publisher = publisher(kernel, blocks, archive, counts, figures, tick);
    OidcTokens oidc = oidc(wallNanos, tick);
    Credentials credentials =
        new Credentials(
            kernel.tokens(), kernel.revokedTokens(), LeaseTokens.of(kernel), tick, wallNanos, oidc);
    LeaseIds leaseIds = new LeaseIds(kernel.policies());
    KeyCipher cipher = new KeyCipher(options.encryptionKeyFile());
    ProviderKeys providerKeys = new ProviderKeys(cipher, kernel.providers());
    SubscriptionSecrets secrets = new SubscriptionSecrets(cipher);
    Subscribers subscribers = new Subscribers(kernel.subscriptions(), kernel.tokens());
    boolean anyRecurs =
        kernel.recorded().pools().stream().anyMatch(pool -> pool.recurrence() != null);

    // Routes are known before anybody reads the event that makes them.
    List<DurableListener> listeners =
        List.of(subscribers, publisher, credentials::follow, leaseIds, providerKeys::follow);
    Node node = opened.replace(recovered, start(recovered, listeners, figures));
    Sequencer sequencer = node.sequencer();
    publisher.lookUpWith(node::find);
    showFigures(figures, node, oidc);

    // Commands of the server itself, and messages to people.
    WaitingRoom waitingRoom =
        opened.add(new WaitingRoom(sequencer, tick, options.time(), recovered.waiting()));
    node.addDurableListener(waitingRoom);
    TopUps topUps = opened.add(new TopUps(sequencer, options.time(), anyRecurs));
    node.addDurableListener(topUps);
    topUps.start();
    CloudEvents events = new CloudEvents(source);
    Deliveries deliveries =
        deliveries(node, publisher, source, subscribers, secrets, new DeliveryWords(events), tick);
    figures.gauge("leasehold.deliveries.waiting", deliveries::waiting);
    deliveries.start();

    // The way that requests come in.
    boolean adminTokenLetsIn = AdminToken.ensure(node.dataDirectory(), credentials, node::issue);
    anticipated.join();
    LfsUpstreamSettings upstream = options.lfsUpstream();
    LfsUpstream lfsObjects = upstream == null ? null : opened.add(new LfsUpstream(upstream.read()));
    OperationContext context =
        new OperationContext(
            recovered.key(),
            recovered.signer(),
            credentials,
            leaseIds,
            providerKeys,
            secrets,
            deliveries,
            options.outside(),
            archive,
            tick,
            wallNanos);
    FreshReplies replies = new FreshReplies(sequencer, tick, wallNanos);
    Dispatcher dispatcher =
        new Dispatcher(context, credentials, sequencer, replies, waitingRoom, figures);
    EventWatch watch = new EventWatch(dispatcher, publisher, events, recovered.agentVisibility());
    String jwks = recovered.key().jwks();
    Pages pages = new Pages(jwks, options.openMetrics(), () -> node.obstacle(failed.get()));
    Entrance entrance =
        address == null
            ? InProcessServer.open(options.host(), dispatcher, sequencer, waitingRoom, watch)
            : Port.open(
                address,
                options.access().tls(),
                dispatcher,
                sequencer,
                waitingRoom,
                watch,
                pages,
                figures,
                lfsObjects);
    List<Thread> needed = new ArrayList<>(node.threads());
    needed.add(publisher.thread());
    needed.add(waitingRoom.thread());
    needed.add(topUps.thread());
    needed.add(deliveries.thread());
    NeededThreads threads = NeededThreads.watch(needed, entrance::isServing, node::failHere);

    // Requests under way finish, then the node stops.
    Closeable endOfLfs = lfsObjects == null ? () -> {} : lfsObjects::close;
    List<Closeable> ending =
        List.of(
            threads::close,
            publisher::endStreams,
            node::stopHoldingBack,
            entrance::close,
            endOfLfs,
            topUps::close,
            deliveries::close,
            publisher::close,
            figures::close,
            node::close);
    return new Server(options, node, waitingRoom, entrance, jwks, adminTokenLetsIn, ending);
  }

  private RecoveredNode recover(AtomicBoolean failed) throws IOException {
    return recover(
        options.dataDirectory(),
        options.time(),
        options.access().leasesPerHolder(),
        failure -> {
          failed.set(true);
          options.onFailure().accept(failure);
        });
  }

  /** The publisher with metrics and alerts, beginning where recovery has ended. */
  private Publisher publisher(
      Kernel kernel,
      BlockLookup blocks,
      Archive archive,
      LeaseCounts counts,
      Figures figures,
      LongSupplier tick)
      throws IOException {
    AlertDetector detector = new AlertDetector(counts);
    List<Alert> before =
        new PastAlerts(kernel, archive::lease).find(detector, blocks, PastAlerts.EVENTS);
    Publisher publisher =
        opened.replace(
            blocks,
            new Publisher(
                kernel.lastPosition(),
                options.time(),
                tick,
                List.of(Follower.counting(figures), Follower.alerting(detector, figures)),
                blocks,
                before));
    figures.gauge("leasehold.watchers", publisher::watcherCount);
    figures.gauge("leasehold.journal.position", publisher::position);
    return publisher;
  }

  private @Nullable OidcTokens oidc(LongSupplier wallNanos, LongSupplier tick) throws IOException {
    OidcSettings issuer = options.access().oidc();
    return issuer == null ? null : new OidcTokens(issuer, wallNanos, tick);
  }

  /** Shows the figures of an issuer even where none is configured: alerting rules may name them. */
  private static void showFigures(Figures figures, Node node, @Nullable OidcTokens oidc) {
    figures.gauge("leasehold.inbox.length", node::inboxLength);
    figures.feedLag(node::feedLag);
    figures.pools(node::pools);
    figures.gauge("leasehold.issuer.keys", () -> oidc == null ? 0 : oidc.keyCount());
    figures.gauge(
        "leasehold.issuer.keys.unreadable.seconds",
        () -> oidc == null ? 0 : oidc.unreadableSeconds());
  }

  private Deliveries deliveries(
      Node node,
      Publisher publisher,
      String source,
      Subscribers subscribers,
      SubscriptionSecrets secrets,
      Wording words,
      LongSupplier tick)
      throws IOException {
    LongSupplier wallNanos = options.time()::wallNanos;
    DeliveryStore store = opened.add(DeliveryStore.open(node.dataDirectory()));
    DeliveryAttempt attempts =
        new DeliveryAttempt(
            secrets,
            new Composer(words, node::find, tick),
            new Channels(options.outside(), words::chat, wallNanos),
            wallNanos);
    Routing routing = new Routing(subscribers, words);
    return opened.replace(
        store,
        new Deliveries(store, subscribers, publisher, source, routing, attempts, options.time()));
  }
}
