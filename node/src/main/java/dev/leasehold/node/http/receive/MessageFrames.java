package dev.leasehold.node.http.receive;

import com.linecorp.armeria.common.HttpData;
import io.netty.buffer.ByteBuf;

/** Follows the messages in a gRPC stream: each has a byte of flags, four of length, and its own. */
final class MessageFrames {

  private static final int FLAG_BYTES = 1;
  private static final int PREFIX_BYTES = 5;

  private int prefix;
  private long length;
  private long unfinished;

  /** Goes through the next piece of the stream; true if a message has come to its end in it. */
  boolean endMessage(HttpData data) {
    boolean ended = false;
    ByteBuf bytes = data.byteBuf();
    int end = bytes.writerIndex();
    for (int at = bytes.readerIndex(); at < end; ) {
      if (prefix < PREFIX_BYTES) {
        length = prefix < FLAG_BYTES ? 0 : length << Byte.SIZE | bytes.getUnsignedByte(at);
        prefix++;
        unfinished++;
        at++;
      } else {
        long step = Math.min(end - at, length);
        length -= step;
        unfinished += step;
        at += (int) step;
      }
      if (prefix == PREFIX_BYTES && length == 0) {
        prefix = 0;
        unfinished = 0;
        ended = true;
      }
    }
    return ended;
  }

  /** How many bytes have come of the message that is not whole yet. */
  long unfinished() {
    return unfinished;
  }
}
