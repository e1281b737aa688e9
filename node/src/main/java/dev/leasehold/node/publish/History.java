package dev.leasehold.node.publish;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.BlockLookup;
import dev.leasehold.node.sequence.forgotten.TablesBehindException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads older publications from the journal, and how their leases are now. */
final class History {

  /** A minute or so in all. */
  private static final int TRIES = 12;

  /** Leases that one reader remembers: a grant says whose it is, later events do not. */
  static final int MAX_KNOWN = 4_096;

  private record Decoded(long firstPosition, long lastPosition, List<Event> events) {

    boolean holdsNextAfter(long position) {
      return position + 1 >= firstPosition && position < lastPosition;
    }
  }

  private final BlockLookup journal;
  private final LeaseLookup lookup;
  private final LongSupplier tick;

  /** Large blocks are read in pages, by one watcher or by several that are about as far. */
  private volatile @Nullable Decoded latest;

  History(BlockLookup journal, LeaseLookup lookup, LongSupplier tick) {
    this.journal = journal;
    this.lookup = lookup;
    this.tick = tick;
  }

  /** The events of one block that come after the position, at least one, up to the limit. */
  List<Publication> after(long position, long upTo, int limit, Map<String, LeaseIdentity> known)
      throws IOException {
    List<Event> page = new ArrayList<>();
    for (Event event : blockAfter(position).events()) {
      if (event.position() > position && event.position() <= upTo && page.size() < limit) {
        page.add(event);
      }
    }
    Map<String, Lease> found = find(unknownIn(page, known));
    found.forEach((id, lease) -> known.put(id, LeaseIdentity.of(lease)));
    List<Publication> publications = new ArrayList<>(page.size());
    for (Event event : page) {
      String id = event instanceof Event.OfLease e ? e.leaseId() : "";
      publications.add(new Publication.OfEvent(event, known.get(id)).withEndOf(found.get(id)));
    }
    return publications;
  }

  /**
   * The publication with what is left of its lease now. However late it is told, it promises no
   * more: not of a lease that has ended since, nor beyond the end that it was about.
   */
  Publication asOfNow(Publication publication) {
    return publication instanceof Publication.OfEvent published
            && published.event() instanceof LeaseEvent.Reminded reminded
        ? published.withLeft(leftNanos(reminded))
        : publication;
  }

  private long leftNanos(LeaseEvent.Reminded reminded) {
    long endTick = reminded.tick() + reminded.leftNanos();
    if (endTick <= tick.getAsLong()) {
      return 0;
    }
    Lease lease = await(reminded.leaseId(), lookup.find(reminded.leaseId())).orElse(null);
    long now = tick.getAsLong();
    return lease == null ? 0 : Math.clamp(endTick - now, 0, lease.remainingNanos(now));
  }

  private Decoded blockAfter(long position) throws IOException {
    Decoded cached = latest;
    if (cached != null && cached.holdsNextAfter(position)) {
      return cached;
    }
    Block block =
        journal
            .blockAfter(position)
            .orElseThrow(() -> new IOException("the journal has nothing after " + position));
    Decoded decoded =
        new Decoded(block.firstPosition(), block.lastPosition(), BlockLookup.eventsOf(block));
    latest = decoded;
    return decoded;
  }

  /** Learns what the events themselves say, and names the leases that have to be looked up. */
  private static Set<String> unknownIn(List<Event> page, Map<String, LeaseIdentity> known) {
    Set<String> unknown = new LinkedHashSet<>();
    for (Event event : page) {
      LeaseIdentity.learn(event, known);
      if (event instanceof Event.OfLease e
          && (!known.containsKey(e.leaseId()) || Publication.OfEvent.mayBeInGrace(e))) {
        unknown.add(e.leaseId());
      }
      if (event instanceof LeaseEvent.Transferred e && !known.containsKey(e.newLeaseId())) {
        unknown.add(e.newLeaseId());
      }
    }
    return unknown;
  }

  private Map<String, Lease> find(Set<String> ids) {
    Map<String, CompletableFuture<Optional<Lease>>> asked = new LinkedHashMap<>();
    ids.forEach(id -> asked.put(id, lookup.find(id)));
    Map<String, Lease> found = new LinkedHashMap<>();
    asked.forEach((id, answer) -> await(id, answer).ifPresent(lease -> found.put(id, lease)));
    return found;
  }

  /** Asks again while the tables are behind: a stream can wait where a request cannot. */
  private Optional<Lease> await(String id, CompletableFuture<Optional<Lease>> asked) {
    CompletableFuture<Optional<Lease>> answer = asked;
    for (int i = 1; i < TRIES; i++) {
      try {
        return answer.join();
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof TablesBehindException)) {
          throw e;
        }
        answer = lookup.find(id);
      }
    }
    return answer.join();
  }
}
