package dev.leasehold.node.keys;

import dev.leasehold.kernel.config.EncryptedKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts what must not be stored in clear, and decrypts it: a byte for the format, the id of the
 * encryption key, the nonce and the ciphertext. Each is bound to a text that says what it is, so
 * that none can be put in the place of another. Safe for any thread.
 */
public final class KeyCipher {

  private static final byte FORMAT = 1;
  private static final int HEAD_BYTES = 1 + EncryptionKey.ID_BYTES;

  private final EncryptionKeyFile file;
  private volatile List<EncryptionKey> keys;

  /**
   * @throws IOException with a sentence for the person who started the server
   */
  public KeyCipher(EncryptionKeyFile file) throws IOException {
    this.file = file;
    this.keys = file.read();
  }

  /** The name of the file that has the keys. */
  String fileName() {
    return String.valueOf(file.path().getFileName());
  }

  /** Encrypts with the first key; makes the file if there is none. */
  EncryptedKey encrypt(String boundTo, byte[] plain) throws IOException {
    EncryptionKey key = firstOrNew();
    byte[] encrypted = key.encrypt(plain, bytes(boundTo));
    return new EncryptedKey(
        ByteBuffer.allocate(HEAD_BYTES + encrypted.length)
            .put(FORMAT)
            .put(key.id())
            .put(encrypted)
            .array());
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

  /** Decrypts; null if it was encrypted with a key that is not here, or was changed since. */
  byte @Nullable [] decrypt(String boundTo, EncryptedKey encrypted) {
    byte[] all = encrypted.bytes();
    EncryptionKey key = keyOf(all);
    if (key == null) {
      return null;
    }
    try {
      return key.decrypt(Arrays.copyOfRange(all, HEAD_BYTES, all.length), bytes(boundTo));
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

  /** Whether it is encrypted with the first key. */
  boolean isNewest(EncryptedKey encrypted) {
    EncryptionKey key = keyOf(encrypted.bytes());
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

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
