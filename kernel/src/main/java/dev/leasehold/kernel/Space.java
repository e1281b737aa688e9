package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.ClaimIndex;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.Work;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    claims(holding.mode).add(holding.scope, holding);
  }

  void unblock(Holding holding) {
    claims(holding.mode).remove(holding.scope, holding);
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
    Blockers blockers = new Blockers(limit);
    exclusive.visitOverlapping(scope, work, blockers);
    if (mode == Mode.EXCLUSIVE && !blockers.isFull()) {
      shared.visitOverlapping(scope, work, blockers);
    }
    return blockers.inOrder();
  }

  /** Gathers leases, each once; mostly there are none. */
  private static final class Blockers implements ClaimIndex.Visitor<Holding> {

    private final int limit;
    private @Nullable Set<Holding> found;

    Blockers(int limit) {
      this.limit = limit;
    }

    @Override
    public boolean visit(Holding holding) {
      if (found == null) {
        found = new HashSet<>();
      }
      found.add(holding);
      return !isFull();
    }

    boolean isFull() {
      return found != null && found.size() >= limit;
    }

    List<Lease> inOrder() {
      return found == null
          ? List.of()
          : found.stream()
              .map(Holding::lease)
              .sorted(Comparator.comparingLong(Lease::fencingToken))
              .toList();
    }
  }
}
