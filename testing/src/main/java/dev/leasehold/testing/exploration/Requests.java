package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Event;

/** Reads from events which requests brought them about. */
final class Requests {

  private Requests() {}

  /** Empty if no request with an id brought it about. */
  static String idOf(Event event) {
    return switch (event) {
      case Event.Granted e -> e.claim().request().requestId();
      case Event.Queued e -> e.claim().request().requestId();
      case Event.Renewed e -> e.request().requestId();
      case Event.HeartbeatReceived e -> e.request().requestId();
      case Event.Ended e -> e.request().requestId();
      case Event.EndPlanned e -> e.request().requestId();
      case Event.Asked e -> e.request().requestId();
      case Event.Advanced e -> e.request().requestId();
      case Event.Transferred e -> e.request().requestId();
      case Event.Converted e -> e.request().requestId();
      case Event.ConversionQueued e -> e.request().requestId();
      case Event.Spent e -> e.request().requestId();
      case Event.Reserved e -> e.request().requestId();
      case Event.Adjusted e -> e.request().requestId();
      case Event.Refreshed e -> e.request().requestId();
      case Event.PoolCreated e -> e.request().requestId();
      case Event.PoolChanged e -> e.request().requestId();
      default -> "";
    };
  }

  /** The lease that a retry is to be answered with; empty if it is none. */
  static String madeBy(Event event) {
    return switch (event) {
      case Event.Transferred e -> e.newLeaseId();
      case Event.OfLease e -> e.leaseId();
      default -> "";
    };
  }
}
