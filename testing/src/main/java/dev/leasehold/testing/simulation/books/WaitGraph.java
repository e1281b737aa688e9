package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.view.Party;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The graph of waits: a party waits for the parties whose leases keep it out and for those that
 * stand ahead of it and conflict. Circles are found by taking away, again and again, every party
 * that waits for nobody (Kahn's algorithm).
 */
public final class WaitGraph {

  private final Ledger ledger;
  private final long tick;
  private final Map<Party, Integer> indexes = new HashMap<>();
  private final List<boolean[]> edges = new ArrayList<>();
  private static final int MOST_PARTIES = 96;

  private WaitGraph(Ledger ledger, long tick) {
    this.ledger = ledger;
    this.tick = tick;
  }

  public static WaitGraph of(Ledger ledger, long tick) {
    return new WaitGraph(ledger, tick).build(null);
  }

  /** The graph as it would be if one more party waited. */
  public static WaitGraph with(Ledger ledger, long tick, Want want) {
    WaitGraph graph = new WaitGraph(ledger, tick).build(null);
    graph.addWaiter(want);
    for (Entry waiter : ledger.waiting()) {
      Place place = waiter.place;
      if (place != null && want.place().isAheadOf(place, tick) && want.conflictsWith(waiter)) {
        graph.edge(waiter.party, want.party());
      }
    }
    return graph;
  }

  /** The graph as it would be if the party held something that conflicts with these waiters. */
  public static WaitGraph with(Ledger ledger, long tick, Want held, @Nullable Entry instead) {
    WaitGraph graph = new WaitGraph(ledger, tick).build(instead);
    for (Entry waiter : ledger.waiting()) {
      if (held.conflictsWith(waiter)) {
        graph.edge(waiter.party, held.party());
      }
    }
    return graph;
  }

  private WaitGraph build(@Nullable Entry without) {
    for (Entry waiter : ledger.waiting()) {
      Place place = waiter.place;
      if (place != null) {
        addEdges(Want.of(waiter, place), without);
      }
    }
    return this;
  }

  private void addWaiter(Want want) {
    addEdges(want, null);
  }

  private void addEdges(Want want, @Nullable Entry without) {
    for (Entry lease : ledger.living()) {
      if (lease != without && want.isKeptOutBy(lease) && !isOwnInGrace(want, lease)) {
        edge(want.party(), lease.party);
      }
    }
    for (Entry other : ledger.waiting()) {
      Place place = other.place;
      if (place != null && place.isAheadOf(want.place(), tick) && want.conflictsWith(other)) {
        edge(want.party(), other.party);
      }
    }
  }

  /** Whether the lease is the party's own in grace: nobody has to wait for that. */
  private static boolean isOwnInGrace(Want want, Entry lease) {
    return lease.isInGrace() && lease.party.equals(want.party());
  }

  private int index(Party party) {
    Integer known = indexes.get(party);
    if (known == null) {
      known = indexes.size();
      indexes.put(party, known);
      edges.add(new boolean[MOST_PARTIES]);
    }
    return known;
  }

  private void edge(Party from, Party to) {
    int target = index(to);
    edges.get(index(from))[target] = true;
  }

  public boolean waitsFor(Party from, Party to) {
    Integer source = indexes.get(from);
    Integer target = indexes.get(to);
    return source != null && target != null && edges.get(source)[target];
  }

  public boolean hasCircle() {
    int count = indexes.size();
    boolean[] gone = new boolean[count];
    boolean changed = true;
    int left = count;
    while (changed) {
      changed = false;
      for (int i = 0; i < count; i++) {
        if (!gone[i] && waitsForNobody(i, gone)) {
          gone[i] = true;
          changed = true;
          left--;
        }
      }
    }
    return left > 0;
  }

  private boolean waitsForNobody(int party, boolean[] gone) {
    boolean[] row = edges.get(party);
    for (int i = 0; i < gone.length; i++) {
      if (row[i] && !gone[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    indexes.forEach(
        (from, i) ->
            indexes.forEach(
                (to, j) -> {
                  if (edges.get(i)[j]) {
                    text.append(from).append(" -> ").append(to).append("; ");
                  }
                }));
    return text.toString();
  }
}
