package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.duration;
import static dev.leasehold.node.operation.translate.WireTime.time;

import dev.leasehold.api.v1.CloudEvent;
import dev.leasehold.api.v1.EventData;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.EndReasons;
import dev.leasehold.node.alerts.Alert;
import dev.leasehold.node.publish.LeaseIdentity;
import dev.leasehold.node.publish.Publication;
import java.util.Locale;

/**
 * Publications as CloudEvents. The text follows from the event and from fields of its lease that
 * never change, or not after its end, so it reads the same whenever it is read. Only a reminder
 * differs: it says how much of its lease is left at that moment.
 *
 * @param source names the journal
 */
public record CloudEvents(String source) {

  public CloudEvent cloudEvent(Publication publication) {
    CloudEvent.Builder wire = begin(publication.type());
    return switch (publication) {
      case Publication.OfEvent published -> event(wire, published);
      case Publication.OfAlert raised -> alert(wire, raised.alert());
    };
  }

  /** Begins a CloudEvent with what all of them have in common. */
  public CloudEvent.Builder begin(String type) {
    return CloudEvent.newBuilder()
        .setSpecversion("1.0")
        .setSource(source)
        .setType(type)
        .setDatacontenttype("application/json");
  }

  private static CloudEvent alert(CloudEvent.Builder wire, Alert alert) {
    return wire.setId(alert.id())
        .setSubject(alert.holder().isEmpty() ? alert.resource() : alert.holder())
        .setTime(time(alert.wallNanos()))
        .setData(
            EventData.newBuilder()
                .setPosition(alert.position())
                .setTick(alert.tick())
                .setHolder(alert.holder())
                .setSpace(alert.resource())
                .addAllScope(alert.scope())
                .setCount(alert.count())
                .setThreshold(alert.threshold())
                .setWindow(duration(alert.windowNanos()))
                .setReason(alert.detail()))
        .build();
  }

  private static CloudEvent event(CloudEvent.Builder wire, Publication.OfEvent published) {
    Event event = published.event();
    EventData.Builder data =
        EventData.newBuilder().setPosition(event.position()).setTick(event.tick());
    LeaseIdentity lease = published.lease();
    if (lease != null) {
      data.setPolicy(lease.policy())
          .setSpace(lease.space())
          .addAllScope(lease.scope())
          .setHolder(lease.holder())
          .setSession(lease.session());
    }
    if (event instanceof Event.OfLease ofLease) {
      data.setLeaseId(ofLease.leaseId());
    }
    fill(data, event);
    if (published.leftNanos() > 0) {
      data.setLeft(duration(published.leftNanos()));
    }
    if (published.endedWallNanos() > 0) {
      data.setTerminatedAt(time(published.endedWallNanos()));
    }
    if (published.isOutline()) {
      Outlines.cut(data);
    }
    return wire.setId(Long.toString(event.position()))
        .setSubject(subject(event))
        .setTime(time(event.wallNanos()))
        .setData(data)
        .build();
  }

  private static String subject(Event event) {
    return switch (event) {
      case Event.OfLease e -> e.leaseId();
      case PoolEvent.PoolCreated e -> e.poolId();
      case PoolEvent.PoolChanged e -> e.poolId();
      case PoolEvent.PoolConfirmed e -> e.poolId();
      case PoolEvent.RecurrenceSet e -> e.poolId();
      case PoolEvent.ToppedUp e -> e.poolId();
      case NoticeEvent.NoticesAcknowledged e -> e.holder();
      case NoticeEvent.NoticesDropped e -> e.holder();
      case NoticeEvent.Subscribed e -> e.subscription().id();
      case NoticeEvent.SubscriptionConfirmed e -> e.id();
      case NoticeEvent.SubscriptionReencrypted e -> e.id();
      case NoticeEvent.Unsubscribed e -> e.id();
      case AdminEvent.TokenIssued e -> e.token().id();
      case AdminEvent.TokenRevoked e -> e.tokenId();
      case AdminEvent.ProviderAdded e -> e.name();
      case AdminEvent.ProviderKeyRotated e -> e.name();
      case AdminEvent.ProviderKeyReencrypted e -> e.name();
      case AdminEvent.ProviderRemoved e -> e.name();
      case AdminEvent.PolicyAdded e -> e.policy().name();
      case AdminEvent.SpaceDeclared e -> e.space();
      case AdminEvent.ConfigChanged e -> e.key();
      case AdminEvent.Pruned e -> "";
      case AdminEvent.Restored e -> "";
    };
  }

  private static EventData.Builder budgetEnd(EventData.Builder data, BudgetEnd end) {
    return data.putAllGranted(end.granted().asMap())
        .putAllSpent(end.spent().asMap())
        .putAllReturned(end.returned().asMap());
  }

  private static void fill(EventData.Builder data, Event event) {
    switch (event) {
      case LeaseEvent.Granted e -> granted(data, e);
      case LeaseEvent.GrantedFromQueue e ->
          activeUntil(data, e, e.deadlineTick())
              .setFencingToken(e.position())
              .setEpoch(e.epoch())
              .putAllAmounts(e.budget().asMap());
      case LeaseEvent.Queued e ->
          claim(data, e.claim())
              .setState(Lease.State.PENDING)
              .setPriority(e.priority())
              .setWaitsUntil(wallAt(e, e.waitDeadlineTick()));
      case LeaseEvent.Renewed e ->
          activeUntil(data, e, e.deadlineTick())
              .setTtl(duration(e.ttlNanos()))
              .setRenewalCount(e.renewalCount())
              .setRequestId(e.request().requestId());
      case LeaseEvent.Expired e ->
          budgetEnd(data, e.budget())
              .setState(Lease.State.EXPIRED)
              .setCause(Lease.Cause.valueOf(e.cause().name()))
              .setTerminatedAt(time(e.knownEndWallNanos()))
              .setRenewalCount(e.renewalCount());
      case LeaseEvent.Ended e ->
          budgetEnd(ended(data, e), e.budget())
              .setEndedBy(e.endedBy())
              .setTerminatedAt(wallAt(e, e.endedTick()))
              .setRequestId(e.request().requestId());
      case LeaseEvent.Transferred e ->
          data.setState(Lease.State.RELEASED)
              .setReason(EndReasons.TRANSFERRED)
              .setTerminatedAt(time(e.wallNanos()))
              .setNewLeaseId(e.newLeaseId())
              .setToHolder(e.toHolder())
              .setNote(e.note())
              .setFencingToken(e.position())
              .setEpoch(e.epoch())
              .setRequestId(e.request().requestId());
      case LeaseEvent e -> CloudEventData.ofLease(data, e);
      case BudgetEvent e -> CloudEventData.ofBudget(data, e);
      case ApprovalEvent e -> CloudEventData.ofApproval(data, e);
      case PoolEvent e -> CloudEventData.ofPool(data, e);
      case NoticeEvent e -> CloudEventData.ofNotice(data, e);
      case AdminEvent e -> CloudEventData.ofAdmin(data, e);
    }
  }

  private static EventData.Builder ended(EventData.Builder data, LeaseEvent.Ended event) {
    data.setState(Lease.State.valueOf(event.state().name()));
    return event.state() == LeaseState.COMPLETED
        ? data.setCommit(event.reason())
        : data.setReason(event.reason());
  }

  private static void granted(EventData.Builder data, LeaseEvent.Granted event) {
    activeUntil(claim(data, event.claim()), event, event.deadlineTick())
        .setFencingToken(event.position())
        .setEpoch(event.epoch())
        .putAllAmounts(event.budget().asMap());
  }

  private static EventData.Builder claim(EventData.Builder data, Claim claim) {
    return data.setMode(Lease.Mode.valueOf(claim.mode().name()))
        .setTtl(duration(claim.ttlNanos()))
        .setMaxRenewals(claim.maxRenewals())
        .putAllLabels(claim.labels())
        .setParentId(claim.rare().parentId())
        .setPool(claim.rare().pool())
        .setRequestId(claim.request().requestId());
  }

  static EventData.Builder activeUntil(EventData.Builder data, Event event, long deadlineTick) {
    return data.setState(Lease.State.ACTIVE)
        .setExpiresAtTick(deadlineTick)
        .setExpiresAt(wallAt(event, deadlineTick));
  }

  /** When people should expect a tick to come, as things were at the event. */
  static com.google.protobuf.Timestamp wallAt(Event event, long tick) {
    return time(event.wallNanos() + tick - event.tick());
  }

  static String lowerCase(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
