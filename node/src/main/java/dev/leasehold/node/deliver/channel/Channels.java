package dev.leasehold.node.deliver.channel;

import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.notice.SubscriptionKind;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** The channels that a server has, by kind of subscription. Safe for any thread. */
public final class Channels implements AutoCloseable {

  private final Map<SubscriptionKind, Channel> byKind = new EnumMap<>(SubscriptionKind.class);
  private final WebPost post;

  /**
   * @param chatBody the body of a message to a chat, for its text
   * @throws IOException with a sentence for the person who started the server
   */
  public Channels(
      DeliverySettings settings, Function<String, byte[]> chatBody, LongSupplier wallNanos)
      throws IOException {
    MailServer mail = settings.mail();
    if (mail != null) {
      byKind.put(SubscriptionKind.MAIL, new MailChannel(mail, wallNanos));
    }
    this.post =
        new WebPost(settings.guard(), settings.lookup(), settings.patience(), settings.clients());
    byKind.put(SubscriptionKind.WEBHOOK, new WebhookChannel(post, wallNanos));
    byKind.put(SubscriptionKind.CHAT, new ChatChannel(post, chatBody));
  }

  /**
   * Returns when the other side has the message. May wait.
   *
   * @param secret of the subscription, in clear
   */
  public void send(Subscription to, String secret, Outgoing message)
      throws DeliveryFailedException {
    Channel channel = byKind.get(to.kind());
    if (channel == null) {
      throw DeliveryFailedException.forNow("this server was started without --smtp");
    }
    channel.send(to, secret, message);
  }

  @Override
  public void close() {
    post.close();
  }
}
