package dev.leasehold.node.http.receive;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * Counts the frames of HTTP/2 over which one set of headers is spread. The HTTP library bounds how
 * large headers are, not in how many pieces they come, and empty ones make them no larger.
 */
final class ContinuationLimit {

  /** With frames of the usual size, headers of the largest size need one. */
  static final int MAX_FRAMES = 16;

  private static final int LENGTH_BYTES = 3;
  private static final int FLAGS_AND_STREAM_BYTES = 5;

  /** How many bytes there are before the next frame: at first the end of the preface. */
  private int rest = "SM\r\n\r\n".length();

  private int lengthBytes;
  private int length;
  private int frames;

  /** Reads on, and leaves the bytes to be read. */
  boolean allow(ByteBuf bytes) {
    int index = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (index < end) {
      if (rest > 0) {
        int skipped = Math.min(rest, end - index);
        rest -= skipped;
        index += skipped;
      } else if (lengthBytes < LENGTH_BYTES) {
        length = length << 8 | bytes.getUnsignedByte(index++);
        lengthBytes++;
      } else {
        frames = bytes.getByte(index++) == Http2FrameTypes.CONTINUATION ? frames + 1 : 0;
        if (frames > MAX_FRAMES) {
          return false;
        }
        rest = FLAGS_AND_STREAM_BYTES + length;
        length = 0;
        lengthBytes = 0;
      }
    }
    return true;
  }
}
