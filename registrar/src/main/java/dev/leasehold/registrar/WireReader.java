package dev.leasehold.registrar;

import dev.leasehold.kernel.codec.BytesIn;
import java.util.ArrayDeque;

/**
 * Reads fields in the protobuf wire format. Malformed bytes are an IllegalArgumentException, which
 * does not leave {@link PayloadReader}.
 */
final class WireReader {

  private static final long MAX_FIELD = (1 << 29) - 1;

  /** Groups inside groups of a field that nobody knows. */
  private static final int MAX_NESTING = 100;

  private final BytesIn in;
  private long field;
  private int wireType;

  WireReader(Bytes bytes) {
    this.in = new BytesIn(bytes.toByteArray());
  }

  /** Goes on to the next field; false behind the last. */
  boolean next() {
    if (!in.hasRemaining()) {
      return false;
    }
    long tag = in.readVarint();
    field = tag >>> 3;
    wireType = (int) (tag & 7);
    if (field == 0 || field > MAX_FIELD) {
      throw new IllegalArgumentException("there is no field number " + field);
    }
    return true;
  }

  int field() {
    return (int) field;
  }

  long number() {
    need(WireWriter.VARINT);
    long value = in.readVarint();
    if (value < 0) {
      throw new IllegalArgumentException("field " + field + " is larger than 63 bits");
    }
    return value;
  }

  String text() {
    need(WireWriter.LENGTH);
    return in.readString();
  }

  Bytes bytes() {
    need(WireWriter.LENGTH);
    return Bytes.of(in.readBytes(length()));
  }

  private int length() {
    long length = in.readVarint();
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("field " + field + " has no length");
    }
    return (int) length;
  }

  private void need(int expected) {
    if (wireType != expected) {
      throw new IllegalArgumentException("field " + field + " has the wire type " + wireType);
    }
  }

  /** Passes over a field, with all that is in it if it is a group. */
  void skip() {
    ArrayDeque<Long> open = new ArrayDeque<>();
    do {
      switch (wireType) {
        case WireWriter.VARINT -> in.readVarint();
        case WireWriter.FIXED64 -> in.readBytes(8);
        case WireWriter.LENGTH -> in.readBytes(length());
        case WireWriter.FIXED32 -> in.readBytes(4);
        case WireWriter.GROUP_START -> open.push(field);
        case WireWriter.GROUP_END -> close(open);
        default -> throw new IllegalArgumentException("there is no wire type " + wireType);
      }
      if (open.size() > MAX_NESTING) {
        throw new IllegalArgumentException("groups are nested more than " + MAX_NESTING + " deep");
      }
    } while (!open.isEmpty() && nextOfGroup());
  }

  private void close(ArrayDeque<Long> open) {
    if (open.isEmpty() || open.pop() != field) {
      throw new IllegalArgumentException("group " + field + " ends where it has not begun");
    }
  }

  private boolean nextOfGroup() {
    if (!next()) {
      throw new IllegalArgumentException("a group does not end");
    }
    return true;
  }
}
