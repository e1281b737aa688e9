package dev.leasehold.node.persist;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A journal that lasts as long as its test, whose writes can be held up and made to fail. */
public final class MemoryJournal implements Journal {

  private final List<Block> blocks;
  private final AtomicReference<@Nullable ClockMark> mark;
  private final List<Checkpoint> checkpoints;
  private final Chain chain = new Chain();
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile CountDownLatch writing = new CountDownLatch(0);
  private volatile @Nullable IOException failure;
  private volatile @Nullable IOException lost;
  private volatile boolean closed;

  public MemoryJournal() {
    this(new ArrayList<>(), new AtomicReference<>(), new CopyOnWriteArrayList<>());
  }

  private MemoryJournal(
      List<Block> blocks, AtomicReference<@Nullable ClockMark> mark, List<Checkpoint> checkpoints) {
    this.checkpoints = checkpoints;
    this.blocks = blocks;
    this.mark = mark;
  }

  /** A journal on the same blocks, as a new process would open it. */
  public MemoryJournal reopen() {
    return new MemoryJournal(blocks, mark, checkpoints);
  }

  /** From now on a write does not return until {@link #release}. */
  public void hold() {
    gate = new CountDownLatch(1);
    writing = new CountDownLatch(1);
  }

  public void release() {
    gate.countDown();
  }

  /** Waits for the write that is held up. */
  public void awaitHeldWrite() throws InterruptedException {
    writing.await();
  }

  public void failFromNowOn(IOException why) {
    failure = why;
  }

  /** From now on it is not in its place any more. */
  public void lose(IOException why) {
    lost = why;
  }

  public List<Block> blocks() {
    synchronized (blocks) {
      return List.copyOf(blocks);
    }
  }

  public List<Event> eventsOf(Block block) throws JournalDamagedException {
    List<Event> events = new ArrayList<>();
    block.decode(events::add);
    return events;
  }

  public boolean isClosed() {
    return closed;
  }

  void change(Consumer<List<Block>> change) {
    change.accept(blocks);
  }

  @Override
  public void replay(Head from, Consumer<Event> events) throws IOException {
    chain.begin(from);
    for (Block block : blocks()) {
      if (block.number() > from.block()) {
        chain.read(block, events);
      }
    }
    blocks.remove(chain.cutOff());
  }

  @Override
  public @Nullable Block block(long number) {
    return blocks().stream().filter(block -> block.number() == number).findAny().orElse(null);
  }

  @Override
  public Head head() {
    return chain.head();
  }

  @Override
  public void append(Block block) throws IOException {
    chain.requireNext(block);
    waitAndFail();
    synchronized (blocks) {
      blocks.add(block);
    }
    chain.advance(block);
  }

  @Override
  public @Nullable ClockMark lastMark() {
    return mark.get();
  }

  @Override
  public void mark(ClockMark reached) throws IOException {
    waitAndFail();
    mark.set(reached);
  }

  private void waitAndFail() throws IOException {
    writing.countDown();
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    if (failure != null) {
      throw failure;
    }
  }

  public List<Checkpoint> checkpoints() {
    return List.copyOf(checkpoints);
  }

  @Override
  public @Nullable Checkpoint lastCheckpoint() {
    return checkpoints.isEmpty() ? null : checkpoints.get(checkpoints.size() - 1);
  }

  @Override
  public void checkpoint(Checkpoint checkpoint) throws IOException {
    waitAndFail();
    checkpoints.add(checkpoint);
  }

  @Override
  public void tidy() {}

  @Override
  public void requireInPlace() throws IOException {
    if (lost != null) {
      throw lost;
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
