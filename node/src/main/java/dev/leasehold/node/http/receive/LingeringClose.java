package dev.leasehold.node.http.receive;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection in two steps: the client sees the end at once, and what it still sends is
 * thrown away for a moment. A connection that is closed while something arrives is reset, and the
 * client loses an answer that it has not read yet.
 */
final class LingeringClose extends ChannelDuplexHandler {

  private static final long LINGER_MILLIS = 1_000;

  private boolean closing;

  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (!(ctx.channel() instanceof DuplexChannel channel)
        || !channel.isActive()
        || channel.isInputShutdown()) {
      ctx.close(promise);
      return;
    }
    channel.closeFuture().addListener(closed -> promise.trySuccess());
    if (!closing) {
      closing = true;
      channel.shutdownOutput();
      channel.config().setAutoRead(true);
      ctx.read();
      ctx.executor().schedule(() -> reallyClose(ctx), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static void reallyClose(ChannelHandlerContext ctx) {
    ChannelFuture unused = ctx.close();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (closing) {
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (closing && event instanceof ChannelInputShutdownEvent) {
      reallyClose(ctx);
    }
    ctx.fireUserEventTriggered(event);
  }
}
