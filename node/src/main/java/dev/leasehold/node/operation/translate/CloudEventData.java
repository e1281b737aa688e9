package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.CloudEvents.wallAt;
import static dev.leasehold.node.operation.translate.WireTime.duration;

import dev.leasehold.api.v1.EventData;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Recurrence;

/** The fields of the less common events. */
final class CloudEventData {

  private CloudEventData() {}

  static void ofLease(EventData.Builder data, Event.OfLease event) {
    switch (event) {
      case Event.EndPlanned e ->
          data.setEndsAt(wallAt(e, e.end().tick()))
              .setReason(e.end().reason())
              .setEndedBy(e.end().by())
              .setRequestId(e.request().requestId());
      case Event.CommitRecorded e -> data.setCommit(e.commit()).setActor(e.holder());
      case Event.Asked e -> data.setActor(e.asker()).setNote(e.note());
      case Event.HeartbeatReceived e -> data.setRequestId(e.request().requestId());
      case Event.HeartbeatExcused e -> data.setHeartbeatUntil(wallAt(e, e.deadlineTick()));
      case Event.Advanced e -> data.setEpoch(e.epoch()).setRequestId(e.request().requestId());
      case Event.Converted e ->
          data.setMode(Lease.Mode.valueOf(e.mode().name()))
              .setEpoch(e.epoch())
              .setRequestId(e.request().requestId());
      case Event.ConversionQueued e ->
          data.setWaitsUntil(wallAt(e, e.waitDeadlineTick())).setRequestId(e.request().requestId());
      case Event.ConversionFailed e ->
          data.setReason(e.reason()).setRequestId(e.request().requestId());
      case Event.ExtensionRequested e ->
          data.setTtl(duration(e.ttlNanos()))
              .setNote(e.justification())
              .setActor(e.request().caller())
              .setExtensionRequestId(Long.toString(e.position()))
              .setRequestId(e.request().requestId());
      case Event.ExtensionApproved e ->
          data.setTtl(duration(e.ttlNanos()))
              .setState(Lease.State.ACTIVE)
              .setExpiresAtTick(e.deadlineTick())
              .setExpiresAt(wallAt(e, e.deadlineTick()))
              .setReason(e.reason())
              .setActor(e.by())
              .setExtensionRequestId(Long.toString(e.requested()));
      case Event.ExtensionDeclined e ->
          data.setReason(e.reason())
              .setActor(e.by())
              .setExtensionRequestId(Long.toString(e.requested()));
      default -> money(data, event);
    }
  }

  private static void money(EventData.Builder data, Event.OfLease event) {
    switch (event) {
      case Event.Spent e ->
          data.putAllAmounts(e.amounts().asMap())
              .setNote(e.note())
              .putAllLabels(e.labels())
              .setRequestId(e.request().requestId());
      case Event.MoreRequested e ->
          data.putAllAmounts(e.amounts().asMap())
              .setNote(e.justification())
              .setActor(e.request().caller())
              .setBudgetRequestId(Long.toString(e.position()))
              .setRequestId(e.request().requestId());
      case Event.MoreApproved e ->
          data.putAllAmounts(e.amounts().asMap())
              .putAllDeposited(e.deposited().asMap())
              .setState(Lease.State.ACTIVE)
              .setExpiresAtTick(e.deadlineTick())
              .setExpiresAt(wallAt(e, e.deadlineTick()))
              .setReason(e.reason())
              .setActor(e.by())
              .setBudgetRequestId(Long.toString(e.requested()));
      case Event.MoreDeclined e ->
          data.setReason(e.reason())
              .setActor(e.by())
              .setBudgetRequestId(Long.toString(e.requested()));
      case Event.IpTokenIssued e -> data.setTokenId(e.tokenId());
      case Event.Overdrawn e -> data.putAllAmounts(e.asked().asMap()).putAllRest(e.rest().asMap());
      case Event.Reserved e ->
          data.putAllAmounts(e.amounts().asMap())
              .putAllLabels(e.labels())
              .setReservationId(e.request().requestId())
              .setExpiresAtTick(e.deadlineTick())
              .setExpiresAt(wallAt(e, e.deadlineTick()));
      case Event.Adjusted e ->
          data.putAllAmounts(e.amounts().asMap())
              .setReservationId(e.reservationId())
              .setRequestId(e.request().requestId());
      case Event.Settled e ->
          data.putAllAmounts(e.spent().asMap())
              .putAllLabels(e.labels())
              .setReservationId(e.reservationId())
              .setReason(e.how().name());
      case Event.ThresholdReached e ->
          data.setThreshold(e.percent())
              .putSpent(e.unit(), e.spent())
              .putGranted(e.unit(), e.granted());
      case Event.OverrunReported e ->
          data.putAllAmounts(e.amounts().asMap())
              .setReservationId(e.reservationId())
              .setActor(e.reporter());
      case Event.Refreshed e ->
          data.setState(Lease.State.ACTIVE)
              .putAllAmounts(e.added().asMap())
              .setExpiresAtTick(e.deadlineTick())
              .setExpiresAt(wallAt(e, e.deadlineTick()))
              .setRequestId(e.request().requestId());
      default -> {}
    }
  }

  private static void recurrence(EventData.Builder data, Event.RecurrenceSet e) {
    data.setRequestId(e.request().requestId());
    Recurrence recurrence = e.recurrence();
    if (recurrence != null) {
      data.setEvery(recurrence.every().text())
          .setZone(recurrence.zone())
          .putAllAmounts(recurrence.amounts().asMap());
    }
  }

  static void others(EventData.Builder data, Event event) {
    switch (event) {
      case Event.PoolCreated e ->
          data.setPool(e.poolId())
              .putAllAmounts(e.amounts().asMap())
              .setRequestId(e.request().requestId());
      case Event.PoolChanged e ->
          data.setPool(e.poolId())
              .putAllAmounts(e.amounts().asMap())
              .setReason(e.reason())
              .setRequestId(e.request().requestId());
      case Event.RecurrenceSet e -> recurrence(data.setPool(e.poolId()), e);
      case Event.ToppedUp e ->
          data.setPool(e.poolId()).setPeriod(e.period()).putAllAmounts(e.added().asMap());
      case Event.PoolConfirmed e ->
          data.setPool(e.poolId())
              .putAllAmounts(e.spent().asMap())
              .setRequestId(e.request().requestId());
      case Event.ProviderAdded e -> data.setActor(e.addedBy());
      case Event.ProviderKeyRotated e -> data.setActor(e.rotatedBy());
      case Event.ProviderRemoved e -> data.setActor(e.removedBy());
      case Event.Subscribed e ->
          data.setActor(e.subscription().addedBy()).setHolder(e.subscription().holder());
      case Event.Unsubscribed e -> data.setActor(e.removedBy());
      case Event.NoticesAcknowledged e -> data.setHolder(e.holder());
      case Event.NoticesDropped e -> data.setHolder(e.holder());
      case Event.PolicyAdded e -> data.setPolicy(e.policy().name());
      case Event.Pruned e -> data.setLeases(e.leases() + e.accounts());
      case Event.SpaceDeclared e ->
          data.setSpace(e.space()).setCaseInsensitive(e.caseInsensitive());
      case Event.TokenIssued e ->
          data.setTokenId(e.token().id())
              .setActor(e.token().actor())
              .setRole(CloudEvents.lowerCase(e.token().role()));
      case Event.TokenRevoked e -> data.setTokenId(e.tokenId()).setReason(e.reason());
      case Event.ConfigChanged e ->
          data.setKey(e.key()).setValue(e.value()).setActor(e.changedBy());
      default -> {}
    }
  }
}
