package dev.leasehold.node.publish;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.alerts.Alert;
import dev.leasehold.node.persist.BlockLookup;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands each durable block to watchers, metrics and alerts. The writer's thread only puts it into a
 * queue.
 */
public final class Publisher implements DurableListener, AutoCloseable {

  /** Enough for a dashboard for everybody in a large team. */
  public static final int MAX_WATCHERS = 1_000;

  /** One client that opens streams and forgets them must not lock the others out. */
  public static final int MAX_WATCHERS_PER_TOKEN = 32;

  /** Events that one watcher holds in memory at a time. */
  private static final int PAGE = 512;

  /**
   * Events that may wait for the publisher's thread. Beyond that the writer publishes them itself,
   * which is slower for all and loses nothing.
   */
  private static final int MAX_PENDING_EVENTS = 131_072;

  /**
   * Without a watcher, how long the thread lets blocks gather: counts and alerts are so much later,
   * and under load most blocks need not wake it.
   */
  private static final long GATHER_NANOS = 20 * Limits.MILLISECOND;

  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private record Pending(DurableBlock block, long durableTick) {}

  private final Deque<Pending> pending = new ArrayDeque<>();
  private final ReentrantLock publishing = new ReentrantLock();
  private final List<Follower> followers;
  private final TimeSource time;
  private final LongSupplier tick;
  private final RecentBlocks recent;
  private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
  private final Thread thread;
  private volatile @Nullable History history;
  private final BlockLookup journal;
  private int pendingEvents;
  private volatile @Nullable Reader reader;
  private volatile long durablePosition;
  private volatile long publishedPosition;
  private volatile boolean closed;

  /** Whether the thread looks by itself soon, so that nobody has to wake it. */
  private volatile boolean gathering;

  /**
   * Starts at once.
   *
   * @param position up to which everything has happened before
   * @param journal closed with the publisher
   * @param before alerts that were raised before
   */
  public Publisher(
      long position,
      TimeSource time,
      LongSupplier tick,
      List<Follower> followers,
      BlockLookup journal,
      List<Alert> before) {
    this.journal = journal;
    this.durablePosition = position;
    this.publishedPosition = position;
    this.recent = new RecentBlocks(position, before);
    this.time = time;
    this.tick = tick;
    this.followers = List.copyOf(followers);
    this.thread =
        Thread.ofPlatform().daemon().name("leasehold-publish").start(this::publishUntilClosed);
  }

  /** The thread that publishes. */
  public Thread thread() {
    return thread;
  }

  /** Sets the lookup for leases of old events; watchers may begin after that. */
  public void lookUpWith(LeaseLookup lookup) {
    history = new History(journal, lookup, tick);
  }

  /** Sets who reads along; it is woken after each block while it is reading. */
  public void readAlong(Reader newReader) {
    reader = newReader;
  }

  private boolean isReadAlong() {
    Reader along = reader;
    return along != null && along.isReading();
  }

  private boolean isWatched() {
    return !watchers.isEmpty() || isReadAlong();
  }

  @Override
  public void onDurableFacts(DurableBlock block) {
    boolean overfull;
    synchronized (pending) {
      pending.add(new Pending(block, tick.getAsLong()));
      pendingEvents += block.eventCount();
      overfull = pendingEvents > MAX_PENDING_EVENTS;
    }
    durablePosition = block.lastPosition();
    if (overfull) {
      publishPending();
    } else if (!gathering || isWatched()) {
      LockSupport.unpark(thread);
    }
  }

  private void publishUntilClosed() {
    while (!closed) {
      publishPending();
      if (isWatched()) {
        LockSupport.park(this);
      } else {
        gather();
      }
    }
    publishPending();
  }

  /** Returns when there may be something to publish. */
  private void gather() {
    gathering = true;
    LockSupport.parkNanos(this, GATHER_NANOS);
    gathering = false;
    // A block that came before this look may not have woken this thread; one after it does.
    if (durablePosition == publishedPosition && !closed) {
      LockSupport.park(this);
    }
  }

  private void publishPending() {
    publishing.lock();
    try {
      for (Pending next = take(); next != null; next = take()) {
        publish(next);
      }
    } finally {
      publishing.unlock();
    }
  }

  private @Nullable Pending take() {
    synchronized (pending) {
      Pending next = pending.poll();
      pendingEvents -= next == null ? 0 : next.block().eventCount();
      return next;
    }
  }

  private void publish(Pending next) {
    DurableBlock block = next.block();
    try {
      remember(block, next.durableTick());
    } catch (RuntimeException e) {
      LOG.error("the block up to position {} is read from the journal", block.lastPosition(), e);
      recent.leaveOut(block.lastPosition());
    }
    publishedPosition = block.lastPosition();
    for (Fact fact : block.facts()) {
      if (fact.event() instanceof AdminEvent.TokenRevoked revoked) {
        endOf(revoked.tokenId());
      }
    }
    watchers.forEach(Watcher::wake);
    Reader along = reader;
    if (along != null && along.isReading()) {
      along.wake();
    }
  }

  private void remember(DurableBlock block, long durableTick) {
    List<Alert> alerts = new ArrayList<>();
    for (Follower follower : followers) {
      alerts.addAll(followed(follower, block, durableTick));
    }
    recent.add(block, alerts, isWatched());
  }

  /** A follower that fails keeps no event from watchers. */
  private static List<Alert> followed(Follower follower, DurableBlock block, long durableTick) {
    try {
      return follower.follow(block, durableTick);
    } catch (RuntimeException e) {
      LOG.error("a block up to position {} was not counted", block.lastPosition(), e);
      return List.of();
    }
  }

  private void endOf(String tokenId) {
    for (Watcher watcher : watchers) {
      if (watcher.caller().tokenId().equals(tokenId)) {
        watcher.end(StreamEnd.Reason.TOKEN_ENDED);
      }
    }
  }

  /** The position of the newest event that is durable. */
  public long position() {
    return durablePosition;
  }

  /** The position of the oldest event that can still be read. */
  public long firstPosition() throws IOException {
    return journal.firstPosition();
  }

  /** The number of open watchers. */
  public int watcherCount() {
    return watchers.size();
  }

  private boolean isFullFor(Caller caller) {
    return watchers.size() >= MAX_WATCHERS
        || watchers.stream().filter(w -> isAlike(w.caller(), caller)).count()
            >= MAX_WATCHERS_PER_TOKEN;
  }

  /**
   * Callers with tokens of other issuers, or certificates, have no token id and are told apart by
   * name.
   */
  private static boolean isAlike(Caller one, Caller other) {
    return one.tokenId().equals(other.tokenId())
        && (!one.tokenId().isEmpty() || one.actor().equals(other.actor()));
  }

  /**
   * Begins to send the sink the publications after the position. The calling code has to look
   * afterwards whether the caller's token is still valid: from then on its end ends the stream.
   *
   * @param isStillAuthorised whether the caller's credential is still good, asked every few
   *     seconds: one of another issuer ends without an event
   * @return nothing if there are too many already, in all or with this token
   */
  public synchronized Optional<Watcher> watch(
      WatchFilter filter, long position, Supplier<Sink> sink, BooleanSupplier isStillAuthorised) {
    if (isFullFor(filter.caller())) {
      return Optional.empty();
    }
    Watcher watcher =
        new Watcher(this, filter, position, sink.get(), time, tick, isStillAuthorised);
    watchers.add(watcher);
    LockSupport.unpark(thread);
    watcher.start();
    if (closed) {
      watcher.end(StreamEnd.Reason.STOPPING);
    }
    return Optional.of(watcher);
  }

  void leave(Watcher watcher) {
    watchers.remove(watcher);
  }

  /**
   * The next page after a position; empty if there is nothing yet.
   *
   * @param known the leases that whoever asks remembers
   */
  public List<Publication> after(long position, Map<String, LeaseIdentity> known)
      throws IOException {
    long upTo = publishedPosition;
    if (position >= upTo) {
      return List.of();
    }
    List<Publication> page = recent.after(position, PAGE).orElse(null);
    if (page == null) {
      page = history().after(position, upTo, PAGE, known);
    }
    return page.isEmpty() ? page : withAlerts(position, page);
  }

  /** Where older publications are found, and leases as they are now. */
  History history() throws IOException {
    History past = history;
    if (past == null) {
      throw new IOException("there is no journal to read from");
    }
    return past;
  }

  /**
   * The alerts of the event at a position. A stream that resumes there gets them once more: the one
   * before may have ended between the event and its alerts.
   */
  List<Publication> alertsAt(long position) {
    return recent.alertsWithin(position - 1, position);
  }

  /** An alert follows the event that gave rise to it. */
  private List<Publication> withAlerts(long position, List<Publication> page) {
    List<Publication> alerts = recent.alertsWithin(position, page.get(page.size() - 1).position());
    if (alerts.isEmpty()) {
      return page;
    }
    List<Publication> merged = new ArrayList<>(page);
    merged.addAll(alerts);
    merged.sort(Comparator.comparingLong(Publication::position));
    return merged;
  }

  /** Ends all streams, and lets none begin. */
  public void endStreams() {
    closed = true;
    watchers.forEach(watcher -> watcher.end(StreamEnd.Reason.STOPPING));
  }

  @Override
  public void close() throws IOException {
    endStreams();
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    journal.close();
  }
}
