package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.ClaimIndex;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A named area of resources and who keeps others out of which part of it. */
final class Space {

  final String name;
  boolean caseInsensitive;

  /** Kept apart so that a crowd of readers is not looked through by one more reader. */
  private final ClaimIndex<Holding> exclusive = new ClaimIndex<>();

  private final ClaimIndex<Holding> shared = new ClaimIndex<>();
  private int remembered;

  Space(String name) {
    this.name = name;
  }

  private ClaimIndex<Holding> claims(Mode mode) {
    return mode == Mode.EXCLUSIVE ? exclusive : shared;
  }

  void block(Holding holding) {
    claims(holding.lease.mode()).add(holding.lease.scope(), holding);
  }

  void unblock(Holding holding) {
    claims(holding.lease.mode()).remove(holding.lease.scope(), holding);
  }

  boolean isUnblocked() {
    return exclusive.isEmpty() && shared.isEmpty();
  }

  int rememberedCount() {
    return remembered;
  }

  void countRemembered(int change) {
    remembered += change;
  }

  /** Whether nothing is lost by dropping it. */
  boolean isUnknown() {
    return remembered == 0 && !caseInsensitive;
  }

  /**
   * Leases that keep a request for this scope and mode out, in the order of their tokens; of more
   * than {@code limit} just some.
   */
  List<Lease> blockers(Scope scope, Mode mode, int limit, Work work) {
    Set<Holding> found = new LinkedHashSet<>();
    ClaimIndex.Visitor<Holding> collect =
        holding -> {
          found.add(holding);
          return found.size() < limit;
        };
    exclusive.visitOverlapping(scope, work, collect);
    if (mode == Mode.EXCLUSIVE && found.size() < limit) {
      shared.visitOverlapping(scope, work, collect);
    }
    if (found.isEmpty()) {
      return List.of();
    }
    List<Lease> leases = new ArrayList<>(found.size());
    found.forEach(holding -> leases.add(holding.lease));
    leases.sort(Comparator.comparingLong(Lease::fencingToken));
    return leases;
  }
}
