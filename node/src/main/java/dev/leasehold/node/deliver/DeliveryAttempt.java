package dev.leasehold.node.deliver;

import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.node.deliver.channel.Channels;
import dev.leasehold.node.deliver.channel.DeliveryFailedException;
import dev.leasehold.node.deliver.channel.Outgoing;
import dev.leasehold.node.keys.SubscriptionSecrets;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes one attempt to deliver a message. Safe for any thread. */
public record DeliveryAttempt(
    SubscriptionSecrets secrets, Composer composer, Channels channels, LongSupplier wallNanos)
    implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryAttempt.class);

  /** The delivery after the attempt. */
  Delivery attempt(Subscription to, Delivery delivery) {
    try {
      boolean isNews = send(to, delivery);
      long now = wallNanos.getAsLong();
      return isNews ? delivery.delivered(now) : delivery.dropped("the lease had ended", now);
    } catch (DeliveryFailedException e) {
      return after(delivery, e);
    } catch (RuntimeException e) {
      LOG.error("message {} to {} was not sent", delivery.id(), to.id(), e);
      return after(
          delivery,
          DeliveryFailedException.forNow("the server could not send it; its log says why"));
    }
  }

  private boolean send(Subscription to, Delivery delivery) throws DeliveryFailedException {
    Confidential kept = confidential(to, delivery);
    Optional<Outgoing> message = composer.compose(to, kept.code(), delivery);
    if (message.isPresent()) {
      channels.send(to, kept.secret(), message.get());
    }
    return message.isPresent();
  }

  /** Mail is not signed: only a code needs to be read. */
  private Confidential confidential(Subscription to, Delivery delivery)
      throws DeliveryFailedException {
    if (to.kind() == SubscriptionKind.MAIL && delivery.what() != MessageForm.CONFIRMATION) {
      return Confidential.NONE;
    }
    return secrets
        .of(to)
        .map(Confidential::parse)
        .orElseThrow(
            () ->
                DeliveryFailedException.forNow(
                    "its secret cannot be read: put provider.key back, or add it again"));
  }

  private Delivery after(Delivery delivery, DeliveryFailedException failure) {
    String why = String.valueOf(failure.getMessage());
    int attempts = delivery.attempts() + 1;
    long now = wallNanos.getAsLong();
    return failure.isFinal() || attempts >= Backoff.MAX_ATTEMPTS
        ? delivery.givenUp(why, now)
        : delivery.failed(why, now + Backoff.nanosAfter(attempts));
  }

  @Override
  public void close() {
    channels.close();
  }
}
