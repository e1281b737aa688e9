package dev.leasehold.node.deliver;

import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.publish.LeaseIdentity;
import dev.leasehold.node.publish.Publication;
import dev.leasehold.node.publish.Publisher;
import dev.leasehold.node.publish.Reader;
import dev.leasehold.node.publish.RecentlyUsedMap;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what is published from a position of its own, puts messages for those who subscribed into a
 * file, and delivers them from there, at least once each. All of it happens behind the replies: if
 * receivers are slow, messages wait in the file; if too many wait, those who take least get less.
 */
public final class Deliveries implements Reader, AutoCloseable {

  /** Messages that may be on their way at a time, in all and to one address. */
  static final int MAX_IN_FLIGHT = 64;

  static final int MAX_IN_FLIGHT_EACH = 8;

  private static final Duration PATIENCE_AT_CLOSE = Duration.ofSeconds(10);

  /** Leases that are remembered while the journal is read: only a grant says whose it is. */
  private static final int MAX_KNOWN = 4_096;

  /** How often the position is written down while there is nothing to tell. */
  private static final long SAVE_NANOS = Limits.SECOND;

  private static final long RETRY_NANOS = Limits.SECOND;

  /** Messages that may end before the oldest are forgotten. */
  private static final int TRIM_AFTER = 200;

  private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);

  private final DeliveryStore store;
  private final Subscribers subscribers;
  private final Publisher publisher;
  private final String source;
  private final Routing routing;
  private final DeliveryAttempt attempts;
  private final TimeSource time;
  private final Map<String, LeaseIdentity> known = new RecentlyUsedMap<>(MAX_KNOWN);
  private final Map<String, Integer> inFlight = new HashMap<>();
  private final Map<String, Integer> endedSinceTrim = new HashMap<>();

  /** Addresses whose last attempt failed. */
  private final Set<String> failing = new HashSet<>();

  private final Queue<Delivery> results = new ConcurrentLinkedQueue<>();

  /** Results that the file does not have yet. */
  private final List<Delivery> unwritten = new ArrayList<>();

  private final ExecutorService senders = Senders.open(MAX_IN_FLIGHT);
  private final MessageQuota quota;
  private final DeliveryQuestions questions = new DeliveryQuestions();
  private final Thread thread;
  private Map<String, Integer> waiting = new HashMap<>();
  private long position;
  private long savedPosition;
  private long savedNanos;
  private long lastWallNanos = Long.MAX_VALUE;
  private int turn;
  private int sent;
  private boolean troubled;
  private volatile boolean changed = true;
  private volatile boolean woken;
  private volatile boolean closed;

  /**
   * @param source names the journal, whose positions are of no use in another
   */
  public Deliveries(
      DeliveryStore store,
      Subscribers subscribers,
      Publisher publisher,
      String source,
      Routing routing,
      DeliveryAttempt attempts,
      TimeSource time)
      throws IOException {
    this.store = store;
    this.subscribers = subscribers;
    this.publisher = publisher;
    this.source = source;
    this.routing = routing;
    this.attempts = attempts;
    this.time = time;
    this.quota = new MessageQuota(time);
    this.position = Math.min(store.position(source, Long.MAX_VALUE), publisher.position());
    // A crash from here on loses nothing that happens from here on.
    store.add(List.of(), source, position);
    this.savedPosition = position;
    this.thread =
        Thread.ofPlatform().daemon().name("leasehold-deliver").unstarted(this::runUntilClosed);
  }

  public void start() {
    publisher.readAlong(this);
    subscribers.onChange(
        () -> {
          changed = true;
          wake();
        });
    thread.start();
  }

  public Thread thread() {
    return thread;
  }

  /** Messages that wait, in all. */
  public int waiting() {
    return quota.waitingInAll();
  }

  @Override
  public boolean isReading() {
    return !closed && !subscribers.now().isEmpty();
  }

  @Override
  public void wake() {
    woken = true;
    LockSupport.unpark(thread);
  }

  private void runUntilClosed() {
    while (!closed) {
      // Read before anything is looked at: moved time wakes whoever has read it.
      long before = time.monotonicNanos();
      woken = false;
      long nanos = RETRY_NANOS;
      try {
        nanos = step(before);
        troubled = false;
      } catch (IOException | RuntimeException e) {
        if (!troubled && !closed) {
          LOG.warn("messages to addresses outside are delivered later", e);
        }
        troubled = true;
        changed = true;
      }
      if (!closed && nanos > 0 && (troubled || !woken)) {
        time.park(Math.max(1, nanos - (time.monotonicNanos() - before)));
      }
    }
  }

  /** Does what there is to do; gives the nanoseconds until there may be more. */
  private long step(long nowNanos) throws IOException {
    takeResults();
    if (changed) {
      changed = false;
      forgetRemoved();
      waiting = store.waiting();
    }
    boolean more;
    long nanos;
    try {
      more = readOn(nowNanos);
    } finally {
      // Messages that wait can be sent also while the journal cannot be read.
      nanos = send();
      quota.count(waiting);
    }
    return more ? 0 : nanos;
  }

  private void takeResults() throws IOException {
    for (Delivery result = results.poll(); result != null; result = results.poll()) {
      unwritten.add(result);
      sent--;
      inFlight.merge(result.subscription(), -1, Deliveries::sumOrNothing);
      switch (result.state()) {
        case DELIVERED -> failing.remove(result.subscription());
        case WAITING, FAILED -> failing.add(result.subscription());
        default -> {}
      }
      if (result.state() != DeliveryState.WAITING) {
        waiting.merge(result.subscription(), -1, Deliveries::sumOrNothing);
        endedSinceTrim.merge(result.subscription(), 1, Integer::sum);
      }
    }
    if (!unwritten.isEmpty()) {
      store.update(unwritten);
      unwritten.clear();
      trim();
    }
  }

  private static @Nullable Integer sumOrNothing(int a, int b) {
    return a + b <= 0 ? null : a + b;
  }

  private void trim() throws IOException {
    for (String id : List.copyOf(endedSinceTrim.keySet())) {
      if (endedSinceTrim.getOrDefault(id, 0) >= TRIM_AFTER) {
        endedSinceTrim.remove(id);
        store.trim(id);
      }
    }
  }

  private void forgetRemoved() throws IOException {
    for (String id : store.subscriptions()) {
      if (subscribers.find(id).isEmpty()) {
        store.remove(id);
      }
    }
    failing.removeIf(id -> subscribers.find(id).isEmpty());
  }

  /** Reads a page of the journal; whether there may be more. */
  private boolean readOn(long nowNanos) throws IOException {
    if (!isReading()) {
      return false;
    }
    long from = Math.max(position, Math.min(subscribers.earliest(), publisher.position()));
    List<Publication> page = publisher.after(from, known);
    long upTo = page.isEmpty() ? from : page.get(page.size() - 1).position();
    List<Delivery> made = new ArrayList<>();
    for (Publication publication : page) {
      for (Delivery delivery : routed(publication)) {
        int before = waiting.getOrDefault(delivery.subscription(), 0);
        Delivery checked = quota.of(delivery, before);
        made.add(checked);
        if (checked.state() == DeliveryState.WAITING) {
          waiting.put(delivery.subscription(), before + 1);
        } else {
          endedSinceTrim.merge(delivery.subscription(), 1, Integer::sum);
        }
      }
    }
    boolean late = upTo != savedPosition && nowNanos - savedNanos >= SAVE_NANOS;
    if (!made.isEmpty() || late) {
      store.add(made, source, upTo);
      savedPosition = upTo;
      savedNanos = nowNanos;
      trim();
    }
    position = upTo;
    return !page.isEmpty();
  }

  /** One event that cannot be told must not keep back all that come after it. */
  private List<Delivery> routed(Publication publication) {
    try {
      return routing.of(publication, time.wallNanos());
    } catch (RuntimeException e) {
      LOG.error("nobody outside is told of the event at {}", publication.position(), e);
      return List.of();
    }
  }

  /** Sends what is due; gives the nanoseconds until something else is. */
  private long send() throws IOException {
    long now = time.wallNanos();
    long next = Long.MAX_VALUE;
    if (now < lastWallNanos) {
      // The clock was set back, maybe before the start.
      store.hasten(now + Backoff.LONGEST_NANOS);
    }
    lastWallNanos = now;
    List<String> ids = new ArrayList<>(waiting.keySet());
    // Each begins in its turn: where all ways out are taken, the first are not always the same.
    Collections.rotate(ids, -turn++);
    for (String id : ids) {
      Subscription to = subscribers.find(id).orElse(null);
      int free = free(id);
      if (to != null && free > 0) {
        start(to, store.due(id, now, free), now);
        // An end of an attempt wakes this thread, so that nobody waits for what is full.
        next = Math.min(next, free(id) > 0 ? store.nextDue(id) : Long.MAX_VALUE);
      }
    }
    // The wall clock may be set, so that nobody sleeps longer on what it said.
    return next == Long.MAX_VALUE ? next : Math.clamp(next - now, 0, Limits.MINUTE);
  }

  /** How many messages may leave for an address now; one at a time where the last has failed. */
  private int free(String id) {
    int most = failing.contains(id) ? 1 : MAX_IN_FLIGHT_EACH;
    return Math.min(most - inFlight.getOrDefault(id, 0), MAX_IN_FLIGHT - sent);
  }

  private void start(Subscription to, List<Delivery> due, long now) throws IOException {
    List<Delivery> written = new ArrayList<>();
    List<Delivery> started = new ArrayList<>();
    for (Delivery delivery : due) {
      long quietUntil = QuietHours.endOf(to, delivery, now);
      if (quietUntil > now) {
        written.add(delivery.postponed(quietUntil));
      } else {
        written.add(delivery.sending());
        started.add(delivery);
      }
    }
    if (!written.isEmpty()) {
      store.update(written);
    }
    for (Delivery delivery : started) {
      sent++;
      inFlight.merge(to.id(), 1, Integer::sum);
      try {
        senders.execute(() -> attempt(to, delivery));
      } catch (RejectedExecutionException e) {
        LOG.debug("message {} is sent after the next start", delivery.id());
      }
    }
  }

  private void attempt(Subscription to, Delivery delivery) {
    results.add(attempts.attempt(to, delivery));
    wake();
  }

  /** Whether the address may be sent another test message now. */
  public boolean allowsTest(Subscription to) {
    return quota.allowsTest(to);
  }

  /** Whether the actor may have another code sent to an address now. */
  public boolean allowsCode(String actor) {
    return quota.allowsCode(actor);
  }

  /** Asks the file about deliveries on a thread that may wait for it. */
  public <T> CompletableFuture<T> ask(Callable<T> question) {
    return questions.ask(question);
  }

  /** Puts a message into the queue that says nothing but that it arrives. */
  public void test(Subscription to) throws IOException {
    Delivery test = Delivery.test(to.id(), time.wallNanos());
    store.add(quota.of(test, store.report(to.id()).waiting()));
    changed = true;
    wake();
  }

  /** Sends dead letters again, all of them if none is named; gives how many. */
  public int resend(Subscription to, List<String> ids) throws IOException {
    int count = store.resend(to.id(), ids);
    changed = true;
    wake();
    return count;
  }

  public DeliveryReport report(Subscription of) throws IOException {
    return store.report(of.id());
  }

  /** Messages to an address, the newest first. */
  public List<Delivery> newest(Subscription of, int limit) throws IOException {
    return store.newest(of.id(), limit);
  }

  /** Stops. Messages that are on their way are sent once more after the next start. */
  @Override
  public void close() throws IOException {
    closed = true;
    wake();
    try {
      if (!thread.join(PATIENCE_AT_CLOSE)) {
        LOG.warn("messages that are on their way are sent once more after the next start");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    senders.shutdownNow();
    questions.close();
    attempts.close();
    store.close();
  }
}
