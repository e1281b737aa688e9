package dev.leasehold.node.http.receive;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * Follows the frames of an HTTP/2 connection. The HTTP library bounds how large headers are, not in
 * how many pieces they come, and empty ones make them no larger; nor how long a frame may take.
 */
final class Http2Frames {

  /** With frames of the usual size, headers of the largest size need one CONTINUATION. */
  static final int MAX_CONTINUATIONS = 16;

  private static final int LENGTH_BYTES = 3;
  private static final int TYPE_BYTES = 1;
  private static final int STREAM_BYTES = 4;
  private static final int END_HEADERS = 0x4;

  /** How many bytes there are before the next frame: at first the end of the preface. */
  private int rest = "SM\r\n\r\n".length();

  private int headBytes;
  private int length;
  private int type;
  private int continuations;
  private boolean isInHeaders;
  private long whole;

  /** Reads on, and leaves the bytes to be read. Returns false if the connection has to end. */
  boolean allow(ByteBuf bytes) {
    int index = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (index < end) {
      if (rest > 0) {
        int skipped = Math.min(rest, end - index);
        rest -= skipped;
        index += skipped;
        whole += rest == 0 && !isInHeaders ? 1 : 0;
      } else if (!readHead(bytes.getUnsignedByte(index++))) {
        return false;
      }
    }
    return true;
  }

  /** The next byte of a frame's head, up to its flags. */
  private boolean readHead(int value) {
    if (headBytes < LENGTH_BYTES) {
      length = length << Byte.SIZE | value;
    } else if (headBytes < LENGTH_BYTES + TYPE_BYTES) {
      type = value;
      continuations = type == Http2FrameTypes.CONTINUATION ? continuations + 1 : 0;
    } else {
      isInHeaders = hasHeaders() && (value & END_HEADERS) == 0;
      rest = STREAM_BYTES + length;
      headBytes = 0;
      length = 0;
      return true;
    }
    headBytes++;
    return continuations <= MAX_CONTINUATIONS;
  }

  private boolean hasHeaders() {
    return type == Http2FrameTypes.HEADERS || type == Http2FrameTypes.CONTINUATION;
  }

  /**
   * Whether a frame, or headers that are spread over several, have begun and not come to an end.
   */
  boolean isUnfinished() {
    return rest > 0 || headBytes > 0 || isInHeaders;
  }

  /** How many of them have come to an end. */
  long whole() {
    return whole;
  }
}
