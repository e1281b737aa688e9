package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.PoolEvent;

/** Reads from events which requests brought them about. */
final class Requests {

  private Requests() {}

  /** Empty if no request with an id brought it about. */
  static String idOf(Event event) {
    return switch (event) {
      case LeaseEvent.Granted e -> e.claim().request().requestId();
      case LeaseEvent.Queued e -> e.claim().request().requestId();
      case LeaseEvent.Renewed e -> e.request().requestId();
      case LeaseEvent.HeartbeatReceived e -> e.request().requestId();
      case LeaseEvent.Ended e -> e.request().requestId();
      case LeaseEvent.EndPlanned e -> e.request().requestId();
      case LeaseEvent.Asked e -> e.request().requestId();
      case LeaseEvent.Advanced e -> e.request().requestId();
      case LeaseEvent.Transferred e -> e.request().requestId();
      case LeaseEvent.Converted e -> e.request().requestId();
      case LeaseEvent.ConversionQueued e -> e.request().requestId();
      case BudgetEvent.Spent e -> e.request().requestId();
      case BudgetEvent.Reserved e -> e.request().requestId();
      case BudgetEvent.Adjusted e -> e.request().requestId();
      case BudgetEvent.Refreshed e -> e.request().requestId();
      case PoolEvent.PoolCreated e -> e.request().requestId();
      case PoolEvent.PoolChanged e -> e.request().requestId();
      default -> "";
    };
  }

  /** The lease that a retry is to be answered with; empty if it is none. */
  static String madeBy(Event event) {
    return switch (event) {
      case LeaseEvent.Transferred e -> e.newLeaseId();
      case Event.OfLease e -> e.leaseId();
      default -> "";
    };
  }
}
