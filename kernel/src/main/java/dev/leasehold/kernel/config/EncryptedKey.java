package dev.leasehold.kernel.config;

import java.util.Arrays;

/**
 * A provider's key as it is stored: bytes that say nothing without a key that the kernel does not
 * have.
 */
public final class EncryptedKey {

  private final byte[] bytes;

  public EncryptedKey(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public int size() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EncryptedKey key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Without the bytes, which are of no use to a reader. */
  @Override
  public String toString() {
    return bytes.length + " encrypted bytes";
  }
}
