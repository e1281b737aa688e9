package dev.leasehold.gateway.answer;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Unpacks a compressed answer as its bytes come. */
final class Inflating implements AutoCloseable {

  private static final int PART_BYTES = 16 << 10;

  private final Inflater inflater;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private boolean behindHead;
  private boolean closed;

  Inflating(boolean gzip) {
    this.inflater = new Inflater(gzip);
    this.behindHead = !gzip;
  }

  void take(byte[] piece, Consumer<byte[]> plain) throws DataFormatException {
    if (closed) {
      return;
    }
    inflater.setInput(behindHead ? piece : afterHead(piece));
    byte[] part = new byte[PART_BYTES];
    while (!inflater.needsInput() && !inflater.finished()) {
      int length = inflater.inflate(part);
      if (length == 0) {
        break;
      }
      plain.accept(Arrays.copyOf(part, length));
    }
  }

  /** The bytes behind the head, which may come in several pieces. */
  private byte[] afterHead(byte[] piece) throws DataFormatException {
    head.writeBytes(piece);
    byte[] bytes = head.toByteArray();
    int length = GzipHead.length(bytes);
    if (length < 0) {
      return new byte[0];
    }
    behindHead = true;
    head.reset();
    return Arrays.copyOfRange(bytes, length, bytes.length);
  }

  @Override
  public void close() {
    closed = true;
    inflater.end();
  }
}
