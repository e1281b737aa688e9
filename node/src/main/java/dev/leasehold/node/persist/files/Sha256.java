package dev.leasehold.node.persist.files;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash that chains blocks. */
public final class Sha256 {

  public static final int BYTES = 32;

  private Sha256() {}

  public static byte[] of(byte[]... parts) {
    MessageDigest digest = digest();
    for (byte[] part : parts) {
      digest.update(part);
    }
    return digest.digest();
  }

  /** For bytes that come in pieces. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
