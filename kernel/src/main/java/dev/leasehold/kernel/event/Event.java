package dev.leasehold.kernel.event;

/**
 * A change that has happened. Events alone change state, on the way to a reply and at recovery
 * alike.
 *
 * <p>Positions rise by one with every event of a journal, and by more where a backup was restored.
 */
public sealed interface Event permits Event.OfLease, PoolEvent, NoticeEvent, AdminEvent {

  At at();

  default long position() {
    return at().position();
  }

  default long tick() {
    return at().tick();
  }

  default long wallNanos() {
    return at().wallNanos();
  }

  /** An event's place in the journal, and its time for the kernel and for people. */
  record At(long position, long tick, long wallNanos) {}

  /** An event that concerns one lease. */
  sealed interface OfLease extends Event permits LeaseEvent, BudgetEvent, ApprovalEvent {
    String leaseId();
  }

  /** The caller, the id and the fingerprint of a request, to tell a retry from another request. */
  record Request(String caller, String requestId, long fingerprint) {
    public static final Request NONE = new Request("", "", 0);
  }
}
