package dev.leasehold.node.operation.subscribe;

import static dev.leasehold.node.operation.translate.WireTime.time;

import dev.leasehold.api.v1.Delivery;
import dev.leasehold.api.v1.DeliveryReport;
import dev.leasehold.api.v1.NoticeAddress;
import dev.leasehold.api.v1.Webhook;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.node.deliver.Deliveries;
import dev.leasehold.node.deliver.DeliveryState;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Webhooks and addresses as messages, without their secrets. */
final class SubscriptionReplies {

  /** Messages in the reply about one address. */
  private static final int MOST_DELIVERIES = 100;

  private SubscriptionReplies() {}

  /**
   * @param report null if it is not known
   */
  static Webhook webhook(Subscription of, @Nullable DeliveryReport report) {
    Webhook.Builder wire =
        Webhook.newBuilder()
            .setId(of.id())
            .setUrl(of.address())
            .addAllTypes(of.topics())
            .setChat(of.kind() == SubscriptionKind.CHAT)
            .setAddedBy(of.addedBy())
            .setAddedAt(time(of.addedWallNanos()));
    return (report == null ? wire : wire.setReport(report)).build();
  }

  /**
   * @param report null if it is not known
   */
  static NoticeAddress address(Subscription of, @Nullable DeliveryReport report) {
    NoticeAddress.Builder wire =
        NoticeAddress.newBuilder()
            .setId(of.id())
            .setHolder(of.holder())
            .setKind(of.kind().text())
            .setAddress(of.address())
            .addAllKinds(of.topics())
            .setQuietHours(of.quietHours())
            .setConfirmed(of.isConfirmed())
            .setAddedBy(of.addedBy())
            .setAddedAt(time(of.addedWallNanos()));
    return (report == null ? wire : wire.setReport(report)).build();
  }

  static DeliveryReport report(Subscription of, Deliveries deliveries, boolean inDetail)
      throws IOException {
    dev.leasehold.node.deliver.DeliveryReport report = deliveries.report(of);
    DeliveryReport.Builder wire =
        DeliveryReport.newBuilder()
            .setWaiting(report.waiting())
            .setFailed(report.failed())
            .setForgotten(report.forgotten())
            .setLastError(report.lastError());
    if (report.lastDeliveredWallNanos() > 0) {
      wire.setLastDeliveredAt(time(report.lastDeliveredWallNanos()));
    }
    if (inDetail) {
      deliveries.newest(of, MOST_DELIVERIES).forEach(one -> wire.addDeliveries(delivery(one)));
    }
    return wire.build();
  }

  private static Delivery delivery(dev.leasehold.node.deliver.Delivery of) {
    boolean waits = of.state() == DeliveryState.WAITING || of.state() == DeliveryState.SENDING;
    Delivery.Builder wire =
        Delivery.newBuilder()
            .setId(of.id())
            .setType(of.type())
            .setState(waits ? Delivery.State.WAITING : Delivery.State.valueOf(of.state().name()))
            .setAttempts(of.attempts())
            .setAt(time(of.createdWallNanos()))
            .setError(of.error());
    if (waits) {
      wire.setNextAttemptAt(time(Math.max(of.nextWallNanos(), of.createdWallNanos())));
    } else {
      wire.setEndedAt(time(of.endedWallNanos()));
    }
    return wire.build();
  }
}
