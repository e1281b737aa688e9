package dev.leasehold.node.keys;

import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.notice.Subscription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The secrets of webhooks and addresses: what messages are signed with, and where chats are. In
 * clear one is only on its way from the request that brings it to its encryption, and from there to
 * a message. Safe for any thread.
 */
public final class SubscriptionSecrets {

  private final KeyCipher cipher;

  public SubscriptionSecrets(KeyCipher cipher) {
    this.cipher = cipher;
  }

  public EncryptedKey encrypt(String subscriptionId, String secret) {
    try {
      return cipher.encrypt(boundTo(subscriptionId), secret.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the encryption key cannot be kept", e);
    }
  }

  /** The secret; empty if it was encrypted with a key that is not here. */
  public Optional<String> of(Subscription subscription) {
    byte[] plain = cipher.decrypt(boundTo(subscription.id()), subscription.secret());
    return plain == null
        ? Optional.empty()
        : Optional.of(new String(plain, StandardCharsets.UTF_8));
  }

  /** Encrypts those anew that an old key encrypted; one that cannot be read stays as it is. */
  public List<NodeCommand.ReencryptSubscription> reencrypt(List<Subscription> subscriptions) {
    List<NodeCommand.ReencryptSubscription> commands = new ArrayList<>();
    for (Subscription subscription : subscriptions) {
      if (!cipher.isNewest(subscription.secret())) {
        of(subscription)
            .ifPresent(
                secret ->
                    commands.add(
                        new NodeCommand.ReencryptSubscription(
                            subscription.id(), encrypt(subscription.id(), secret))));
      }
    }
    return commands;
  }

  private static String boundTo(String subscriptionId) {
    return "leasehold/subscription-secret-at-rest/1\n" + subscriptionId;
  }
}
