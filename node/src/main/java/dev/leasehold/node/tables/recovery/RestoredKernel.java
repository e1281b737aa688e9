package dev.leasehold.node.tables.recovery;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.Journal;
import java.io.IOException;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The kernel that recovery begins with, and its place in the journal. */
public record RestoredKernel(Kernel kernel, Head head) {

  private static final Logger log = LoggerFactory.getLogger(RestoredKernel.class);

  /**
   * Begins with the stored state if it fits the journal, else with an empty kernel. The state may
   * be ahead of the tables, and have forgotten leases that they do not have yet.
   */
  public static RestoredKernel from(StoredStates states, Journal journal, int leasesPerHolder)
      throws SQLException, IOException, InterruptedException {
    StoredStates.Stored stored = states.newest();
    if (stored == null) {
      return new RestoredKernel(new Kernel(leasesPerHolder), Head.EMPTY);
    }
    long began = System.nanoTime();
    try {
      var block = journal.block(stored.head().block());
      if (block != null && block.isIntact() && stored.head().isAt(block)) {
        Kernel kernel = Kernel.restore(stored.state(), leasesPerHolder);
        log.info(
            "restored the state at position {} in {} s",
            kernel.lastPosition(),
            "%.3f".formatted((System.nanoTime() - began) / 1e9));
        return new RestoredKernel(kernel, stored.head());
      }
      log.warn("the stored state does not fit the journal; all of the journal is replayed");
    } catch (IllegalArgumentException e) {
      log.warn("the stored state cannot be read; all of the journal is replayed", e);
    }
    states.discard();
    return new RestoredKernel(new Kernel(leasesPerHolder), Head.EMPTY);
  }
}
