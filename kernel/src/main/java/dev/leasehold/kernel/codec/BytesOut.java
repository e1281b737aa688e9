package dev.leasehold.kernel.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes. */
public final class BytesOut {

  private byte[] bytes = new byte[256];
  private int length;

  public int length() {
    return length;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  public void reset() {
    length = 0;
  }

  void writeByte(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  void writeBoolean(boolean value) {
    writeByte(value ? 1 : 0);
  }

  /**
   * Seven bits a byte, the least significant first; short for small numbers that are not negative.
   */
  public void writeVarint(long value) {
    ensure(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  public void writeLong(long value) {
    ensure(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
  }

  public void writeBytes(byte[] source) {
    ensure(source.length);
    System.arraycopy(source, 0, bytes, length, source.length);
    length += source.length;
  }

  /** UTF-8 behind its length in bytes. */
  public void writeString(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    writeVarint(encoded.length);
    writeBytes(encoded);
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
