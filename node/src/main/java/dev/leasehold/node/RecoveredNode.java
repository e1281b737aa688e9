package dev.leasehold.node;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Limits;
import dev.leasehold.node.persist.Checkpoint;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.SqliteJournal;
import dev.leasehold.node.persist.files.DataDirectory;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.prove.Ed25519;
import dev.leasehold.node.prove.GrantSigner;
import dev.leasehold.node.prove.RegistrarKey;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.WorkMeter;
import dev.leasehold.node.tables.Tables;
import dev.leasehold.node.tables.query.Archive;
import dev.leasehold.node.time.ClockMark;
import dev.leasehold.node.time.TickClock;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A data directory that is taken and recovered: journal, tables, kernel and clock, before anything
 * new happens.
 *
 * @param waiting the leases that waited, and those that were granted so shortly before the last
 *     session ended that their holders may not have been told
 * @param onFailure called once
 */
public record RecoveredNode(
    DataDirectory directory,
    DiskSpace diskSpace,
    GrantSigner signer,
    Journal journal,
    Tables tables,
    Kernel kernel,
    Archive archive,
    TimeSource time,
    TickClock clock,
    List<Lease> waiting,
    Consumer<Throwable> onFailure)
    implements AutoCloseable {

  /**
   * A grant from the queue that is older than this when a node stops was told or given up: there
   * are ten seconds to tell it, and ten more if the request breaks in the last moment.
   */
  private static final long IN_DOUBT_NANOS = 20 * Limits.SECOND;

  /**
   * Takes the data directory and recovers what was there.
   *
   * @param leasesPerHolder how many leases one holder may have at a time
   * @param onFailure called once, on a thread of its own, if the node can go on no more: end the
   *     process
   * @throws IOException with a sentence for the person who started it
   */
  public static RecoveredNode open(
      Path dataDirectory, TimeSource time, int leasesPerHolder, Consumer<Throwable> onFailure)
      throws IOException {
    Ed25519.anticipate();
    OpenedParts opened = new OpenedParts();
    try {
      DataDirectory directory = opened.add(DataDirectory.open(dataDirectory));
      // The key comes before the journal: a journal without its key is one whose key was lost.
      GrantSigner signer =
          new GrantSigner(RegistrarKey.ensure(directory.path(), directory.journalFile()));
      Journal journal = opened.add(SqliteJournal.open(directory));
      Consumer<Throwable> once = once(onFailure);
      Tables tables =
          opened.add(
              Tables.open(
                  directory.tablesFile(), journal, directory.diskSpace(), leasesPerHolder, once));
      refuseForeignKey(directory, signer, journal);
      TickClock clock = TickClock.resume(time, journal.lastMark(), journal.head().tick());
      List<Lease> waiting = waitingAt(lastTick(journal), tables.kernel());
      // The mark precedes all blocks of this session, or a crash would leave their ticks unmarked.
      journal.mark(clock.markAt(clock.tick()));
      return new RecoveredNode(
          directory,
          directory.diskSpace(),
          signer,
          journal,
          tables,
          tables.kernel(),
          tables.archive(),
          time,
          clock,
          waiting,
          once);
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

  private static void refuseForeignKey(DataDirectory directory, GrantSigner signer, Journal journal)
      throws IOException {
    Checkpoint last = journal.lastCheckpoint();
    if (last != null && !last.keyId().equals(signer.key().id())) {
      throw new IOException(
          RegistrarKey.FILE_NAME
              + " in "
              + directory.path()
              + " is not the key that signed this journal; put the right one back");
    }
  }

  private static long lastTick(Journal journal) throws IOException {
    ClockMark last = journal.lastMark();
    return last == null ? journal.head().tick() : Math.max(last.tick(), journal.head().tick());
  }

  private static List<Lease> waitingAt(long tick, Kernel kernel) {
    List<Lease> waiting = new ArrayList<>(kernel.recorded().waiting());
    kernel.recorded().unclaimed().stream()
        // A lease that waits to be converted is among the waiting already.
        .filter(lease -> lease.rare().place() == null)
        .filter(lease -> lease.issuedTick() >= tick - IN_DOUBT_NANOS)
        .forEach(waiting::add);
    return List.copyOf(waiting);
  }

  /**
   * Begins to take commands. From now on the node owns all that was recovered, and closes it.
   *
   * @param listeners told of all that becomes durable, from the first block on
   */
  public Node start(List<DurableListener> listeners, WorkMeter meter) {
    return new Node(this, listeners, meter);
  }

  @Override
  public void close() throws IOException {
    tables.close();
    journal.close();
    directory.close();
  }
}
