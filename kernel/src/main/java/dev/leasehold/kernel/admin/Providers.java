package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.config.ProviderKind;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides which providers there are. Their keys get here encrypted and are opaque. */
public final class Providers {

  /** A scheme, a host, maybe a port and a path: neither user nor query nor fragment. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "https?://(\\[[0-9a-f:.]++]|[a-z0-9._-]++)(:[0-9]{1,5})?(/[a-z0-9._~%!$&'()*+,;=:@/-]*+)?",
          Pattern.CASE_INSENSITIVE);

  private final State state;

  public Providers(State state) {
    this.state = state;
  }

  public Reply add(Step step, AdminCommand.AddProvider add) {
    Refusal refusal = adminOnly(step.caller());
    refusal = refusal != null ? refusal : Names.check("name", add.name());
    Optional<ProviderKind> kind = ProviderKind.parse(add.kind());
    if (refusal == null && kind.isEmpty()) {
      refusal = new InputRefusal.InvalidInput("kind", "kind must be openai or anthropic");
    }
    refusal = refusal != null ? refusal : checkUrl(add.url());
    refusal = refusal != null ? refusal : checkKey(add.key());
    if (refusal == null && state.providers.containsKey(add.name())) {
      refusal = new InputRefusal.InvalidInput("name", "there is such a provider already");
    }
    if (refusal == null && state.providers.size() >= Limits.MAX_PROVIDERS) {
      refusal =
          new LimitRefusal.QuotaExceeded(
              "there are " + Limits.MAX_PROVIDERS + " providers, all there may be; remove some");
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        new AdminEvent.ProviderAdded(
            step.at(),
            add.name(),
            kind.orElseThrow(),
            withoutSlash(add.url()),
            add.key(),
            step.caller().actor()));
    return answer(add.name());
  }

  public Reply rotate(Step step, AdminCommand.RotateProviderKey rotate) {
    Refusal refusal = adminOnly(step.caller());
    refusal = refusal != null ? refusal : Names.check("name", rotate.name());
    refusal = refusal != null ? refusal : checkKey(rotate.key());
    refusal = refusal != null ? refusal : missing(rotate.name());
    if (refusal == null && known(rotate.name()).keyVersion() + 1 != rotate.version()) {
      refusal =
          new InputRefusal.InvalidInput(
              "key", "the key was changed by somebody else just now; look whether that will do");
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        new AdminEvent.ProviderKeyRotated(
            step.at(), rotate.name(), rotate.version(), rotate.key(), step.caller().actor()));
    return answer(rotate.name());
  }

  public Reply remove(Step step, AdminCommand.RemoveProvider remove) {
    Refusal refusal = adminOnly(step.caller());
    refusal = refusal != null ? refusal : Names.check("name", remove.name());
    refusal = refusal != null ? refusal : missing(remove.name());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Reply removed = answer(remove.name());
    step.record(new AdminEvent.ProviderRemoved(step.at(), remove.name(), step.caller().actor()));
    return removed;
  }

  /** Only the key that the provider has: one that was rotated meanwhile stays as it is. */
  public Reply reencrypt(Step step, NodeCommand.ReencryptProviderKey reencrypt) {
    Refusal refusal = adminOnly(step.caller());
    refusal = refusal != null ? refusal : Names.check("name", reencrypt.name());
    refusal = refusal != null ? refusal : checkKey(reencrypt.key());
    refusal = refusal != null ? refusal : missing(reencrypt.name());
    if (refusal == null && known(reencrypt.name()).keyVersion() != reencrypt.version()) {
      refusal = new InputRefusal.InvalidInput("version", "the provider has another key by now");
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        new AdminEvent.ProviderKeyReencrypted(step.at(), reencrypt.name(), reencrypt.key()));
    return answer(reencrypt.name());
  }

  /** Providers are of no space: whoever has a token for some spaces only is not told of them. */
  public Reply get(Step step, AdminCommand.GetProvider get) {
    Refusal refusal = refusalToRead(step.caller());
    refusal = refusal != null ? refusal : Names.check("name", get.name());
    refusal = refusal != null ? refusal : missing(get.name());
    return refusal != null ? Step.refuse(refusal) : answer(get.name());
  }

  public Reply list(Step step) {
    Refusal refusal = refusalToRead(step.caller());
    return refusal != null
        ? Step.refuse(refusal)
        : new Reply.Providers(List.copyOf(state.providers.values()));
  }

  private static @Nullable Refusal adminOnly(Caller caller) {
    return caller.isAdminOfAll()
        ? null
        : new AccessRefusal.Forbidden("only an admin of all spaces may do this to providers");
  }

  private static @Nullable Refusal refusalToRead(Caller caller) {
    return caller.role() != Role.AGENT && caller.spaces().isEmpty()
        ? null
        : new AccessRefusal.Forbidden(
            "only admins, auditors and gateways of all spaces see providers");
  }

  private @Nullable Refusal missing(String name) {
    return state.providers.containsKey(name) ? null : new NotFoundRefusal.NoSuchProvider(name);
  }

  private static @Nullable Refusal checkKey(EncryptedKey key) {
    return key.size() > 0 && key.size() <= Limits.MAX_ENCRYPTED_KEY_BYTES
        ? null
        : new InputRefusal.InvalidInput(
            "key", "an encrypted key has 1 to " + Limits.MAX_ENCRYPTED_KEY_BYTES + " bytes");
  }

  private static @Nullable Refusal checkUrl(String url) {
    if (url.isEmpty()) {
      return new InputRefusal.InvalidInput("url", "url is missing");
    }
    return url.length() <= Limits.MAX_URL_BYTES && ADDRESS.matcher(url).matches()
        ? null
        : new InputRefusal.InvalidInput(
            "url",
            "url is the http or https address of the API, such as https://api.example.com, without"
                + " user, query and fragment");
  }

  /** Paths are put behind it. */
  private static String withoutSlash(String url) {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private Provider known(String name) {
    Provider provider = state.providers.get(name);
    if (provider == null) {
      throw new IllegalStateException("a provider that is not there: " + name);
    }
    return provider;
  }

  private Reply answer(String name) {
    return new Reply.OfProvider(known(name));
  }

  public void added(AdminEvent.ProviderAdded e) {
    state.providers.put(e.name(), e.provider());
  }

  public void rotated(AdminEvent.ProviderKeyRotated e) {
    state.providers.put(
        e.name(), known(e.name()).withKey(e.version(), e.encryptedKey(), e.wallNanos()));
  }

  public void reencrypted(AdminEvent.ProviderKeyReencrypted e) {
    state.providers.put(e.name(), known(e.name()).reencrypted(e.encryptedKey()));
  }

  public void removed(AdminEvent.ProviderRemoved e) {
    state.providers.remove(known(e.name()).name());
  }
}
