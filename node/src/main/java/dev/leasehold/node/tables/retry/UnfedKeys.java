package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Lease;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the leases that the tables may not have yet, each from when its block is durable. With
 * {@link KeyFilters}, which has those that the tables have, it knows every lease there ever was, so
 * that the kernel may forget one that has ended before the tables have it. One thread adds, any may
 * ask.
 */
public final class UnfedKeys implements DurableListener {

  /** The keys of a range of positions, which go when the tables have reached its end. */
  private record Part(long number, OpenKeys keys) {

    static long numberOf(long position) {
      return position >> KeyFilters.PART_SHIFT;
    }

    boolean isFed(long fedPosition) {
      return numberOf(fedPosition + 1) > number;
    }
  }

  private final LongSupplier fedPosition;

  /** The newest first. */
  private volatile List<Part> parts = List.of();

  private volatile long position;

  /**
   * @param position where the journal ends
   * @param fedPosition how far the tables have got, and the filters with them
   */
  public UnfedKeys(long position, LongSupplier fedPosition) {
    this.position = position;
    this.fedPosition = fedPosition;
  }

  /** All leases up to this position are known, here or to the filters. */
  public long position() {
    return position;
  }

  /** Whether a lease that the tables may not have yet may have this key. */
  boolean mayHave(long key) {
    List<Part> asked = parts;
    for (int i = 0; i < asked.size(); i++) {
      if (asked.get(i).keys.mayHave(key)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void onDurable(DurableBlock block) {
    List<Fact> facts = block.facts();
    for (int i = 0; i < facts.size(); i++) {
      Fact fact = facts.get(i);
      Lease made = fact.isBirth() ? fact.after() : null;
      if (made != null) {
        add(fact.event().position(), made.id(), made.space(), requestOf(fact.event()));
      }
    }
    position = block.lastPosition();
  }

  private static Event.Request requestOf(Event birth) {
    return switch (birth) {
      case Event.Granted e -> e.claim().request();
      case Event.Queued e -> e.claim().request();
      case Event.Transferred e -> e.request();
      default -> Event.Request.NONE;
    };
  }

  /**
   * Reads the keys of all blocks that the tables lack, for a start.
   *
   * @param fedBlock the last block that the tables have
   * @param most events to read at most
   * @param spaceOf the space of a lease; null if the lease is not known
   * @return whether all keys are known; if not, the tables have to be awaited
   */
  public boolean read(
      Journal journal, long fedBlock, int most, Function<String, @Nullable String> spaceOf)
      throws IOException {
    List<Event> events = new ArrayList<>();
    int read = 0;
    for (long number = fedBlock + 1; number <= journal.head().block(); number++) {
      journal.intactBlock(number).decode(events::add);
      read += events.size();
      if (read > most || !events.stream().allMatch(event -> read(event, spaceOf))) {
        return false;
      }
      events.clear();
    }
    return true;
  }

  /** A transfer does not name the space: only the lease knows it, which may be forgotten. */
  private boolean read(Event event, Function<String, @Nullable String> spaceOf) {
    switch (event) {
      case Event.Granted e -> add(e.position(), e.claim());
      case Event.Queued e -> add(e.position(), e.claim());
      case Event.Transferred e -> {
        String space = spaceOf.apply(e.newLeaseId());
        if (space == null) {
          return false;
        }
        add(e.position(), e.newLeaseId(), space, e.request());
      }
      default -> {}
    }
    return true;
  }

  private void add(long at, Event.Claim claim) {
    add(at, claim.leaseId(), claim.space(), claim.request());
  }

  void add(long at, String leaseId, String space, Event.Request request) {
    OpenKeys keys = keysAt(at);
    keys.add(RetryKeys.ofLease(leaseId));
    if (!request.requestId().isEmpty()) {
      keys.add(RetryKeys.ofRequest(request.caller(), request.requestId(), space));
    }
  }

  private OpenKeys keysAt(long at) {
    long number = Part.numberOf(at);
    if (parts.isEmpty() || parts.get(0).number != number) {
      long fed = fedPosition.getAsLong();
      List<Part> changed = new ArrayList<>();
      // As large as the last was, so that it need not grow under load.
      int expected = parts.isEmpty() ? 0 : parts.get(0).keys.size();
      changed.add(new Part(number, new OpenKeys(expected)));
      parts.stream().filter(part -> !part.isFed(fed)).forEach(changed::add);
      parts = List.copyOf(changed);
    }
    return parts.get(0).keys;
  }
}
