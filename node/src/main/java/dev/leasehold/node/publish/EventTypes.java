package dev.leasehold.node.publish;

import dev.leasehold.kernel.Event;
import java.util.Locale;

/** The names under which events are published. */
public final class EventTypes {

  /** What all of them begin with. */
  public static final String PREFIX = "dev.leasehold.";

  private EventTypes() {}

  /** By what happened to whom: a grant is a grant, whether it came at once or after a wait. */
  static String nameOf(Event event) {
    return PREFIX
        + switch (event) {
          case Event.Granted e -> "lease.granted";
          case Event.Admitted e -> "lease.granted";
          case Event.Queued e -> "lease.queued";
          case Event.Renewed e -> "lease.renewed";
          case Event.Beaten e -> "lease.heartbeat";
          case Event.Expired e -> "lease.expired";
          case Event.Ended e -> "lease." + e.state().name().toLowerCase(Locale.ROOT);
          case Event.EndPlanned e -> "lease.ending";
          case Event.Reminded e -> "lease.reminded";
          case Event.Advanced e -> "lease.advanced";
          case Event.Transferred e -> "lease.transferred";
          case Event.Converted e -> "lease.converted";
          case Event.ConversionQueued e -> "lease.conversion-queued";
          case Event.ConversionFailed e -> "lease.conversion-failed";
          case Event.Spent e -> "budget.spent";
          case Event.Overdrawn e -> "budget.overdrawn";
          case Event.Reserved e -> "budget.reserved";
          case Event.Adjusted e -> "budget.adjusted";
          case Event.Settled e -> "budget.settled";
          case Event.Refreshed e -> "budget.refreshed";
          case Event.PoolCreated e -> "pool.created";
          case Event.PoolChanged e -> e.deposit() ? "pool.deposited" : "pool.withdrawn";
          case Event.PoolConfirmed e -> "pool.confirmed";
          case Event.NoticesAcknowledged e -> "notices.acknowledged";
          case Event.PolicyAdded e -> "policy.added";
          case Event.Pruned e -> "memory.pruned";
          case Event.Restored e -> "journal.restored";
          case Event.SpaceDeclared e -> "space.declared";
          case Event.TokenIssued e -> "token.issued";
          case Event.TokenRevoked e -> "token.revoked";
          case Event.ConfigChanged e -> "config.changed";
        };
  }
}
