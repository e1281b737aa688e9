package dev.leasehold.node;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.persist.Checkpoint;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.files.DataDirectory;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.prove.GrantSigner;
import dev.leasehold.node.prove.RegistrarKey;
import dev.leasehold.node.sequence.AgentVisibilitySetting;
import dev.leasehold.node.tables.Tables;
import dev.leasehold.node.time.TickClock;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A data directory that is taken and recovered: journal, tables, kernel and clock, before anything
 * new happens.
 *
 * @param key the registrar's
 * @param waiting the leases that waited, and those that were granted so shortly before the last
 *     session ended that their holders may not have been told
 * @param onFailure called once
 */
public record RecoveredNode(
    DataDirectory directory,
    DiskSpace diskSpace,
    RegistrarKey key,
    GrantSigner signer,
    Journal journal,
    Tables tables,
    Kernel kernel,
    AgentVisibilitySetting agentVisibility,
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

  static void refuseForeignKey(DataDirectory directory, RegistrarKey key, Journal journal)
      throws IOException {
    Checkpoint last = journal.lastCheckpoint();
    if (last != null && !last.keyId().equals(key.id())) {
      throw new IOException(
          RegistrarKey.FILE_NAME
              + " in "
              + directory.path()
              + " is not the key that signed this journal; put the right one back");
    }
  }

  /**
   * Finds the leases that wait or may be in doubt.
   *
   * @param tick the last that is known of the session before this one
   */
  static List<Lease> waiting(Kernel kernel, long tick) {
    List<Lease> waiting = new ArrayList<>(kernel.recorded().waiting());
    kernel.recorded().unclaimed().stream()
        // A lease that waits to be converted is among the waiting already.
        .filter(lease -> lease.rare().place() == null)
        .filter(lease -> lease.issuedTick() >= tick - IN_DOUBT_NANOS)
        .forEach(waiting::add);
    return List.copyOf(waiting);
  }

  @Override
  public void close() throws IOException {
    tables.close();
    journal.close();
    directory.close();
  }
}
