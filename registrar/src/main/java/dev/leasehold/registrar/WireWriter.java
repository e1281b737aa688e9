package dev.leasehold.registrar;

import dev.leasehold.kernel.codec.BytesOut;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes fields in the protobuf wire format; as in proto3, defaults are left out. */
final class WireWriter {

  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH = 2;
  static final int GROUP_START = 3;
  static final int GROUP_END = 4;
  static final int FIXED32 = 5;

  private final BytesOut out = new BytesOut();

  void number(int field, long value) {
    if (value != 0) {
      tag(field, VARINT);
      out.writeVarint(value);
    }
  }

  void text(int field, String value) {
    if (!value.isEmpty()) {
      element(field, value);
    }
  }

  /** A repeated field: an empty element counts. */
  void texts(int field, List<String> values) {
    values.forEach(value -> element(field, value));
  }

  private void element(int field, String value) {
    if (!isUnicode(value)) {
      throw new IllegalArgumentException("half a surrogate pair has no encoding");
    }
    tag(field, LENGTH);
    out.writeString(value);
  }

  void bytes(int field, Bytes value) {
    if (!value.isEmpty()) {
      tag(field, LENGTH);
      out.writeVarint(value.length());
      out.writeBytes(value.toByteArray());
    }
  }

  private void tag(int field, int wireType) {
    out.writeVarint((long) field << 3 | wireType);
  }

  Bytes toBytes() {
    return Bytes.of(out.toByteArray());
  }

  static boolean isUnicode(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }
}
