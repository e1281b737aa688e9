package dev.leasehold.kernel.notice;

import dev.leasehold.kernel.config.EncryptedKey;
import java.util.List;

/**
 * An address outside the server that messages are delivered to: a webhook of the service, which
 * gets events, or an address of a holder, which gets the holder's notices.
 *
 * @param holder the holder whose notices it gets; empty for a webhook of the service
 * @param address a URL, or where mail goes; of a chat only the beginning of the URL, for whoever
 *     knows all of it may post there
 * @param topics the types of events, or the kinds of notices; empty for all
 * @param spaces of the token that asked for it: notices of other spaces are not told; empty for all
 * @param quietHours such as {@code 22:00-07:00 Europe/Berlin}; empty for none
 * @param secret the secret that signs messages, encrypted; of a chat its URL
 * @param codeHash SHA-256 of the code that confirms the address, in hexadecimal; empty if it is
 *     confirmed, or need not be
 * @param addedPosition it is told what happens after this
 */
public record Subscription(
    String id,
    SubscriptionKind kind,
    String holder,
    String address,
    List<String> topics,
    List<String> spaces,
    String quietHours,
    EncryptedKey secret,
    String codeHash,
    String addedBy,
    long addedPosition,
    long addedTick,
    long addedWallNanos) {

  public Subscription {
    topics = List.copyOf(topics);
    spaces = List.copyOf(spaces);
  }

  /** Whether it is a webhook of the service, which gets events and no holder's notices. */
  public boolean isOfService() {
    return holder.isEmpty();
  }

  public boolean isConfirmed() {
    return codeHash.isEmpty();
  }

  /** Whether it is told of such a type of event, or kind of notice. */
  public boolean wants(String topic) {
    return topics.isEmpty() || topics.contains(topic);
  }

  public boolean hasAccessTo(String space) {
    return spaces.isEmpty() || spaces.contains(space);
  }

  public Subscription confirmed() {
    return with(secret, "");
  }

  /** A copy with its secret encrypted anew. */
  public Subscription reencrypted(EncryptedKey encrypted) {
    return with(encrypted, codeHash);
  }

  private Subscription with(EncryptedKey newSecret, String newCodeHash) {
    return new Subscription(
        id,
        kind,
        holder,
        address,
        topics,
        spaces,
        quietHours,
        newSecret,
        newCodeHash,
        addedBy,
        addedPosition,
        addedTick,
        addedWallNanos);
  }
}
