package dev.leasehold.node.keys;

import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.sequence.DurableBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of the providers that there are, as far as is durable. In clear a key is only on its way
 * from the request that brings it to its encryption, and from there to a seal. Safe for any thread.
 */
public final class ProviderKeys {

  private static final Logger LOG = LoggerFactory.getLogger(ProviderKeys.class);

  private final KeyCipher cipher;
  private final Map<String, Provider> byName = new ConcurrentHashMap<>();

  public ProviderKeys(KeyCipher cipher, List<Provider> providers) {
    this.cipher = cipher;
    providers.forEach(provider -> byName.put(provider.name(), provider));
    List<String> unreadable =
        providers.stream().filter(p -> !isReadable(p)).map(Provider::name).toList();
    if (!unreadable.isEmpty()) {
      LOG.warn("the keys of {} are unreadable: {}", unreadable, advice());
    }
  }

  /**
   * Makes a new encryption key, which the file has beside the old one from now on.
   *
   * @return the commands that replace the keys that the old one encrypted
   * @throws IOException with a sentence if there is one that cannot be read
   */
  public List<NodeCommand.ReencryptProviderKey> beginKeyChange() throws IOException {
    for (Provider provider : byName.values()) {
      if (!isReadable(provider)) {
        throw new IOException(
            "the key of the provider " + provider.name() + " is unreadable: " + advice());
      }
    }
    cipher.beginChange();
    List<NodeCommand.ReencryptProviderKey> commands = new ArrayList<>();
    for (Provider provider : new TreeMap<>(byName).values()) {
      byte[] plain = cipher.isNewest(provider.encryptedKey()) ? null : decrypt(provider);
      if (plain != null) {
        commands.add(
            new NodeCommand.ReencryptProviderKey(
                provider.name(),
                provider.keyVersion(),
                cipher.encrypt(boundTo(provider.name(), provider.keyVersion()), plain)));
        Arrays.fill(plain, (byte) 0);
      }
    }
    return commands;
  }

  /** Takes the old encryption key out of the file: nothing needs it any more. */
  public void finishKeyChange() throws IOException {
    cipher.finishChange();
  }

  /** Takes note of what is durable. */
  public void follow(DurableBlock block) {
    for (Event event : block.events()) {
      switch (event) {
        case AdminEvent.ProviderAdded e -> byName.put(e.name(), e.provider());
        case AdminEvent.ProviderKeyRotated e ->
            byName.computeIfPresent(
                e.name(), (n, p) -> p.withKey(e.version(), e.encryptedKey(), e.wallNanos()));
        case AdminEvent.ProviderKeyReencrypted e ->
            byName.computeIfPresent(e.name(), (n, p) -> p.reencrypted(e.encryptedKey()));
        case AdminEvent.ProviderRemoved e -> byName.remove(e.name());
        default -> {}
      }
    }
  }

  /** The version that the next key of a provider has. */
  public int nextVersion(String provider) {
    Provider known = byName.get(provider);
    return known == null ? Provider.FIRST_VERSION : known.keyVersion() + 1;
  }

  public EncryptedKey encrypt(String provider, int version, String key) {
    try {
      return cipher.encrypt(boundTo(provider, version), key.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the encryption key cannot be kept", e);
    }
  }

  private byte @Nullable [] decrypt(Provider provider) {
    return cipher.decrypt(boundTo(provider.name(), provider.keyVersion()), provider.encryptedKey());
  }

  static String boundTo(String provider, int version) {
    return "leasehold/provider-key-at-rest/1\n" + provider + "\n" + version;
  }

  public Optional<Provider> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Whether the provider's key can be decrypted here. */
  public boolean isReadable(Provider provider) {
    byte[] plain = decrypt(provider);
    if (plain == null) {
      return false;
    }
    Arrays.fill(plain, (byte) 0);
    return true;
  }

  /** Says what to do about a key that is unreadable. */
  public String advice() {
    return "they are encrypted with a key that is not in "
        + cipher.fileName()
        + "; put that file back, or rotate the keys of these providers";
  }

  /**
   * The provider's key, sealed; empty if it is unreadable.
   *
   * @param leaseId the lease that it is for; empty for none
   */
  public Optional<String> seal(Provider provider, RecipientKey recipient, String leaseId) {
    byte[] plain = decrypt(provider);
    if (plain == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(recipient.seal(plain, provider.name(), leaseId));
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }
}
