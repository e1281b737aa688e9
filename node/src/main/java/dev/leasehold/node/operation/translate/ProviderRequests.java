package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.time;

import dev.leasehold.api.v1.AddProviderRequest;
import dev.leasehold.api.v1.DeleteProviderRequest;
import dev.leasehold.api.v1.GetProviderRequest;
import dev.leasehold.api.v1.ListProvidersRequest;
import dev.leasehold.api.v1.ListProvidersResponse;
import dev.leasehold.api.v1.Provider;
import dev.leasehold.api.v1.RotateProviderKeyRequest;
import dev.leasehold.api.v1.SealProviderKeyRequest;
import dev.leasehold.api.v1.SealedKey;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.node.keys.ProviderKeys;
import dev.leasehold.node.keys.RecipientKey;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import java.security.GeneralSecurityException;

/** Requests about providers. A key is encrypted here, and in clear it goes no further. */
public final class ProviderRequests {

  /** Providers' keys have some hundred characters at most. */
  private static final int MAX_KEY_LENGTH = 4_096;

  private ProviderRequests() {}

  public static Plan add(AddProviderRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    checkKey(request.getKey());
    return submit(
        new AdminCommand.AddProvider(
            request.getName(),
            request.getKind(),
            request.getUrl(),
            context
                .providerKeys()
                .encrypt(
                    request.getName(),
                    dev.leasehold.kernel.config.Provider.FIRST_VERSION,
                    request.getKey())),
        context);
  }

  public static Plan rotate(
      RotateProviderKeyRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    checkKey(request.getKey());
    ProviderKeys keys = context.providerKeys();
    int version = keys.nextVersion(request.getName());
    return submit(
        new AdminCommand.RotateProviderKey(
            request.getName(), version, keys.encrypt(request.getName(), version, request.getKey())),
        context);
  }

  public static Plan delete(
      DeleteProviderRequest request, Caller caller, OperationContext context) {
    return submit(new AdminCommand.RemoveProvider(request.getName()), context);
  }

  public static Plan get(GetProviderRequest request, Caller caller, OperationContext context) {
    return submit(new AdminCommand.GetProvider(request.getName()), context);
  }

  public static Plan list(ListProvidersRequest request, Caller caller, OperationContext context) {
    return submit(new AdminCommand.ListProviders(), context);
  }

  public static Plan seal(SealProviderKeyRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    RecipientKey recipient = recipient(request.getPublicKey());
    return new Plan.Submit(
        new AdminCommand.GetProvider(request.getName()),
        outcome ->
            outcome.reply() instanceof Reply.OfProvider found
                ? sealed(found.provider(), recipient, context.providerKeys())
                : Replies.toAnswer(outcome));
  }

  private static Answer sealed(
      dev.leasehold.kernel.config.Provider provider, RecipientKey recipient, ProviderKeys keys) {
    return keys.seal(provider, recipient, "")
        .<Answer>map(
            text ->
                new Answer.Success(
                    SealedKey.newBuilder()
                        .setSealedKey(text)
                        .setKeyVersion(provider.keyVersion())
                        .build()))
        .orElseGet(
            () -> new Answer.Refused(Problems.of(ProblemCode.UNAVAILABLE, unreadable(provider))));
  }

  static String unreadable(dev.leasehold.kernel.config.Provider provider) {
    return "the key of the provider "
        + provider.name()
        + " cannot be read here; an admin has to rotate it, or to put the encryption key back";
  }

  /** Reads the public key that a provider's key is to be sealed to. */
  static RecipientKey recipient(String publicKey) throws MalformedInput {
    if (publicKey.isEmpty()) {
      throw MalformedInput.of("publicKey", "it is missing");
    }
    try {
      return RecipientKey.parse(publicKey);
    } catch (GeneralSecurityException e) {
      throw MalformedInput.of("publicKey", String.valueOf(e.getMessage()));
    }
  }

  /** Refuses what a header cannot carry, such as the newline of a pasted key. */
  private static void checkKey(String key) throws MalformedInput {
    if (key.isEmpty()) {
      throw MalformedInput.of("key", "it is missing");
    }
    if (key.length() > MAX_KEY_LENGTH || !key.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      throw MalformedInput.of(
          "key", "a key is 1 to " + MAX_KEY_LENGTH + " visible ASCII characters, without blanks");
    }
  }

  private static Plan submit(Command command, OperationContext context) {
    return new Plan.Submit(command, outcome -> told(outcome, context.providerKeys()));
  }

  private static Answer told(Outcome outcome, ProviderKeys keys) {
    return switch (outcome.reply()) {
      case Reply.OfProvider reply -> new Answer.Success(provider(reply.provider(), keys));
      case Reply.Providers reply ->
          new Answer.Success(
              ListProvidersResponse.newBuilder()
                  .addAllProviders(
                      reply.providers().stream().map(found -> provider(found, keys)).toList())
                  .build());
      default -> Replies.toAnswer(outcome);
    };
  }

  private static Provider provider(
      dev.leasehold.kernel.config.Provider provider, ProviderKeys keys) {
    return Provider.newBuilder()
        .setName(provider.name())
        .setKind(provider.kind().text())
        .setUrl(provider.url())
        .setKeyVersion(provider.keyVersion())
        .setKeyReadable(keys.isReadable(provider))
        .setAddedAt(time(provider.addedWallNanos()))
        .setKeyChangedAt(time(provider.keyChangedWallNanos()))
        .build();
  }
}
