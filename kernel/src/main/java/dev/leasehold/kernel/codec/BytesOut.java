package dev.leasehold.kernel.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes. */
public final class BytesOut {

  private byte[] bytes;
  private int length;

  public BytesOut() {
    this(256);
  }

  /**
   * @param expected how many bytes there will be, so that it need not grow
   */
  public BytesOut(int expected) {
    this.bytes = new byte[expected];
  }

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
    int start = length;
    if (!writeAscii(text)) {
      length = start;
      byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
      writeVarint(encoded.length);
      writeBytes(encoded);
    }
  }

  /** Writes a text in place, as most are ASCII; false if this one is not. */
  private boolean writeAscii(String text) {
    int count = text.length();
    writeVarint(count);
    ensure(count);
    for (int i = 0; i < count; i++) {
      char next = text.charAt(i);
      if (next >= 0x80) {
        return false;
      }
      bytes[length++] = (byte) next;
    }
    return true;
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }
}
