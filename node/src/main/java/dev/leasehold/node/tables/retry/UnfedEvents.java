package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows where the journal has the events of leases that the tables may not have yet: each event
 * from when its block is durable. With {@link KeyFilters}, which has the keys that the tables have,
 * it knows every lease there ever was, so that the kernel may forget one that has ended before the
 * tables have it. One thread adds, any may ask.
 *
 * <p>For each lease the newest event is found by the hash of its id, and from each event the one
 * before of the same lease by its distance: a linked list in an array. Of leases that events of
 * others change, such as those with money or relatives, it is known only that they were changed.
 */
public final class UnfedEvents implements DurableListener {

  /**
   * More events of one lease are not told: each may be in a block of its own, and reading these
   * takes half a second.
   */
  static final int MOST_EVENTS = 5_000;

  private static final int PART_SIZE = 1 << KeyFilters.PART_SHIFT;

  /** Marks leases whose rows do not follow from their own events alone. */
  private static final int ENTANGLED = 1 << 30;

  /** A range of positions, which goes when the tables have reached its end. */
  private static final class Part {
    final long number;
    final NewestPositions newest;

    /** How far before each event that one is which came before it; 0 for none. */
    final int[] distances = new int[PART_SIZE];

    Part(long number, int expected) {
      this.number = number;
      this.newest = new NewestPositions(expected);
    }

    static long numberOf(long position) {
      return position >> KeyFilters.PART_SHIFT;
    }

    static int placeOf(long position) {
      return (int) (position & (PART_SIZE - 1));
    }

    long position(int place) {
      return (number << KeyFilters.PART_SHIFT) + (place & ~ENTANGLED);
    }

    long lastPosition() {
      return ((number + 1) << KeyFilters.PART_SHIFT) - 1;
    }
  }

  private final LongSupplier fedPosition;
  private final WrittenBlocks blocks = new WrittenBlocks();

  /** The newest first. */
  private volatile List<Part> parts = List.of();

  /** The end of the newest part that was dropped; set before the parts are. */
  private volatile long droppedTo;

  private volatile long position;

  /** The newest event that concerns all leases, such as a setting of history. */
  private volatile long lastOfAll;

  /**
   * @param position where the journal ends
   * @param fedPosition how far the tables have got, and the filters with them
   */
  public UnfedEvents(long position, LongSupplier fedPosition) {
    this.position = position;
    this.fedPosition = fedPosition;
  }

  /** All leases up to this position are known, here or to the filters. */
  public long position() {
    return position;
  }

  /** Whether a lease that the tables may not have yet, or not as it is, may have this key. */
  boolean mayHave(long key) {
    return newestPart(parts, key) != null;
  }

  /**
   * Whether the tables have all events of a lease; false if it is known that others have a part in
   * it.
   */
  boolean isFed(long leaseKey) {
    Part part = newestPart(parts, leaseKey);
    int place = part == null ? 0 : part.newest.get(leaseKey);
    // How far the tables are is asked last, so that they have what was found.
    return part == null
        || ((place & ENTANGLED) == 0
            && Math.max(part.position(place), lastOfAll) <= fedPosition.getAsLong());
  }

  private static @Nullable Part newestPart(List<Part> asked, long key) {
    for (int i = 0; i < asked.size(); i++) {
      if (asked.get(i).newest.get(key) != NewestPositions.NONE) {
        return asked.get(i);
      }
    }
    return null;
  }

  /** The position of the event that made the lease of a request; 0 if there is none. */
  long birthOf(long requestKey) {
    Part part = newestPart(parts, requestKey);
    return part == null ? 0 : part.position(part.newest.get(requestKey));
  }

  /**
   * The positions of the events of a lease after one, in order.
   *
   * @return null if its row does not follow from them, they are more than {@link #MOST_EVENTS}, or
   *     some may have been dropped meanwhile
   */
  @Nullable List<Long> positionsOf(long leaseKey, long after) {
    List<Part> asked = parts;
    Part part = newestPart(asked, leaseKey);
    List<Long> found = new ArrayList<>();
    if (part != null) {
      int place = part.newest.get(leaseKey);
      if ((place & ENTANGLED) != 0) {
        return null;
      }
      long at = part.position(place);
      for (int distance = 1; at > after && distance != 0; at -= distance) {
        long number = Part.numberOf(at);
        Part of = asked.stream().filter(one -> one.number == number).findAny().orElse(null);
        if (of == null || found.size() == MOST_EVENTS) {
          return null;
        }
        found.add(at);
        distance = of.distances[Part.placeOf(at)];
      }
    }
    Collections.reverse(found);
    // Asked last: what is dropped from now on is in the parts that were looked into.
    return lastOfAll > after || droppedTo > after ? null : found;
  }

  /**
   * The number of the block with an event; 0 if it is not yet known. If it is no longer known, the
   * number is that of a newer block, which does not have the event.
   */
  long blockOf(long eventPosition) {
    return blocks.numberOf(eventPosition);
  }

  @Override
  public void onDurableBlock(Block block) {
    blocks.add(block.number(), block.lastPosition());
  }

  @Override
  public void onDurableFacts(DurableBlock block) {
    List<Fact> facts = block.facts();
    for (int i = 0; i < facts.size(); i++) {
      Fact fact = facts.get(i);
      // An event has a fact for each lease that it concerns.
      if (i == 0 || facts.get(i - 1).event() != fact.event()) {
        add(fact.event());
      }
      Lease made = fact.isBirth() ? fact.after() : null;
      if (made != null && fact.event() instanceof LeaseEvent.Transferred e) {
        made(e.position(), made.id(), made.space(), e.request(), true);
      }
    }
    position = block.lastPosition();
  }

  void add(Event event) {
    switch (event) {
      case LeaseEvent.Granted e -> made(e, e.claim(), !e.budget().isNothing());
      case LeaseEvent.Queued e -> made(e, e.claim(), false);
      case Event.OfLease e -> happened(e.position(), e.leaseId(), movesMoney(e));
      case AdminEvent.Restored e -> lastOfAll = e.position();
      case AdminEvent.PolicyAdded e -> lastOfAll = e.position();
      case AdminEvent.ConfigChanged e ->
          lastOfAll = e.key().equals(ConfigKey.KEEP_HISTORY.text()) ? e.position() : lastOfAll;
      default -> {}
    }
  }

  /** Whether the event changes accounts, of which ancestors and pools have a part. */
  private static boolean movesMoney(Event.OfLease event) {
    return switch (event) {
      case LeaseEvent.GrantedFromQueue e -> !e.budget().isNothing();
      case BudgetEvent.Spent e -> true;
      case BudgetEvent.Reserved e -> true;
      case BudgetEvent.Adjusted e -> true;
      case BudgetEvent.Settled e -> true;
      case BudgetEvent.Refreshed e -> true;
      case ApprovalEvent.MoreApproved e -> true;
      default -> false;
    };
  }

  private void made(Event birth, Claim claim, boolean hasMoney) {
    String parentId = claim.rare().parentId();
    if (!parentId.isEmpty()) {
      happened(birth.position(), parentId, true);
    }
    boolean isEntangled = hasMoney || !claim.rare().pool().isEmpty() || !parentId.isEmpty();
    made(birth.position(), claim.leaseId(), claim.space(), claim.request(), isEntangled);
  }

  void made(long at, String leaseId, String space, Event.Request request, boolean isEntangled) {
    Part part = partAt(at);
    int place = Part.placeOf(at);
    part.newest.put(RetryKeys.ofLease(leaseId), isEntangled ? place | ENTANGLED : place);
    if (!request.requestId().isEmpty()) {
      part.newest.put(RetryKeys.ofRequest(request.caller(), request.requestId(), space), place);
    }
  }

  void happened(long at, String leaseId, boolean isEntangling) {
    long key = RetryKeys.ofLease(leaseId);
    Part part = partAt(at);
    Part newest = newestPart(parts, key);
    int before = newest == null ? NewestPositions.NONE : newest.newest.get(key);
    boolean isEntangled =
        isEntangling || (before != NewestPositions.NONE && (before & ENTANGLED) != 0);
    int place = Part.placeOf(at);
    if (newest != null && !isEntangled) {
      part.distances[place] = (int) Math.min(at - newest.position(before), Integer.MAX_VALUE);
    }
    part.newest.put(key, isEntangled ? place | ENTANGLED : place);
  }

  private Part partAt(long at) {
    long number = Part.numberOf(at);
    if (parts.isEmpty() || parts.get(0).number != number) {
      long fed = fedPosition.getAsLong();
      List<Part> changed = new ArrayList<>();
      // As large as the last was, so that it need not grow under load.
      int expected = parts.isEmpty() ? 0 : parts.get(0).newest.size();
      changed.add(new Part(number, expected));
      for (Part part : parts) {
        if (fed >= part.lastPosition()) {
          droppedTo = Math.max(droppedTo, part.lastPosition());
        } else {
          changed.add(part);
        }
      }
      parts = List.copyOf(changed);
      blocks.dropUpTo(fed);
    }
    return parts.get(0);
  }
}
