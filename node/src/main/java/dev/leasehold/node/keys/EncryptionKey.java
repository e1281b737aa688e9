package dev.leasehold.node.keys;

import dev.leasehold.node.persist.files.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key that others are encrypted with where they are stored: AES-256-GCM, with a nonce of its own
 * for each of them. It is known by its id, the first bytes of a hash.
 */
final class EncryptionKey {

  static final int ID_BYTES = 8;
  static final int NONCE_BYTES = 12;

  private static final int KEY_BYTES = 32;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKey secret;
  private final byte[] id;

  private EncryptionKey(byte[] bytes) {
    this.secret = new SecretKeySpec(bytes, "AES");
    this.id = idOf(bytes);
  }

  static EncryptionKey random() {
    byte[] bytes = new byte[KEY_BYTES];
    RANDOM.nextBytes(bytes);
    return new EncryptionKey(bytes);
  }

  /**
   * @throws IllegalArgumentException if the text is no key; it is not in the message
   */
  static EncryptionKey parse(String text) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      // The failure is not passed as the cause: its message could quote the text.
      throw new IllegalArgumentException("a key is 32 bytes in base64url");
    }
    if (bytes.length != KEY_BYTES) {
      throw new IllegalArgumentException("a key is 32 bytes in base64url");
    }
    return new EncryptionKey(bytes);
  }

  /** The text of the file that holds it. */
  String reveal() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(secret.getEncoded());
  }

  byte[] id() {
    return id.clone();
  }

  boolean hasId(byte[] other) {
    return Arrays.equals(id, other);
  }

  /** The nonce, then the ciphertext with its tag. */
  byte[] encrypt(byte[] plain, byte[] boundTo) {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, nonce, boundTo).doFinal(plain);
      return ByteBuffer.allocate(nonce.length + encrypted.length).put(nonce).put(encrypted).array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  /**
   * @throws GeneralSecurityException if it was encrypted otherwise, or changed since
   */
  byte[] decrypt(byte[] encrypted, byte[] boundTo) throws GeneralSecurityException {
    if (encrypted.length < NONCE_BYTES) {
      throw new GeneralSecurityException("too short");
    }
    byte[] nonce = Arrays.copyOf(encrypted, NONCE_BYTES);
    return cipher(Cipher.DECRYPT_MODE, nonce, boundTo)
        .doFinal(encrypted, NONCE_BYTES, encrypted.length - NONCE_BYTES);
  }

  private Cipher cipher(int mode, byte[] nonce, byte[] boundTo) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, secret, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(boundTo);
    return cipher;
  }

  private static byte[] idOf(byte[] bytes) {
    byte[] kind = "leasehold/encryption-key-id/1".getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(Sha256.of(kind, bytes), ID_BYTES);
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "encryption key " + HexFormat.of().formatHex(id);
  }
}
