package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.sequence.forgotten.EndedLeaseRetention;
import dev.leasehold.node.time.TickClock;
import dev.leasehold.node.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sequences on one machine, with two threads: while one block is being written, the kernel already
 * decides the next.
 *
 * <pre>
 *   submit -> Inbox -> Decider (kernel) -> Handover (open batch) -> BlockWriter (journal) -> reply
 * </pre>
 *
 * <p>Commands that come together while the kernel rests are decided on the thread that brings them,
 * and a few of them written there, too, see {@link DirectExecution}.
 *
 * <p>If the kernel, the journal or a listener throws, the node is dead: nobody knows any more what
 * is on the disk, or memory is ahead of it. Nothing is tried again and nothing more is answered.
 */
public final class SoloSequencer implements Sequencer {

  private final DiskSpace diskSpace;
  private final Inbox inbox;
  private final Handover handover;
  private final Decider decider;
  private final BlockWriter writer;
  private final DirectExecution directExecution;
  private final StateSource states;
  private final Consumer<Throwable> onFailure;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicBoolean told = new AtomicBoolean();
  private final ThreadLocal<@Nullable List<Submission>> together = new ThreadLocal<>();
  private final Thread kernelThread;
  private final Thread writerThread;

  /**
   * Starts at once. Until it is closed it owns the kernel and the journal.
   *
   * @param onFailure called once if this sequencer fails, on none of its threads; again if it had
   *     no memory for what it does
   */
  public SoloSequencer(
      Kernel kernel,
      TickClock clock,
      TimeSource time,
      Journal journal,
      SequencerParts parts,
      Consumer<Throwable> onFailure) {
    this.diskSpace = parts.diskSpace();
    this.inbox = new Inbox(time);
    this.handover = new Handover(time);
    EndedLeaseRetention retention = new EndedLeaseRetention(parts.forgotten());
    this.decider =
        new Decider(
            kernel, clock, time, inbox, handover, retention, parts.forgotten(), parts.meter());
    this.writer = new BlockWriter(journal, clock, handover, parts);
    this.directExecution = new DirectExecution(decider, handover, writer);
    this.states = new CopyingKernel(kernel, handover, decider.betweenRuns());
    parts.listeners().forEach(writer::addListener);
    this.onFailure = onFailure;
    addDurableListener(block -> diskSpace.look());
    this.kernelThread = start("leasehold-kernel", decider::decideUntilClosed, decider::abandonRun);
    this.writerThread = start("leasehold-writer", writer::writeUntilClosed, writer::abandonCurrent);
  }

  private interface Loop {
    void run() throws Exception;
  }

  private Thread start(String name, Loop loop, Runnable abandon) {
    return Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(
            () -> {
              try {
                loop.run();
              } catch (Throwable e) {
                try {
                  fail(e);
                } finally {
                  abandon.run();
                }
              }
            });
  }

  /** The threads without which nothing is answered. */
  public List<Thread> threads() {
    return List.of(kernelThread, writerThread);
  }

  /**
   * Stops for good: nothing more is decided, written or answered. Any thread. May be called again,
   * and has to be if it throws: what there was no memory for is done then.
   */
  public void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
    try {
      if (!told.get()) {
        Thread.ofPlatform().name("leasehold-failure").start(this::reportFailure);
      }
    } finally {
      stopAnswering();
    }
  }

  /**
   * Stops for good as {@link #fail} does, and reports the failure on this thread, so the listener
   * must not wait for this thread.
   */
  public void failHere(Throwable cause) {
    failure.compareAndSet(null, cause);
    try {
      stopAnswering();
    } finally {
      reportFailure();
    }
  }

  private void reportFailure() {
    if (told.compareAndSet(false, true)) {
      try {
        onFailure.accept(Objects.requireNonNull(failure.get()));
      } catch (OutOfMemoryError e) {
        told.set(false);
        throw e;
      }
    }
  }

  private void stopAnswering() {
    inbox.close();
    handover.abort().fail(StoppedException.unknown());
    List<Submission> untried = new ArrayList<>();
    inbox.drainTo(untried, Integer.MAX_VALUE);
    untried.forEach(submission -> submission.fail(StoppedException.untried()));
  }

  @Override
  public CompletableFuture<Outcome> submit(Caller caller, Command command) {
    Submission submission = new Submission(caller, command);
    List<Submission> gathering = together.get();
    if (diskSpace.isShort() && !(submission.command() instanceof Command.Query)) {
      submission.fail(new NoRoomException());
    } else if (gathering != null) {
      gathering.add(submission);
    } else {
      inbox.put(submission);
    }
    return submission.reply();
  }

  @Override
  public void together(Runnable task) {
    List<Submission> gathering = new ArrayList<>();
    together.set(gathering);
    try {
      task.run();
    } finally {
      together.remove();
      if (!executeDirectly(gathering)) {
        inbox.putAll(gathering);
      }
    }
  }

  private boolean executeDirectly(List<Submission> gathered) {
    try {
      return directExecution.tryExecute(gathered);
    } catch (Throwable e) {
      try {
        fail(e);
      } finally {
        decider.abandonRun();
        gathered.forEach(submission -> submission.fail(StoppedException.unknown()));
      }
      return true;
    }
  }

  @Override
  public void addDurableListener(DurableListener listener) {
    writer.addListener(listener);
  }

  /** The state of the kernel, to be copied while it goes on. */
  public StateSource states() {
    return states;
  }

  /** How many commands wait for the kernel. */
  public int inboxLength() {
    return inbox.length();
  }

  /** Whether it stopped because something went wrong; if so the journal must not be touched. */
  public boolean hasFailed() {
    return failure.get() != null;
  }

  @Override
  public void close() {
    inbox.close();
    try {
      kernelThread.join();
      writerThread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
