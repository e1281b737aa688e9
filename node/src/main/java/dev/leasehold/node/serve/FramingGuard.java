package dev.leasehold.node.serve;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.ssl.SniHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads every connection before the HTTP library does. A head passes as a whole, once it is clear
 * where its request ends. For a head in doubt the library gets a line that is no HTTP, which it
 * answers in its turn before it closes the connection; what follows is thrown away.
 */
final class FramingGuard extends ChannelInboundHandlerAdapter {

  private static final int MAX_HELD_BYTES =
      WireLimits.MAX_REQUEST_LINE_BYTES + WireLimits.MAX_HEADER_BYTES + 4_096;

  private static final ByteBuf NO_HTTP =
      Unpooled.unreleasableBuffer(
          Unpooled.copiedBuffer("REFUSED\r\n\r\n", StandardCharsets.US_ASCII).asReadOnly());

  private enum Mode {
    HTTP_1,
    HTTP_2,
    OVER
  }

  private final RequestFraming requests = new RequestFraming();
  private final ContinuationLimit continuations = new ContinuationLimit();
  private Mode mode = Mode.HTTP_1;

  /** What has come and is not passed on. */
  private @Nullable ByteBuf held;

  /** How much of {@link #held} has been read here. */
  private int seen;

  private FramingGuard() {}

  /** Behind TLS, if there is any. */
  static void addTo(ChannelPipeline pipeline) {
    ChannelHandlerContext tls = pipeline.context(SniHandler.class);
    if (tls == null) {
      pipeline.addFirst(new FramingGuard());
    } else {
      pipeline.addAfter(tls.name(), null, new FramingGuard());
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (mode == Mode.OVER || !(message instanceof ByteBuf arrived)) {
      ReferenceCountUtil.release(message);
      return;
    }
    ByteBuf bytes = arrived;
    if (held != null) {
      bytes = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), held, arrived);
      held = null;
    }
    try {
      if (mode == Mode.HTTP_1) {
        readRequests(ctx, bytes);
      }
      if (mode == Mode.HTTP_2 && bytes.isReadable()) {
        readFrames(ctx, bytes);
      }
      if (mode == Mode.HTTP_1 && bytes.isReadable() && !ctx.isRemoved()) {
        held = bytes.retain();
      }
    } finally {
      bytes.release();
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
        case WHOLE -> start = passOn(ctx, bytes, start);
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
    } while (mode == Mode.HTTP_1 && bytes.isReadable() && bytes.readerIndex() > before);
    if (mode == Mode.HTTP_1 && !requests.isInHead()) {
      start = passOn(ctx, bytes, start);
    }
    seen = bytes.readerIndex() - start;
    bytes.readerIndex(start);
    if (mode == Mode.HTTP_1 && bytes.readableBytes() > MAX_HELD_BYTES) {
      refuse(ctx);
    }
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

  private void readFrames(ChannelHandlerContext ctx, ByteBuf bytes) {
    if (continuations.allow(bytes)) {
      ctx.fireChannelRead(bytes.retainedSlice());
      return;
    }
    mode = Mode.OVER;
    ChannelHandlerContext codec = ctx.pipeline().context(Http2ConnectionHandler.class);
    if (codec == null) {
      ChannelFuture unused = ctx.close();
    } else {
      ((Http2ConnectionHandler) codec.handler())
          .onError(
              codec,
              false,
              Http2Exception.connectionError(
                  Http2Error.ENHANCE_YOUR_CALM,
                  "headers have at most %s CONTINUATION frames",
                  ContinuationLimit.MAX_FRAMES));
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (held != null) {
      held.release();
      held = null;
    }
  }
}
