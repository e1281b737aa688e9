package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.RecordedState;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.feed.TableFeed;
import dev.leasehold.node.tables.query.LeaseQueries;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the blocks that the tables lack, at a start, to know where their events are. */
public final class UnfedBlocks {

  /** More than a server lets the tables be behind, with all that was under way then. */
  public static final int MOST_EVENTS = 2 * TableFeed.MAX_LAG_EVENTS;

  /** Tells the spaces of leases from before the blocks that are read. */
  public interface Spaces {

    /** The space of both leases of a transfer; null if neither is known. */
    @Nullable String of(LeaseEvent.Transferred transfer) throws SQLException, InterruptedException;
  }

  private final Journal journal;
  private final UnfedEvents unfed;
  private final Spaces spaces;

  /**
   * The spaces of leases that were made in these blocks and have not ended in them: a transfer does
   * not name the space.
   */
  private final Map<String, String> madeIn = new HashMap<>();

  /**
   * @param unfed told of all events
   */
  UnfedBlocks(Journal journal, UnfedEvents unfed, Spaces spaces) {
    this.journal = journal;
    this.unfed = unfed;
    this.spaces = spaces;
  }

  /**
   * Reads which events the tables do not have yet, so that no lease is made twice. Tables that are
   * further behind than a server lets them be are awaited instead: someone has deleted them, or put
   * old ones in their place.
   *
   * @param fedBlock the last block that the tables have
   * @param feed closed if this fails
   */
  public static UnfedEvents read(
      Journal journal, long fedBlock, int most, Spaces spaces, TableFeed feed)
      throws IOException, SQLException, InterruptedException {
    try {
      long position = journal.head().position();
      UnfedEvents unfed = new UnfedEvents(position, feed::fedPosition);
      if (new UnfedBlocks(journal, unfed, spaces).readAfter(fedBlock, most)) {
        return unfed;
      }
      feed.await();
      return new UnfedEvents(position, feed::fedPosition);
    } catch (IOException | SQLException | InterruptedException | RuntimeException e) {
      feed.close();
      throw e;
    }
  }

  /**
   * The spaces of leases that the kernel knows or the tables have: the kernel may have forgotten
   * both leases of a transfer, and then the tables have the first, which was made before.
   */
  public static Spaces spaces(RecordedState kernel, TableFile file) {
    LeaseQueries queries = new LeaseQueries(file);
    return transfer -> {
      Lease made = kernel.lease(transfer.newLeaseId());
      Lease known = made != null ? made : file.find(rows -> queries.byId(rows, transfer.leaseId()));
      return known == null ? null : known.space();
    };
  }

  /**
   * Reads all blocks after one.
   *
   * @param fedBlock the last block that the tables have
   * @param most events to read at most
   * @return whether all are known; if not, the tables have to be awaited, and what was read is of
   *     no use
   */
  boolean readAfter(long fedBlock, int most)
      throws IOException, SQLException, InterruptedException {
    int read = 0;
    for (long number = fedBlock + 1; number <= journal.head().block(); number++) {
      Block block = journal.intactBlock(number);
      unfed.onDurableBlock(block);
      List<Event> events = new ArrayList<>();
      block.decode(events::add);
      read += events.size();
      if (read > most) {
        return false;
      }
      for (Event event : events) {
        if (!read(event)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean read(Event event) throws SQLException, InterruptedException {
    unfed.add(event);
    switch (event) {
      case LeaseEvent.Granted e -> made(e.claim());
      case LeaseEvent.Queued e -> made(e.claim());
      case LeaseEvent.Ended e -> madeIn.remove(e.leaseId());
      case LeaseEvent.Expired e -> madeIn.remove(e.leaseId());
      case LeaseEvent.Transferred e -> {
        return read(e);
      }
      default -> {}
    }
    return true;
  }

  private void made(Claim claim) {
    madeIn.put(claim.leaseId(), claim.space());
  }

  private boolean read(LeaseEvent.Transferred e) throws SQLException, InterruptedException {
    String madeHere = madeIn.remove(e.leaseId());
    String space = madeHere != null ? madeHere : spaces.of(e);
    if (space == null) {
      return false;
    }
    madeIn.put(e.newLeaseId(), space);
    unfed.made(e.position(), e.newLeaseId(), space, e.request(), true);
    return true;
  }
}
