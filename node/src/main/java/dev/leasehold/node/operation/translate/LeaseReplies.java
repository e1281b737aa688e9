package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.duration;
import static dev.leasehold.node.operation.translate.WireTime.time;

import dev.leasehold.api.v1.Authority;
import dev.leasehold.api.v1.Budget;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.PlannedEnd;
import dev.leasehold.api.v1.Waiting;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.kernel.view.RareProperties;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Leases as messages, as they are at the moment of the reply. */
public final class LeaseReplies {

  private LeaseReplies() {}

  static Lease lease(Stamp stamp, dev.leasehold.kernel.view.Lease lease) {
    return builder(stamp, lease).build();
  }

  static Lease.Builder builder(Stamp stamp, dev.leasehold.kernel.view.Lease lease) {
    Lease.Builder wire =
        Lease.newBuilder()
            .setLeaseId(lease.id())
            .setPolicy(lease.policy().name())
            .setSpace(lease.space())
            .addAllScope(lease.scope().patternTexts())
            .setMode(Lease.Mode.valueOf(lease.mode().name()))
            .setHolder(lease.holder())
            .setSession(lease.session())
            .setState(state(lease.state()))
            .setIssuedAt(time(lease.issuedWallNanos()))
            .setIssuedAtTick(lease.issuedTick())
            .setExpiresAtTick(lease.deadlineTick())
            .setTtl(duration(lease.ttlNanos()))
            .setRemaining(duration(lease.remainingNanos(stamp.tick())))
            .setRenewalCount(lease.renewalCount())
            .setMaxRenewals(lease.maxRenewals())
            .setFencingToken(lease.fencingToken())
            .addAllFencePath(lease.fencePath())
            .setEpoch(lease.epoch())
            .setRequestId(lease.requestId());
    if (!lease.labels().isEmpty()) {
      wire.putAllLabels(lease.labels());
    }
    if (lease.deadlineTick() != 0) {
      wire.setExpiresAt(time(lease.expiresWallNanos()));
    }
    if (lease.lastRenewedWallNanos() != 0) {
      wire.setLastRenewedAt(time(lease.lastRenewedWallNanos()));
    }
    if (lease.ending() != null) {
      addEnding(wire, lease.state(), lease.ending());
      long graceNanos = lease.ending().graceEndTick() - stamp.tick();
      if (lease.isInGrace() && graceNanos > 0) {
        wire.setGraceRemaining(duration(graceNanos));
      }
    }
    if (lease.policy().isCheckedIn()) {
      wire.setBaseCommit(lease.baseCommit())
          .setCheckoutType(lease.isFullCheckout() ? "full" : "sparse")
          .setCommit(lease.commit());
    }
    addRareProperties(wire, stamp, lease);
    return wire;
  }

  private static void addEnding(Lease.Builder wire, LeaseState state, Ending ending) {
    wire.setTerminatedAt(time(ending.wallNanos())).setEndedBy(ending.endedBy());
    // A check-in gives a commit and no reason; the kernel has one place for either.
    if (state != LeaseState.COMPLETED) {
      wire.setReason(ending.reason());
    }
    if (ending.cause() != null) {
      wire.setCause(Lease.Cause.valueOf(ending.cause().name()));
    }
  }

  private static void addRareProperties(
      Lease.Builder wire, Stamp stamp, dev.leasehold.kernel.view.Lease lease) {
    RareProperties more = lease.rare();
    wire.setParentId(more.parentId()).setPool(more.pool());
    if (more.epochFloor() != 0) {
      wire.setEpochFloor(more.epochFloor());
    }
    if (more.heartbeatNanos() != 0) {
      wire.setHeartbeat(duration(more.heartbeatNanos()))
          .setHeartbeatRemaining(duration(lease.heartbeatRemainingNanos(stamp.tick())));
    }
    if (more.budget() != null) {
      wire.setBudget(budget(more.budget()));
    }
    if (more.authority() != null) {
      wire.setAuthority(
          Authority.newBuilder()
              .addAllWorkIds(more.authority().workIds())
              .addAllTools(more.authority().tools())
              .addAllNamespaces(more.authority().namespaces()));
    }
    if (more.place() != null) {
      wire.setWaiting(waiting(stamp, more.place()));
    }
    dev.leasehold.kernel.view.PlannedEnd end =
        more.delayedRelease() != null ? more.delayedRelease() : more.announcedEnd();
    if (end != null && !lease.state().isTerminal()) {
      wire.setPlannedEnd(plannedEnd(stamp, end));
    }
  }

  private static Budget budget(dev.leasehold.kernel.budget.Budget budget) {
    Set<String> units = budget.granted().asMap().keySet();
    return Budget.newBuilder()
        .putAllGranted(budget.granted().asMap())
        .putAllReserved(inUnits(units, budget.reserved()))
        .putAllDelegated(inUnits(units, budget.delegated()))
        .putAllSpent(inUnits(units, budget.spent()))
        .putAllRest(inUnits(units, budget.rest()))
        .putAllReturned(budget.returned().asMap())
        .build();
  }

  /** The figures in all these units, 0 where there is nothing. */
  static Map<String, Long> inUnits(Set<String> units, Amounts amounts) {
    Map<String, Long> figures = new TreeMap<>(amounts.asMap());
    units.forEach(unit -> figures.putIfAbsent(unit, 0L));
    return figures;
  }

  private static Waiting waiting(Stamp stamp, QueuePlace place) {
    return Waiting.newBuilder()
        .setRemaining(duration(Math.max(0, place.deadlineTick() - stamp.tick())))
        .setPriority(place.priority())
        .setConversion(place.conversion())
        .build();
  }

  private static PlannedEnd plannedEnd(Stamp stamp, dev.leasehold.kernel.view.PlannedEnd end) {
    long remainingNanos = Math.max(0, end.tick() - stamp.tick());
    return PlannedEnd.newBuilder()
        .setRemaining(duration(remainingNanos))
        .setAt(time(stamp.wallNanos() + remainingNanos))
        .setState(state(end.state()))
        .setReason(end.reason())
        .setBy(end.by())
        .build();
  }

  static Lease.State state(LeaseState state) {
    return Lease.State.valueOf(state.name());
  }
}
