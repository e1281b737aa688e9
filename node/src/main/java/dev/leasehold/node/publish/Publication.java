package dev.leasehold.node.publish;

import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.alerts.Alert;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An event or an alert as it is published to watchers. */
public sealed interface Publication {

  /** The position of its event in the journal. */
  long position();

  /** The type of its CloudEvent. */
  String type();

  /** The space it belongs to; null if to none. */
  @Nullable String space();

  /** The holders it is about. */
  Set<String> holders();

  /** Whether it says how much of a lease is left, which has to be true when it is told. */
  default boolean saysWhatIsLeft() {
    return false;
  }

  /**
   * An event of the journal.
   *
   * @param lease the lease that the event is about, by the fields that never change; null if it is
   *     about none, or about one that nobody remembers any more
   * @param isOutline whether it is told without money, request ids and notes
   * @param leftNanos of a reminder: how much of the lease is left when it is told, 0 if nothing
   * @param endedWallNanos of an end: when the lease ended, which is before the event if it was in
   *     grace; 0 if that is not known, or as the event says
   */
  record OfEvent(
      Event event,
      @Nullable LeaseIdentity lease,
      boolean isOutline,
      long leftNanos,
      long endedWallNanos)
      implements Publication {

    public OfEvent(Event event, @Nullable LeaseIdentity lease) {
      this(event, lease, false, 0, 0);
    }

    /** A copy for those who see only an outline of the lease. */
    OfEvent outline() {
      return new OfEvent(event, lease, true, leftNanos, endedWallNanos);
    }

    /** A copy that says how much time the lease has left. */
    OfEvent withLeft(long nanos) {
      return new OfEvent(event, lease, isOutline, nanos, endedWallNanos);
    }

    /**
     * A copy with the time that its lease ended, if the event is about that and has no time of it.
     *
     * @param now the lease as it is after the event; null if nobody remembers it
     */
    OfEvent withEndOf(@Nullable Lease now) {
      Ending ending = now == null ? null : now.ending();
      return ending != null && mayBeInGrace(event)
          ? new OfEvent(event, lease, isOutline, leftNanos, ending.wallNanos())
          : this;
    }

    /** Whether the event ends a lease that may have expired before, of which it tells no time. */
    static boolean mayBeInGrace(Event event) {
      return event instanceof LeaseEvent.Ended ended && ended.state() == LeaseState.CLOSED;
    }

    @Override
    public boolean saysWhatIsLeft() {
      return event instanceof LeaseEvent.Reminded;
    }

    @Override
    public long position() {
      return event.position();
    }

    @Override
    public String type() {
      return EventTypes.nameOf(event);
    }

    @Override
    public @Nullable String space() {
      return lease != null
          ? lease.space()
          : switch (event) {
            case AdminEvent.SpaceDeclared declared -> declared.space();
            case LeaseEvent.CommitRecorded recorded -> recorded.space();
            default -> null;
          };
    }

    @Override
    public Set<String> holders() {
      if (event instanceof NoticeEvent.NoticesAcknowledged acknowledged) {
        return Set.of(acknowledged.holder());
      }
      if (event instanceof NoticeEvent.NoticesDropped dropped) {
        return Set.of(dropped.holder());
      }
      if (lease == null) {
        return Set.of();
      }
      return event instanceof LeaseEvent.Transferred handed
              && !handed.toHolder().equals(lease.holder())
          ? Set.of(lease.holder(), handed.toHolder())
          : Set.of(lease.holder());
    }
  }

  /** An alert, published behind the event that gave rise to it. */
  record OfAlert(Alert alert) implements Publication {

    @Override
    public long position() {
      return alert.position();
    }

    @Override
    public String type() {
      return EventTypes.nameOf(alert.kind());
    }

    @Override
    public @Nullable String space() {
      return alert.resource().isEmpty() ? null : alert.resource();
    }

    @Override
    public Set<String> holders() {
      return alert.holder().isEmpty() ? Set.of() : Set.of(alert.holder());
    }
  }
}
