package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.CloudEvents.wallAt;

import dev.leasehold.api.v1.EventData;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.kernel.Event;

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
      case Event.Asked e -> data.setActor(e.asker()).setNote(e.note());
      case Event.Beaten e -> data.setRequestId(e.request().requestId());
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
      default -> money(data, event);
    }
  }

  private static void money(EventData.Builder data, Event.OfLease event) {
    switch (event) {
      case Event.Spent e ->
          data.putAllAmounts(e.amounts().asMap())
              .setNote(e.note())
              .setRequestId(e.request().requestId());
      case Event.IpTokenIssued e -> data.setTokenId(e.tokenId());
      case Event.Overdrawn e -> data.putAllAmounts(e.asked().asMap()).putAllRest(e.rest().asMap());
      case Event.Reserved e ->
          data.putAllAmounts(e.amounts().asMap())
              .setReservationId(e.request().requestId())
              .setExpiresAtTick(e.deadlineTick())
              .setExpiresAt(wallAt(e, e.deadlineTick()));
      case Event.Adjusted e ->
          data.putAllAmounts(e.amounts().asMap())
              .setReservationId(e.reservationId())
              .setRequestId(e.request().requestId());
      case Event.Settled e ->
          data.putAllAmounts(e.spent().asMap())
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
      case Event.PoolConfirmed e ->
          data.setPool(e.poolId())
              .putAllAmounts(e.spent().asMap())
              .setRequestId(e.request().requestId());
      case Event.ProviderAdded e -> data.setActor(e.addedBy());
      case Event.ProviderKeyRotated e -> data.setActor(e.rotatedBy());
      case Event.ProviderRemoved e -> data.setActor(e.removedBy());
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
