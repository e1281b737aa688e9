package dev.leasehold.node.deliver.channel;

import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Limits;
import java.util.Map;
import java.util.function.LongSupplier;

/** Posts CloudEvents, signed as Standard Webhooks says. */
record WebhookChannel(WebPost post, LongSupplier wallNanos) implements Channel {

  @Override
  public void send(Subscription to, String secret, Outgoing message)
      throws DeliveryFailedException {
    long seconds = wallNanos.getAsLong() / Limits.SECOND;
    post.post(
        to.address(),
        Map.of(
            "content-type",
            "application/cloudevents+json",
            "webhook-id",
            message.id(),
            "webhook-timestamp",
            Long.toString(seconds),
            "webhook-signature",
            WebhookSignature.of(secret, message.id(), seconds, message.json())),
        message.json());
  }
}
