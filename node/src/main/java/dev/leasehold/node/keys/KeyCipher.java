package dev.leasehold.node.keys;

import dev.leasehold.kernel.EncryptedKey;
import dev.leasehold.kernel.Provider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the keys of providers, and decrypts them: a byte for the format, the id of the
 * encryption key, the nonce and the ciphertext. A key is bound to the name of its provider and to
 * its version, so that none can be put in the place of another. Safe for any thread.
 */
final class KeyCipher {

  private static final byte FORMAT = 1;
  private static final int HEAD_BYTES = 1 + EncryptionKey.ID_BYTES;

  private final EncryptionKeyFile file;
  private volatile List<EncryptionKey> keys;

  KeyCipher(EncryptionKeyFile file) throws IOException {
    this.file = file;
    this.keys = file.read();
  }

  /** Encrypts with the first key; makes the file if there is none. */
  EncryptedKey encrypt(String provider, int version, byte[] plain) throws IOException {
    EncryptionKey key = firstOrNew();
    byte[] encrypted = key.encrypt(plain, boundTo(provider, version));
    byte[] all = new byte[HEAD_BYTES + encrypted.length];
    all[0] = FORMAT;
    System.arraycopy(key.id(), 0, all, 1, EncryptionKey.ID_BYTES);
    System.arraycopy(encrypted, 0, all, HEAD_BYTES, encrypted.length);
    return new EncryptedKey(all);
  }

  private synchronized EncryptionKey firstOrNew() throws IOException {
    if (keys.isEmpty()) {
      // Somebody may have put the file back meanwhile.
      keys = file.read();
    }
    if (keys.isEmpty()) {
      write(List.of(EncryptionKey.random()));
    }
    return keys.get(0);
  }

  private void write(List<EncryptionKey> next) throws IOException {
    file.write(next);
    keys = next;
  }

  /** The provider's key; null if it was encrypted with a key that is not here, or changed since. */
  byte @Nullable [] decrypt(Provider provider) {
    byte[] all = provider.encryptedKey().bytes();
    EncryptionKey key = keyOf(all);
    if (key == null) {
      return null;
    }
    try {
      return key.decrypt(
          Arrays.copyOfRange(all, HEAD_BYTES, all.length),
          boundTo(provider.name(), provider.keyVersion()));
    } catch (GeneralSecurityException e) {
      return null;
    }
  }

  private @Nullable EncryptionKey keyOf(byte[] all) {
    if (all.length < HEAD_BYTES || all[0] != FORMAT) {
      return null;
    }
    byte[] id = Arrays.copyOfRange(all, 1, HEAD_BYTES);
    return keys.stream().filter(key -> key.hasId(id)).findFirst().orElse(null);
  }

  /** Whether the provider's key is encrypted with the first key. */
  boolean isNewest(Provider provider) {
    EncryptionKey key = keyOf(provider.encryptedKey().bytes());
    return key != null && key == keys.get(0);
  }

  /**
   * Puts a new key before the others, unless there is more than one: then the first is new already,
   * by somebody's hand or because an earlier change was cut short.
   */
  synchronized void beginChange() throws IOException {
    if (keys.size() < 2) {
      List<EncryptionKey> next = new ArrayList<>(List.of(EncryptionKey.random()));
      next.addAll(keys);
      write(List.copyOf(next));
    }
  }

  /** Takes all keys but the first away. */
  synchronized void finishChange() throws IOException {
    write(List.of(keys.get(0)));
  }

  private static byte[] boundTo(String provider, int version) {
    return ("leasehold/provider-key-at-rest/1\n" + provider + "\n" + version)
        .getBytes(StandardCharsets.UTF_8);
  }
}
