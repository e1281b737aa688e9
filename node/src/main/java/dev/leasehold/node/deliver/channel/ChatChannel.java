package dev.leasehold.node.deliver.channel;

import dev.leasehold.kernel.notice.Subscription;
import java.util.Map;
import java.util.function.Function;

/**
 * Posts texts to the incoming webhooks of chats: Slack, and those that take the same.
 *
 * @param body of a message, for its text
 */
record ChatChannel(WebPost post, Function<String, byte[]> body) implements Channel {

  /** The space of no width, which parts what a chat would read together. */
  private static final String NOTHING_SEEN = "\u200b";

  /** The whole address is the secret: whoever knows it may post there. */
  @Override
  public void send(Subscription to, String secret, Outgoing message)
      throws DeliveryFailedException {
    post.post(secret, Map.of(), body.apply(escaped(message.text())));
  }

  /**
   * Names and notes of others must not become links or mentions of everybody. In Slack these are
   * written in angle brackets; others, such as Mattermost, also read {@code @all} and {@code
   * [text](url)}. A backslash before them would be seen in Slack.
   */
  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("@", "@" + NOTHING_SEEN)
        .replace("]", "]" + NOTHING_SEEN);
  }
}
