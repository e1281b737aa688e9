package dev.leasehold.node.persist;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.event.Event;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a kernel to where the journal ends. One thread reads and checks blocks while another
 * applies their events, so it takes as long as the slower of the two.
 */
public final class Recovery {

  private static final Logger log = LoggerFactory.getLogger(Recovery.class);

  /** Events that change threads together: enough to make the change cheap. */
  private static final int CHUNK = 1_024;

  /** How far reading may get ahead: enough to keep both threads busy, little in memory. */
  private static final int CHUNKS_AHEAD = 16;

  private final BlockingQueue<List<Event>> chunks = new ArrayBlockingQueue<>(CHUNKS_AHEAD);
  private List<Event> chunk = new ArrayList<>(CHUNK);

  private Recovery() {}

  /** Replays the whole journal. */
  public static Kernel recover(Journal journal) throws IOException {
    Kernel kernel = new Kernel();
    recover(journal, Head.EMPTY, kernel::replay);
    return kernel;
  }

  /**
   * Replays what comes after a block.
   *
   * @param apply lets a kernel, in the state that it had after that block, apply each event
   */
  public static void recover(Journal journal, Head from, Consumer<Event> apply) throws IOException {
    long start = System.nanoTime();
    new Recovery().replay(journal, from, apply);
    log.info(
        "replayed {} blocks, up to position {}, in {} s",
        journal.head().block() - from.block(),
        journal.head().position(),
        "%.3f".formatted((System.nanoTime() - start) / 1e9));
  }

  private void replay(Journal journal, Head from, Consumer<Event> apply) throws IOException {
    FutureTask<Head> reading = new FutureTask<>(() -> read(journal, from));
    Thread.ofPlatform().daemon().name("leasehold-replay").start(reading);
    try {
      for (List<Event> next = chunks.take(); !next.isEmpty(); next = chunks.take()) {
        next.forEach(apply);
      }
      reading.get();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("recovery was interrupted");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } finally {
      reading.cancel(true);
    }
  }

  private Head read(Journal journal, Head from) throws IOException {
    try {
      journal.replay(from, this::add);
      return journal.head();
    } finally {
      if (!chunk.isEmpty()) {
        pass();
      }
      pass(); // an empty one says that there is no more
    }
  }

  private void add(Event event) {
    chunk.add(event);
    if (chunk.size() == CHUNK) {
      pass();
    }
  }

  private void pass() {
    try {
      chunks.put(chunk);
      chunk = new ArrayList<>(CHUNK);
    } catch (InterruptedException e) {
      throw new CancellationException("recovery was given up");
    }
  }
}
