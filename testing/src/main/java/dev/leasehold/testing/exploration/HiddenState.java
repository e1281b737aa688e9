package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Parts of a state that the kernel does not show, put together from its events. */
final class HiddenState {

  /** Money set aside. */
  record SetAside(String leaseId, Amounts amounts, long deadlineTick) {}

  private final Map<String, SetAside> reservations = new TreeMap<>();
  private final Set<String> unclaimed = new TreeSet<>();
  private final Map<String, Long> questions = new TreeMap<>();

  Map<String, SetAside> reservations() {
    return reservations;
  }

  /** When each asker last asked for each lease. */
  Map<String, Long> questions() {
    return questions;
  }

  /** Whether the lease came out of the queue and nothing has been done with it. */
  boolean isUnclaimed(String leaseId) {
    return unclaimed.contains(leaseId);
  }

  void add(Event event) {
    switch (event) {
      case LeaseEvent.Asked e -> questions.put(e.asker() + " " + e.leaseId(), e.tick());
      case Event.OfLease e -> addOfLease(e);
      default -> {}
    }
  }

  private void addOfLease(Event.OfLease ofLease) {
    unclaimed.remove(ofLease.leaseId());
    switch (ofLease) {
      case LeaseEvent.GrantedFromQueue e -> unclaimed.add(e.leaseId());
      case BudgetEvent.Reserved e ->
          reservations.put(
              e.request().requestId(), new SetAside(e.leaseId(), e.amounts(), e.deadlineTick()));
      case BudgetEvent.Adjusted e ->
          reservations.computeIfPresent(
              e.reservationId(),
              (id, old) -> new SetAside(old.leaseId, e.amounts(), old.deadlineTick));
      case BudgetEvent.Settled e -> reservations.remove(e.reservationId());
      default -> {}
    }
  }
}
