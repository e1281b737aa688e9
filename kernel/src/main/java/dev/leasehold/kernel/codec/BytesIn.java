package dev.leasehold.kernel.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link BytesOut} wrote. Malformed input is an IllegalArgumentException. */
public final class BytesIn {

  /** The decoder's substitute for bytes that are not UTF-8; a text may also contain it rightly. */
  private static final char REPLACEMENT = '\uFFFD';

  private final byte[] bytes;
  private final int end;
  private int at;

  public BytesIn(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  public BytesIn(byte[] bytes, int from, int to) {
    if (from < 0 || to < from || to > bytes.length) {
      throw new IllegalArgumentException("no range of the bytes: " + from + " to " + to);
    }
    this.bytes = bytes;
    this.at = from;
    this.end = to;
  }

  public boolean hasRemaining() {
    return at < end;
  }

  public int position() {
    return at;
  }

  int readByte() {
    need(1);
    return bytes[at++] & 0xFF;
  }

  boolean readBoolean() {
    int value = readByte();
    if (value > 1) {
      throw new IllegalArgumentException("neither true nor false: " + value);
    }
    return value == 1;
  }

  public long readVarint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int part = readByte();
      value |= (long) (part & 0x7F) << shift;
      if (part < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than ten bytes");
  }

  /** A varint that counts something which is still to come. */
  int readCount() {
    long count = readVarint();
    if (count < 0 || count > end - at) {
      throw new IllegalArgumentException("a count of " + count + " with " + (end - at) + " left");
    }
    return (int) count;
  }

  int readInt() {
    long value = readVarint();
    if (value != (int) value) {
      throw new IllegalArgumentException("no 32-bit number: " + value);
    }
    return (int) value;
  }

  public long readLong() {
    need(8);
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = value << 8 | (bytes[at++] & 0xFF);
    }
    return value;
  }

  public byte[] readBytes(int count) {
    need(count);
    at += count;
    return Arrays.copyOfRange(bytes, at - count, at);
  }

  public String readString() {
    int count = readCount();
    String text = new String(bytes, at, count, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) >= 0 && !isEncodingOf(text, at, count)) {
      throw new IllegalArgumentException("a text that is not UTF-8");
    }
    at += count;
    return text;
  }

  private boolean isEncodingOf(String text, int from, int count) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    return Arrays.equals(encoded, 0, encoded.length, bytes, from, from + count);
  }

  private void need(int count) {
    if (count < 0 || count > end - at) {
      throw new IllegalArgumentException(
          "the bytes end early: " + count + " wanted, " + (end - at) + " left");
    }
  }
}
