package dev.leasehold.kernel.queue;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.ClaimIndex;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Lineage;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.state.WaitLine;
import dev.leasehold.kernel.state.WaitQueue;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A scope that somebody wants to hold, and those in its way: leases that keep it out, and waits
 * that it conflicts with and that stand ahead of it.
 *
 * @param self the lease that wants it, if there is one already; its kin are not in its way
 * @param place where it stands or would stand in the queue
 */
public record Contention(
    Space space, Scope scope, Mode mode, @Nullable LeaseRecord self, QueuePlace place) {

  static Contention of(LeaseRecord waiter) {
    WaitLine line = WaitQueue.lineOf(waiter);
    if (line == null) {
      throw new IllegalStateException("a lease that does not wait: " + waiter.id);
    }
    return new Contention(line.space, line.scope(), line.mode(), waiter, WaitLine.placeOf(waiter));
  }

  /** A scope that another party would hold from now on, in the way of all who wait for it. */
  public static Contention granted(Step step, LeaseRecord kin, Scope scope, Mode mode) {
    QueuePlace never = new QueuePlace(step.next(), step.tick(), step.tick(), 0, false);
    return new Contention(kin.space, scope, mode, kin, never);
  }

  /** Whether a lease keeps it out; true if the work runs out, like {@link #isBehindSomebody}. */
  public boolean isKeptOutByLease(StepLimit work) {
    boolean[] found = new boolean[1];
    visitBlockers(
        work,
        record -> {
          found[0] = true;
          return false;
        });
    return found[0] || work.isExhausted();
  }

  boolean isBehindSomebody(long tick, StepLimit work) {
    boolean[] found = new boolean[1];
    visitLines(
        work,
        line -> {
          found[0] = isAheadOfMe(line.first(), tick);
          return !found[0];
        });
    return found[0] || work.isExhausted();
  }

  /** Whether it takes too long to compare with all that is held and waited for. */
  public boolean isCostly() {
    StepLimit work = StepLimit.ofOneCommand();
    space.visitBlockers(scope, Mode.EXCLUSIVE, work, record -> true);
    space.visitLines(scope, Mode.EXCLUSIVE, work, line -> true);
    return work.isExhausted();
  }

  private boolean isAheadOfMe(LeaseRecord waiter, long tick) {
    return waiter != self && WaitLine.placeOf(waiter).isAheadOf(place, tick);
  }

  /** Whether the two could not be granted at the same time. */
  boolean conflictsWith(LeaseRecord waiter, StepLimit work) {
    WaitLine line = WaitQueue.lineOf(waiter);
    return line != null
        && line.space == space
        && !isKin(waiter)
        && mode.excludes(line.mode())
        && scope.overlaps(line.scope(), work);
  }

  /** Some of those in the way: leases in the order of their tokens, then waits in their order. */
  public List<Lease> named(long tick, StepLimit work) {
    return named(tick, work, record -> false);
  }

  /**
   * @param passed leases that are not in the way after all
   */
  public List<Lease> named(long tick, StepLimit work, Predicate<LeaseRecord> passed) {
    int limit = Limits.MAX_CONFLICTS_NAMED;
    Set<LeaseRecord> leases = new LinkedHashSet<>();
    visitBlockers(
        work,
        record -> {
          if (!passed.test(record)) {
            leases.add(record);
          }
          return leases.size() < limit;
        });
    List<Lease> named = new ArrayList<>();
    leases.stream().sorted().map(LeaseRecord::lease).forEach(named::add);
    if (named.size() < limit) {
      aheadOfMe(tick, work).stream()
          .filter(waiter -> !leases.contains(waiter))
          .limit(limit - named.size())
          .map(LeaseRecord::lease)
          .forEach(named::add);
    }
    return named;
  }

  /**
   * Those in the way, with one of the party's own among them even if too many are in the way to
   * name them all; null if none is its own.
   *
   * @param waits the party's own places in the queue
   */
  public @Nullable List<Lease> namedWithOwn(
      List<Lease> named, Party party, Iterable<LeaseRecord> waits, long tick, StepLimit work) {
    if (named.stream().anyMatch(lease -> lease.party().equals(party))) {
      return named;
    }
    boolean allAreNamed = named.size() < Limits.MAX_CONFLICTS_NAMED;
    LeaseRecord own = allAreNamed ? null : ownInTheWay(party, waits, tick, work);
    return own == null ? null : withLast(named, own);
  }

  /**
   * Those in the way, with a lease of another holder among them if there is one, even if too many
   * are in the way to name them all: whoever asks may pass by leases of its own.
   *
   * @param named those in the way, some of them if there are many
   */
  public List<Lease> namedWithAnother(List<Lease> named, String holder, StepLimit work) {
    boolean mayLack = named.size() == Limits.MAX_CONFLICTS_NAMED;
    if (!mayLack || named.stream().anyMatch(lease -> !lease.isHeldBy(holder))) {
      return named;
    }
    LeaseRecord[] another = new LeaseRecord[1];
    visitBlockers(
        work,
        record -> {
          another[0] = record.holder.name.equals(holder) ? null : record;
          return another[0] == null;
        });
    return another[0] == null ? named : withLast(named, another[0]);
  }

  private static List<Lease> withLast(List<Lease> named, LeaseRecord last) {
    List<Lease> all = new ArrayList<>(named.subList(0, named.size() - 1));
    all.add(last.lease());
    all.sort(Comparator.comparing(Lease::isWaitingToBeGranted).thenComparing(Lease::fencingToken));
    return List.copyOf(all);
  }

  private @Nullable LeaseRecord ownInTheWay(
      Party party, Iterable<LeaseRecord> waits, long tick, StepLimit work) {
    LeaseRecord[] own = new LeaseRecord[1];
    visitBlockers(
        work,
        record -> {
          own[0] = record.party().equals(party) ? record : null;
          return own[0] == null;
        });
    for (LeaseRecord wait : waits) {
      if (own[0] == null && isAheadOfMe(wait, tick) && conflictsWith(wait, work)) {
        own[0] = wait;
      }
    }
    return own[0];
  }

  /** Leases in the way of one that would be derived from {@link #self}. */
  public List<Lease> leasesNotAbove(int limit, StepLimit work) {
    Set<LeaseRecord> leases = new LinkedHashSet<>();
    space.visitBlockers(
        scope,
        mode,
        work,
        record -> {
          if (self == null || !Lineage.isWithin(self, record)) {
            leases.add(record);
          }
          return leases.size() < limit;
        });
    return leases.stream().sorted().map(LeaseRecord::lease).toList();
  }

  private List<LeaseRecord> aheadOfMe(long tick, StepLimit work) {
    List<LeaseRecord> ahead = new ArrayList<>();
    Set<WaitLine> seen = new LinkedHashSet<>();
    visitLines(
        work,
        line -> {
          if (seen.add(line)) {
            addAhead(line, tick, ahead);
          }
          return true;
        });
    ahead.sort(
        Comparator.comparing(
            WaitLine::placeOf, (left, right) -> left.isAheadOf(right, tick) ? -1 : 1));
    return ahead;
  }

  /** Adds the waits of a line that are ahead; of a long line only the first, which are named. */
  private void addAhead(WaitLine line, long tick, List<LeaseRecord> ahead) {
    int count = 0;
    for (LeaseRecord waiter : line.all()) {
      if (count++ == Limits.MAX_CONFLICTS_NAMED || !isAheadOfMe(waiter, tick)) {
        return;
      }
      ahead.add(waiter);
    }
  }

  void visitBlockers(StepLimit work, ClaimIndex.Visitor<LeaseRecord> visitor) {
    space.visitBlockers(scope, mode, work, record -> isKin(record) || visitor.visit(record));
  }

  public void visitLines(StepLimit work, ClaimIndex.Visitor<WaitLine> visitor) {
    space.visitLines(scope, mode, work, line -> isConversionOfKin(line) || visitor.visit(line));
  }

  private boolean isConversionOfKin(WaitLine line) {
    return line.key.conversion() != 0 && isKin(line.first());
  }

  private boolean isKin(LeaseRecord record) {
    return self != null && Lineage.areKin(self, record);
  }
}
