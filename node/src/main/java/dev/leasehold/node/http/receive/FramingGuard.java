package dev.leasehold.node.http.receive;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SniHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads every connection before the HTTP library does. A head passes as a whole, once it is clear
 * where its request ends. For a head in doubt the library gets a line that is no HTTP, which it
 * answers in its turn before it closes the connection; what follows is thrown away.
 *
 * <p>Of HTTP/1 a request passes when the reply to the one before has left: a reply that had to wait
 * for another would promise time that is over.
 */
final class FramingGuard extends ChannelInboundHandlerAdapter {

  private static final int MAX_HELD_BYTES =
      WireLimits.MAX_REQUEST_LINE_BYTES + WireLimits.MAX_HEADER_BYTES + 4_096;

  /** Enough to tell HTTP/1 from HTTP/2, and no whole head. */
  private static final int PROTOCOL_BYTES = 4;

  private static final ByteBuf NO_HTTP =
      Unpooled.unreleasableBuffer(
          Unpooled.copiedBuffer("REFUSED\r\n\r\n", StandardCharsets.US_ASCII).asReadOnly());

  private enum Mode {
    HTTP_1,
    HTTP_2,
    OVER
  }

  private final RequestFraming requests = new RequestFraming();
  private final Http2Guard http2 = new Http2Guard();
  private Mode mode = Mode.HTTP_1;

  private final HeldHeads room;

  /** Bytes that have come and are not passed on; a copy, since the buffer they came in is large. */
  private @Nullable ByteBuf held;

  private @Nullable Future<?> deadline;
  private boolean isFollowed;
  private boolean isInBody;
  private boolean isAnswering;
  private boolean isPaused;

  /** How much of {@link #held} has been read here. */
  private int seen;

  private FramingGuard(HeldHeads room) {
    this.room = room;
  }

  /** Adds a guard to the pipeline, behind TLS if there is any. */
  static void addTo(ChannelPipeline pipeline, HeldHeads room) {
    ChannelHandlerContext tls = pipeline.context(SniHandler.class);
    if (tls == null) {
      pipeline.addFirst(new FramingGuard(room));
    } else {
      pipeline.addAfter(tls.name(), null, new FramingGuard(room));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (mode == Mode.OVER || !(message instanceof ByteBuf arrived)) {
      ReferenceCountUtil.release(message);
      return;
    }
    ByteBuf before = held;
    if (before == null) {
      read(ctx, arrived);
    } else {
      letGo();
      ByteBuf bytes = Unpooled.buffer(before.readableBytes() + arrived.readableBytes());
      bytes.writeBytes(before).writeBytes(arrived);
      before.release();
      arrived.release();
      read(ctx, bytes);
    }
  }

  private void read(ChannelHandlerContext ctx, ByteBuf bytes) throws Exception {
    try {
      if (isReading()) {
        readRequests(ctx, bytes);
      }
      if (mode == Mode.HTTP_2 && bytes.isReadable()) {
        http2.read(ctx, bytes);
      }
      if (mode == Mode.HTTP_1 && bytes.isReadable() && !ctx.isRemoved()) {
        hold(ctx, bytes);
      }
    } finally {
      bytes.release();
    }
  }

  private void hold(ChannelHandlerContext ctx, ByteBuf bytes) {
    int size = bytes.readableBytes();
    if (!room.take(size)) {
      close(ctx);
      return;
    }
    held = Unpooled.buffer(size, size).writeBytes(bytes);
    if (isAnswering) {
      if (size > MAX_HELD_BYTES) {
        isPaused = true;
        ctx.channel().config().setAutoRead(false);
      }
    } else if (deadline == null) {
      deadline =
          ctx.executor()
              .schedule(
                  () -> close(ctx), WireLimits.HEAD_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Leaves what was held to the caller. */
  private void letGo() {
    if (held != null) {
      room.giveBack(held.readableBytes());
      held = null;
    }
  }

  private void stopDeadline() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  private void dropHeld() {
    ByteBuf dropped = held;
    letGo();
    ReferenceCountUtil.release(dropped);
  }

  private void close(ChannelHandlerContext ctx) {
    mode = Mode.OVER;
    dropHeld();
    ChannelFuture unused = ctx.close();
  }

  /** The reply has left, perhaps while its request is still being passed on. */
  private void answered(ChannelHandlerContext ctx) {
    isAnswering = false;
    ctx.executor().execute(() -> readOn(ctx));
  }

  private void readOn(ChannelHandlerContext ctx) {
    ByteBuf next = held;
    boolean isClosing = ctx.channel() instanceof DuplexChannel duplex && duplex.isOutputShutdown();
    if (next == null || isAnswering || isClosing || mode != Mode.HTTP_1) {
      return;
    }
    letGo();
    try {
      read(ctx, next);
    } catch (Exception e) {
      ctx.fireExceptionCaught(e);
    }
    // Replies are not flushed before.
    ctx.fireChannelReadComplete();
    if (isPaused && !isAnswering) {
      isPaused = false;
      ctx.channel().config().setAutoRead(true);
    }
  }

  /** Leaves those bytes to be read that are to be held. */
  private void readRequests(ChannelHandlerContext ctx, ByteBuf bytes) throws Exception {
    int start = bytes.readerIndex();
    bytes.skipBytes(seen);
    int before;
    do {
      before = bytes.readerIndex();
      switch (requests.read(ctx, bytes)) {
        case UNDECIDED -> {}
        case WHOLE -> start = passRequest(ctx, bytes, start);
        case BROKEN -> {
          passOn(ctx, bytes, start);
          mode = Mode.OVER;
        }
        case PREFACE -> {
          if (beginsHttp2(ctx, bytes.readerIndex() - start)) {
            start = passOn(ctx, bytes, start);
            mode = Mode.HTTP_2;
          } else {
            refuse(ctx);
          }
        }
        case IN_DOUBT -> refuse(ctx);
      }
    } while (isReading() && bytes.isReadable() && bytes.readerIndex() > before);
    if (mode == Mode.HTTP_1 && !requests.isInHead()) {
      start = passRequest(ctx, bytes, start);
    }
    seen = bytes.readerIndex() - start;
    bytes.readerIndex(start);
    if (isReading() && bytes.readableBytes() > MAX_HELD_BYTES) {
      refuse(ctx);
    }
  }

  /** While a request is answered, the bytes of its own body are read and no other's. */
  private boolean isReading() {
    return mode == Mode.HTTP_1 && !(isAnswering && requests.isInHead());
  }

  /** Passes on a request or a part of it, with the end of its head at the latest. */
  private int passRequest(ChannelHandlerContext ctx, ByteBuf bytes, int start) {
    stopDeadline();
    isAnswering |= !isInBody;
    isInBody = !requests.isInHead();
    if (isFollowed) {
      return passOn(ctx, bytes, start);
    }
    // The codec is there once the protocol is known, and nothing is answered before that.
    isFollowed = true;
    ctx.fireChannelRead(bytes.retainedSlice(start, PROTOCOL_BYTES));
    ChannelHandlerContext codec = ctx.pipeline().context(CombinedChannelDuplexHandler.class);
    if (codec == null) {
      throw new IllegalStateException("there is no codec of HTTP/1 to follow");
    }
    ctx.pipeline().addAfter(codec.name(), null, new RepliesInTurn(() -> answered(ctx)));
    return passOn(ctx, bytes, start + PROTOCOL_BYTES);
  }

  private static int passOn(ChannelHandlerContext ctx, ByteBuf bytes, int start) {
    int end = bytes.readerIndex();
    if (end > start) {
      ctx.fireChannelRead(bytes.retainedSlice(start, end - start));
    }
    return end;
  }

  /** At the very beginning, or after an upgrade: at other times the codec of HTTP/1 is there. */
  private static boolean beginsHttp2(ChannelHandlerContext ctx, int length) {
    return length == RequestFraming.PREFACE_HEAD_BYTES
        && ctx.pipeline().context(CombinedChannelDuplexHandler.class) == null;
  }

  private void refuse(ChannelHandlerContext ctx) {
    mode = Mode.OVER;
    ctx.fireChannelRead(NO_HTTP.duplicate());
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    dropHeld();
    stopDeadline();
    http2.close();
  }
}
