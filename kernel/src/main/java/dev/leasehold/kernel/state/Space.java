package dev.leasehold.kernel.state;

import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.ClaimIndex;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.view.Lease;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A named area of resources, with the leases that keep others out of parts of it. */
public final class Space {

  public final String name;
  public boolean caseInsensitive;

  /** Kept apart so that a crowd of readers is not looked through by one more reader. */
  private final ClaimIndex<LeaseRecord> exclusive = new ClaimIndex<>();

  private final ClaimIndex<LeaseRecord> shared = new ClaimIndex<>();
  private int remembered;

  public Space(String name) {
    this.name = name;
  }

  /** The lines of those who wait, by the mode that they wait for. */
  private final ClaimIndex<WaitLine> exclusiveLines = new ClaimIndex<>();

  private final ClaimIndex<WaitLine> sharedLines = new ClaimIndex<>();
  private final Set<WaitLine> allLines = new LinkedHashSet<>(4);
  private int waitingWeight;

  private ClaimIndex<LeaseRecord> claims(Mode mode) {
    return mode == Mode.EXCLUSIVE ? exclusive : shared;
  }

  private ClaimIndex<WaitLine> lines(Mode mode) {
    return mode == Mode.EXCLUSIVE ? exclusiveLines : sharedLines;
  }

  public void block(LeaseRecord record) {
    claims(record.mode()).add(record.scope, record);
  }

  public void unblock(LeaseRecord record) {
    claims(record.mode()).remove(record.scope, record);
  }

  void open(WaitLine line) {
    lines(line.mode()).add(line.scope(), line);
    allLines.add(line);
    waitingWeight += line.scope().weight();
  }

  void close(WaitLine line) {
    lines(line.mode()).remove(line.scope(), line);
    allLines.remove(line);
    waitingWeight -= line.scope().weight();
  }

  Set<WaitLine> lines() {
    return allLines;
  }

  /** How much there is to compare with among those who wait. */
  int waitingWeight() {
    return waitingWeight;
  }

  /** Visits the leases that would keep such a claim out, possibly more than once. */
  public void visitBlockers(
      Scope scope, Mode mode, StepLimit work, ClaimIndex.Visitor<LeaseRecord> visitor) {
    Once<LeaseRecord> once = new Once<>(visitor);
    exclusive.visitOverlapping(scope, work, once);
    if (mode == Mode.EXCLUSIVE && !once.isDone()) {
      shared.visitOverlapping(scope, work, once);
    }
  }

  /** Visits the lines whose members and such a claim would keep each other out. */
  public void visitLines(
      Scope scope, Mode mode, StepLimit work, ClaimIndex.Visitor<WaitLine> visitor) {
    Once<WaitLine> once = new Once<>(visitor);
    exclusiveLines.visitOverlapping(scope, work, once);
    if (mode == Mode.EXCLUSIVE && !once.isDone()) {
      sharedLines.visitOverlapping(scope, work, once);
    }
  }

  /** Remembers that a visitor has seen enough. */
  private static final class Once<T> implements ClaimIndex.Visitor<T> {

    private final ClaimIndex.Visitor<T> visitor;
    private boolean done;

    Once(ClaimIndex.Visitor<T> visitor) {
      this.visitor = visitor;
    }

    @Override
    public boolean visit(T owner) {
      done = !visitor.visit(owner);
      return !done;
    }

    boolean isDone() {
      return done;
    }
  }

  public boolean isUnblocked() {
    return exclusive.isEmpty()
        && shared.isEmpty()
        && exclusiveLines.isEmpty()
        && sharedLines.isEmpty();
  }

  public int rememberedCount() {
    return remembered;
  }

  public void countRemembered(int change) {
    remembered += change;
  }

  /** Whether nothing is lost by dropping the space: it has no lease and distinguishes case. */
  boolean isUnknown() {
    return remembered == 0 && !caseInsensitive;
  }

  /**
   * Living leases that have to do with the scope, and waits for it, in the order they were made.
   */
  public List<Lease> claimants(Scope scope, int limit, StepLimit work) {
    Blockers found = new Blockers(limit);
    visitBlockers(scope, Mode.EXCLUSIVE, work, found);
    visitLines(
        scope,
        Mode.EXCLUSIVE,
        work,
        line -> {
          for (LeaseRecord waiter : line.all()) {
            if (found.isFull()) {
              break;
            }
            found.visit(waiter);
          }
          return !found.isFull();
        });
    return found.sorted(Comparator.comparingLong(Lease::position));
  }

  /** Gathers leases, each once; mostly there are none. */
  private static final class Blockers implements ClaimIndex.Visitor<LeaseRecord> {

    private final int limit;
    private @Nullable Set<LeaseRecord> found;

    Blockers(int limit) {
      this.limit = limit;
    }

    @Override
    public boolean visit(LeaseRecord record) {
      if (found == null) {
        found = new HashSet<>();
      }
      found.add(record);
      return !isFull();
    }

    boolean isFull() {
      return found != null && found.size() >= limit;
    }

    List<Lease> sorted(Comparator<Lease> order) {
      return found == null
          ? List.of()
          : found.stream().map(LeaseRecord::lease).sorted(order).toList();
    }
  }
}
