package dev.leasehold.node.http.receive;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection of HTTP/2 whose headers come in too many pieces, or whose frames are not
 * finished. The library's pings end one that is silent within a frame only as long as no request is
 * open on it.
 */
final class Http2Guard {

  private final Http2Frames frames = new Http2Frames();
  private @Nullable Future<?> look;

  /** Whether nothing more is passed on. */
  private boolean isOver;

  /** Passes bytes on, unless the connection is at its end. */
  void read(ChannelHandlerContext ctx, ByteBuf bytes) {
    if (isOver) {
      return;
    }
    if (frames.allow(bytes)) {
      ctx.fireChannelRead(bytes.retainedSlice());
      awaitRest(ctx);
    } else {
      end(ctx, "headers have at most " + Http2Frames.MAX_CONTINUATIONS + " CONTINUATION frames");
    }
  }

  /** A frame that is the same when its time is over is late: one look at a time costs little. */
  private void awaitRest(ChannelHandlerContext ctx) {
    if (look == null && frames.isUnfinished()) {
      long before = frames.whole();
      long dueNanos = ctx.executor().ticker().nanoTime() + WireLimits.HEAD_TIMEOUT.toNanos();
      look =
          ctx.executor()
              .schedule(
                  () -> lookAgain(ctx, before, dueNanos),
                  WireLimits.HEAD_TIMEOUT.toMillis(),
                  TimeUnit.MILLISECONDS);
    }
  }

  private void lookAgain(ChannelHandlerContext ctx, long before, long dueNanos) {
    look = null;
    boolean isOverdue = WireLimits.isOverdue(dueNanos, ctx.executor().ticker().nanoTime());
    if (!isOverdue && frames.isUnfinished() && frames.whole() == before) {
      end(ctx, "a frame is whole within " + WireLimits.HEAD_TIMEOUT.toSeconds() + " seconds");
    } else {
      awaitRest(ctx);
    }
  }

  private void end(ChannelHandlerContext ctx, String rule) {
    isOver = true;
    ChannelHandlerContext codec = ctx.pipeline().context(Http2ConnectionHandler.class);
    if (codec == null) {
      ChannelFuture unused = ctx.close();
    } else {
      ((Http2ConnectionHandler) codec.handler())
          .onError(
              codec, false, Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, rule));
    }
  }

  /** Looks no more. */
  void close() {
    isOver = true;
    if (look != null) {
      look.cancel(false);
    }
  }
}
