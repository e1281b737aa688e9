package dev.leasehold.node.sequence;

import static org.awaitility.Awaitility.await;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.MemoryJournal;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.prove.GrantSigner;
import dev.leasehold.node.prove.RegistrarKey;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import dev.leasehold.node.time.MovedTime;
import dev.leasehold.node.time.TickClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A sequencer on a journal that can be held up, in a time that the test moves. */
final class Rig implements AutoCloseable {

  static final Caller AGENT = new Caller("agent", Role.AGENT, List.of());

  final MovedTime time = new MovedTime();
  final MemoryJournal journal = new MemoryJournal();
  final Kernel kernel = new Kernel();
  final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  final TickClock clock = TickClock.resume(time, null, 0);
  final GrantSigner signer = new GrantSigner(RegistrarKey.random());
  final AtomicLong usableBytes = new AtomicLong(Long.MAX_VALUE);

  /** Answers about commands that may have been carried out before; certain of none at first. */
  final Map<Command, CompletableFuture<@Nullable Reply>> forgotten = new ConcurrentHashMap<>();

  final SoloSequencer sequencer;

  Rig() {
    this(cause -> {});
  }

  /**
   * @param onFailure called before {@link #failure} is complete
   */
  Rig(Consumer<Throwable> onFailure) {
    sequencer =
        new SoloSequencer(
            kernel,
            clock,
            time,
            journal,
            new SequencerParts(
                new DiskSpace(usableBytes::get),
                new KnownPast(),
                signer,
                List.of(),
                WorkMeter.NONE),
            onFailure.andThen(failure::complete));
  }

  private final class KnownPast implements ForgottenLeases {
    @Override
    public boolean mayKnow(Caller caller, Command command) {
      return forgotten.containsKey(command);
    }

    @Override
    public CompletableFuture<@Nullable Reply> lookUp(Caller caller, Command command) {
      return forgotten.get(command);
    }

    @Override
    public long knownPosition() {
      return Long.MAX_VALUE;
    }

    @Override
    public void forgot(long endedBy) {}
  }

  static LeaseCommand.Acquire acquire(String id, long ttlNanos) {
    return Acquires.file(id, "/files/" + id, AGENT.actor(), ttlNanos);
  }

  CompletableFuture<Outcome> submit(Command command) {
    return sequencer.submit(AGENT, command);
  }

  /** Submits an acquire whose write is held up, and returns when that write is under way. */
  CompletableFuture<Outcome> acquireHeldUp(String id) throws InterruptedException {
    journal.hold();
    CompletableFuture<Outcome> reply = submit(acquire(id, 0));
    journal.awaitHeldWrite();
    return reply;
  }

  static Outcome get(CompletableFuture<Outcome> reply) throws Exception {
    return reply.get(60, TimeUnit.SECONDS);
  }

  /** Waits for the kernel to have decided that far, whether it is durable or not. */
  void awaitDecided(long position) {
    await().until(() -> kernel.lastPosition() == position);
  }

  void awaitBlocks(int count) {
    await().until(() -> journal.blocks().size() == count);
  }

  List<Event> durableEvents() throws IOException {
    List<Event> events = new ArrayList<>();
    for (Block block : journal.blocks()) {
      events.addAll(journal.eventsOf(block));
    }
    return events;
  }

  @Override
  public void close() {
    journal.release();
    sequencer.close();
  }
}
