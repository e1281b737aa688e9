package dev.leasehold.gateway.answer;

import java.util.zip.DataFormatException;

/** The head of a gzip stream, RFC 1952. */
final class GzipHead {

  private static final int FIXED = 10;
  private static final int HAS_SUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;

  /** No server sends names and comments of that length. */
  private static final int MAX_BYTES = 64 << 10;

  private GzipHead() {}

  /** How long the head is that the bytes begin with; -1 if more are needed. */
  static int length(byte[] bytes) throws DataFormatException {
    if (bytes.length > MAX_BYTES) {
      throw new DataFormatException("the head is too long");
    }
    if (bytes.length < FIXED) {
      return -1;
    }
    if ((bytes[0] & 0xff) != 0x1f || (bytes[1] & 0xff) != 0x8b || bytes[2] != 8) {
      throw new DataFormatException("no gzip");
    }
    int flags = bytes[3];
    int at = FIXED;
    if ((flags & HAS_EXTRA) != 0) {
      if (bytes.length < at + 2) {
        return -1;
      }
      at += 2 + (bytes[at] & 0xff) + ((bytes[at + 1] & 0xff) << 8);
    }
    if ((flags & HAS_NAME) != 0) {
      at = behindZero(bytes, at);
    }
    if (at >= 0 && (flags & HAS_COMMENT) != 0) {
      at = behindZero(bytes, at);
    }
    if (at >= 0 && (flags & HAS_SUM) != 0) {
      at += 2;
    }
    return at < 0 || at > bytes.length ? -1 : at;
  }

  private static int behindZero(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        return i + 1;
      }
    }
    return -1;
  }
}
