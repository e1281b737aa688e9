package dev.leasehold.node.operation.subscribe;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.node.deliver.Confidential;
import dev.leasehold.node.deliver.ConfirmationCode;
import dev.leasehold.node.deliver.channel.WebhookSignature;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.translate.OperationContext;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A subscription to make, and its secret.
 *
 * @param shown the secret if it is told to the caller, which is done once; else empty
 */
record NewSubscription(NoticeCommand.Subscribe command, String shown) {

  /**
   * @param address as the caller gives it
   * @param given the caller's own secret; empty for one that is made here
   */
  static NewSubscription of(
      String ids,
      SubscriptionKind kind,
      String holder,
      String address,
      List<String> topics,
      String quietHours,
      String given,
      OperationContext context)
      throws MalformedInput {
    if (!given.isEmpty()
        && (kind != SubscriptionKind.WEBHOOK || !WebhookSignature.isSecret(given))) {
      throw MalformedInput.of(
          "secret", "a secret is of a webhook: whsec_ and 24 to 64 bytes in base64");
    }
    String id = ids + UlidCreator.getUlid().toString().toLowerCase(Locale.ROOT);
    String code = ConfirmationCode.random();
    boolean isChat = kind == SubscriptionKind.CHAT;
    String secret = isChat ? address : given.isEmpty() ? WebhookSignature.newSecret() : given;
    if (kind != SubscriptionKind.MAIL) {
      checkHost(address, context);
    }
    return new NewSubscription(
        new NoticeCommand.Subscribe(
            id,
            kind.text(),
            holder,
            isChat ? originOf(address) : address,
            topics,
            quietHours,
            context.subscriptionSecrets().encrypt(id, new Confidential(code, secret).text()),
            ConfirmationCode.hash(code)),
        kind == SubscriptionKind.WEBHOOK ? secret : "");
  }

  /** Tells at once what would fail later; names are looked up when something is sent. */
  private static void checkHost(String address, OperationContext context) throws MalformedInput {
    String host = uriOf(address).map(URI::getHost).orElse("");
    String name =
        host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    boolean isUrl = address.regionMatches(true, 0, "http", 0, "http".length());
    Optional<String> refusal =
        name.isEmpty()
            ? Optional.of("its host is neither a name nor an address").filter(text -> isUrl)
            : context.deliverySettings().guard().refusal(name);
    if (refusal.isPresent()) {
      throw MalformedInput.of("url", refusal.get());
    }
  }

  private static Optional<URI> uriOf(String address) {
    try {
      return Optional.of(URI.create(address)).filter(uri -> uri.getHost() != null);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The beginning of a chat's address. What is no address stays as it is, to be refused. */
  private static String originOf(String address) {
    return uriOf(address)
        .filter(uri -> uri.getRawUserInfo() == null && uri.getRawFragment() == null)
        .map(uri -> uri.getScheme() + "://" + uri.getRawAuthority())
        .orElse(address);
  }
}
