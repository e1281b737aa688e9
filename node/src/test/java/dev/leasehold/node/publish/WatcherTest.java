package dev.leasehold.node.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.alerts.Alert;
import dev.leasehold.node.persist.BlockLookup;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Slow, resuming and stuck watchers, without a wire, on a journal with a gap before its newest
 * position.
 */
class WatcherTest {

  private static final long NEWEST = 5 * Watcher.STALL_EVENTS;
  private static final long UNCOUNTABLE = NEWEST + 1;
  private static final Alert ALERT =
      new Alert(Alert.Kind.HOARDING, NEWEST, 0, 0, "ann", "", List.of(), 2, 1, 0, "");

  /** Takes one publication at a time, and each only when it is looked at again. */
  private static final class SlowSink implements Sink {
    final List<Long> taken = new CopyOnWriteArrayList<>();
    final List<Publication> publications = new CopyOnWriteArrayList<>();
    volatile StreamEnd end;
    volatile boolean takes = true;
    private volatile Runnable wake = () -> {};
    private volatile boolean ready = true;
    private volatile boolean full;

    @Override
    public void onChange(Runnable newWake) {
      wake = newWake;
    }

    @Override
    public void send(Publication publication) {
      taken.add(publication.position());
      publications.add(publication);
      full = true;
    }

    @Override
    public boolean isFull() {
      return full;
    }

    @Override
    public void flush() {
      ready = !full;
      full = false;
    }

    @Override
    public boolean isReady() {
      boolean before = ready;
      if (!before && takes) {
        ready = true;
        wake.run();
      }
      return before;
    }

    @Override
    public void keepAlive(long position) {}

    @Override
    public boolean isClosed() {
      return end != null;
    }

    @Override
    public void end(StreamEnd why) {
      end = why;
    }
  }

  @TempDir Path directory;
  private final MovedTime time = new MovedTime();
  private final SlowSink sink = new SlowSink();
  private long lastRecorded;

  /** A follower breaks its promise at this position. */
  private volatile long unpublishable = -1;

  private Publisher publisher;

  @BeforeEach
  void open() throws Exception {
    try (ServedNode node = ServedNode.start(directory)) {
      node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"]}");
      node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"/b\"]}");
      lastRecorded = node.lastPosition();
    }
    publishAfter(NEWEST);
  }

  private void publishAfter(long position) throws Exception {
    publisher =
        new Publisher(
            position,
            time,
            () -> 0,
            List.of(this::count),
            BlockLookup.open(directory.resolve("journal.db")),
            List.of(ALERT));
    publisher.lookUpWith(id -> CompletableFuture.completedFuture(Optional.empty()));
  }

  private List<Alert> count(DurableBlock block, long durableTick) {
    if (block.lastPosition() == unpublishable) {
      return null;
    }
    if (block.lastPosition() == UNCOUNTABLE) {
      throw new IllegalStateException("does not count");
    }
    return List.of();
  }

  @AfterEach
  void close() throws Exception {
    publisher.close();
  }

  private void watchFromTheStart() {
    WatchFilter all = new WatchFilter(Caller.SERVER, "", "", Set.of(), () -> AgentsSee.SPACES);
    assertThat(publisher.watch(all, 0, () -> sink, () -> true)).isPresent();
  }

  @Test
  void whoHasFarToGoAndTakesItBitByBitIsNotCutOff() {
    watchFromTheStart();

    await().until(() -> sink.taken.contains(lastRecorded));
  }

  @Test
  void whoTakesNothingWhileAMillionEventsPassIsCutOff() {
    sink.takes = false;
    watchFromTheStart();
    await().until(() -> sink.taken.size() == 1);

    await()
        .until(
            () -> {
              becomesDurable(publisher.position() + Watcher.STALL_EVENTS);
              return sink.end != null;
            });
    assertThat(sink.end.reason()).isEqualTo(StreamEnd.Reason.NOT_READING);
    assertThat(sink.taken).hasSize(1);
  }

  /** The stream before may have ended between the event and its alert. */
  @Test
  void whoGoesOnAfterAnEventIsToldOfTheAlertThatFollowsIt() {
    WatchFilter all = new WatchFilter(Caller.SERVER, "", "", Set.of(), () -> AgentsSee.SPACES);
    publisher.watch(all, NEWEST, () -> sink, () -> true);

    await().until(() -> sink.publications.contains(new Publication.OfAlert(ALERT)));
  }

  @Test
  void whatCannotBeCountedIsToldAllTheSame() {
    WatchFilter all = new WatchFilter(Caller.SERVER, "", "", Set.of(), () -> AgentsSee.SPACES);
    publisher.watch(all, NEWEST, () -> sink, () -> true);

    becomesDurable(UNCOUNTABLE);
    becomesDurable(UNCOUNTABLE + 1);

    await().until(() -> sink.taken.contains(UNCOUNTABLE + 1));
    assertThat(sink.taken).contains(UNCOUNTABLE);
  }

  @Test
  void aBlockThatCannotBePublishedIsReadFromTheJournal() throws Exception {
    publisher.close();
    publishAfter(lastRecorded - 3);
    WatchFilter all = new WatchFilter(Caller.SERVER, "", "", Set.of(), () -> AgentsSee.SPACES);
    publisher.watch(all, lastRecorded - 3, () -> sink, () -> true);
    becomesDurable(lastRecorded - 2);
    await().until(() -> sink.taken.contains(lastRecorded - 2));

    unpublishable = lastRecorded - 1;
    becomesDurable(unpublishable);
    becomesDurable(lastRecorded);

    await().until(() -> sink.taken.contains(lastRecorded));
    assertThat(sink.taken).containsExactly(lastRecorded - 2, lastRecorded - 1, lastRecorded);
  }

  @Test
  void whoHasNoTokenOfOursIsCountedByName() {
    for (int i = 0; i < Publisher.MAX_WATCHERS_PER_TOKEN; i++) {
      assertThat(watch("ann")).isPresent();
    }
    assertThat(watch("ann")).isEmpty();
    assertThat(watch("bob")).isPresent();
  }

  private Optional<Watcher> watch(String actor) {
    Caller caller = new Caller(actor, Role.AGENT, List.of());
    WatchFilter filter = new WatchFilter(caller, "", "", Set.of(), () -> AgentsSee.SPACES);
    return publisher.watch(filter, NEWEST, SlowSink::new, () -> true);
  }

  private void becomesDurable(long position) {
    publisher.onDurableFacts(
        new DurableBlock(
            List.of(
                new Fact(
                    new AdminEvent.TokenRevoked(new Event.At(position, 1, 1), "t", ""),
                    null,
                    null)),
            1,
            1));
  }
}
