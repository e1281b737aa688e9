package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.CloudEvents.activeUntil;
import static dev.leasehold.node.operation.translate.CloudEvents.wallAt;
import static dev.leasehold.node.operation.translate.WireTime.duration;

import dev.leasehold.api.v1.EventData;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.event.PoolEvent;

/** The fields of the less common events. */
final class CloudEventData {

  private CloudEventData() {}

  static void ofLease(EventData.Builder data, LeaseEvent event) {
    switch (event) {
      case LeaseEvent.EndPlanned e ->
          data.setEndsAt(wallAt(e, e.end().tick()))
              .setReason(e.end().reason())
              .setEndedBy(e.end().by())
              .setRequestId(e.request().requestId());
      case LeaseEvent.CommitRecorded e -> data.setCommit(e.commit()).setActor(e.holder());
      case LeaseEvent.Asked e -> data.setActor(e.asker()).setNote(e.note());
      case LeaseEvent.HeartbeatReceived e -> data.setRequestId(e.request().requestId());
      case LeaseEvent.HeartbeatExcused e -> data.setHeartbeatUntil(wallAt(e, e.deadlineTick()));
      case LeaseEvent.Advanced e -> data.setEpoch(e.epoch()).setRequestId(e.request().requestId());
      case LeaseEvent.Converted e ->
          data.setMode(Lease.Mode.valueOf(e.mode().name()))
              .setEpoch(e.epoch())
              .setRequestId(e.request().requestId());
      case LeaseEvent.ConversionQueued e ->
          data.setWaitsUntil(wallAt(e, e.waitDeadlineTick())).setRequestId(e.request().requestId());
      case LeaseEvent.ConversionFailed e ->
          data.setReason(e.reason()).setRequestId(e.request().requestId());
      default -> {}
    }
  }

  static void ofBudget(EventData.Builder data, BudgetEvent event) {
    switch (event) {
      case BudgetEvent.Spent e ->
          data.putAllAmounts(e.amounts().asMap())
              .setNote(e.note())
              .putAllLabels(e.labels())
              .setRequestId(e.request().requestId());
      case BudgetEvent.IpTokenIssued e -> data.setTokenId(e.tokenId());
      case BudgetEvent.Overdrawn e ->
          data.putAllAmounts(e.asked().asMap()).putAllRest(e.rest().asMap());
      case BudgetEvent.Reserved e ->
          data.putAllAmounts(e.amounts().asMap())
              .putAllLabels(e.labels())
              .setReservationId(e.request().requestId())
              .setExpiresAtTick(e.deadlineTick())
              .setExpiresAt(wallAt(e, e.deadlineTick()));
      case BudgetEvent.Adjusted e ->
          data.putAllAmounts(e.amounts().asMap())
              .setReservationId(e.reservationId())
              .setRequestId(e.request().requestId());
      case BudgetEvent.Settled e ->
          data.putAllAmounts(e.spent().asMap())
              .putAllLabels(e.labels())
              .setReservationId(e.reservationId())
              .setReason(e.how().name());
      case BudgetEvent.ThresholdReached e ->
          data.setThreshold(e.percent())
              .putSpent(e.unit(), e.spent())
              .putGranted(e.unit(), e.granted());
      case BudgetEvent.OverrunReported e ->
          data.putAllAmounts(e.amounts().asMap())
              .setReservationId(e.reservationId())
              .setActor(e.reporter());
      case BudgetEvent.Refreshed e ->
          activeUntil(data, e, e.deadlineTick())
              .putAllAmounts(e.added().asMap())
              .setRequestId(e.request().requestId());
    }
  }

  static void ofApproval(EventData.Builder data, ApprovalEvent event) {
    switch (event) {
      case ApprovalEvent.ExtensionRequested e ->
          data.setTtl(duration(e.ttlNanos()))
              .setNote(e.justification())
              .setActor(e.request().caller())
              .setExtensionRequestId(Long.toString(e.position()))
              .setRequestId(e.request().requestId());
      case ApprovalEvent.ExtensionApproved e ->
          activeUntil(data, e, e.deadlineTick())
              .setTtl(duration(e.ttlNanos()))
              .setReason(e.reason())
              .setActor(e.by())
              .setExtensionRequestId(Long.toString(e.requested()));
      case ApprovalEvent.ExtensionDeclined e ->
          data.setReason(e.reason())
              .setActor(e.by())
              .setExtensionRequestId(Long.toString(e.requested()));
      case ApprovalEvent.MoreRequested e ->
          data.putAllAmounts(e.amounts().asMap())
              .setNote(e.justification())
              .setActor(e.request().caller())
              .setBudgetRequestId(Long.toString(e.position()))
              .setRequestId(e.request().requestId());
      case ApprovalEvent.MoreApproved e ->
          activeUntil(data, e, e.deadlineTick())
              .putAllAmounts(e.amounts().asMap())
              .putAllDeposited(e.deposited().asMap())
              .setReason(e.reason())
              .setActor(e.by())
              .setBudgetRequestId(Long.toString(e.requested()));
      case ApprovalEvent.MoreDeclined e ->
          data.setReason(e.reason())
              .setActor(e.by())
              .setBudgetRequestId(Long.toString(e.requested()));
    }
  }

  static void ofPool(EventData.Builder data, PoolEvent event) {
    switch (event) {
      case PoolEvent.PoolCreated e ->
          data.setPool(e.poolId())
              .putAllAmounts(e.amounts().asMap())
              .setRequestId(e.request().requestId());
      case PoolEvent.PoolChanged e ->
          data.setPool(e.poolId())
              .putAllAmounts(e.amounts().asMap())
              .setReason(e.reason())
              .setRequestId(e.request().requestId());
      case PoolEvent.RecurrenceSet e -> recurrence(data.setPool(e.poolId()), e);
      case PoolEvent.ToppedUp e ->
          data.setPool(e.poolId()).setPeriod(e.period()).putAllAmounts(e.added().asMap());
      case PoolEvent.PoolConfirmed e ->
          data.setPool(e.poolId())
              .putAllAmounts(e.spent().asMap())
              .setRequestId(e.request().requestId());
    }
  }

  private static void recurrence(EventData.Builder data, PoolEvent.RecurrenceSet e) {
    data.setRequestId(e.request().requestId());
    Recurrence recurrence = e.recurrence();
    if (recurrence != null) {
      data.setEvery(recurrence.every().text())
          .setZone(recurrence.zone())
          .putAllAmounts(recurrence.amounts().asMap());
    }
  }

  static void ofNotice(EventData.Builder data, NoticeEvent event) {
    switch (event) {
      case NoticeEvent.Subscribed e ->
          data.setActor(e.subscription().addedBy()).setHolder(e.subscription().holder());
      case NoticeEvent.SubscriptionConfirmed e -> {}
      case NoticeEvent.Unsubscribed e -> data.setActor(e.removedBy());
      case NoticeEvent.SubscriptionReencrypted e -> {}
      case NoticeEvent.NoticesAcknowledged e -> data.setHolder(e.holder());
      case NoticeEvent.NoticesDropped e -> data.setHolder(e.holder());
    }
  }

  static void ofAdmin(EventData.Builder data, AdminEvent event) {
    switch (event) {
      case AdminEvent.ProviderAdded e -> data.setActor(e.addedBy());
      case AdminEvent.ProviderKeyRotated e -> data.setActor(e.rotatedBy());
      case AdminEvent.ProviderRemoved e -> data.setActor(e.removedBy());
      case AdminEvent.ProviderKeyReencrypted e -> {}
      case AdminEvent.PolicyAdded e -> data.setPolicy(e.policy().name());
      case AdminEvent.Pruned e -> data.setLeases(e.leases() + e.accounts());
      case AdminEvent.Restored e -> {}
      case AdminEvent.SpaceDeclared e ->
          data.setSpace(e.space()).setCaseInsensitive(e.caseInsensitive());
      case AdminEvent.TokenIssued e ->
          data.setTokenId(e.token().id())
              .setActor(e.token().actor())
              .setRole(CloudEvents.lowerCase(e.token().role()));
      case AdminEvent.TokenRevoked e -> data.setTokenId(e.tokenId()).setReason(e.reason());
      case AdminEvent.ConfigChanged e ->
          data.setKey(e.key()).setValue(e.value()).setActor(e.changedBy());
    }
  }
}
