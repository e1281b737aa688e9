package dev.leasehold.node.http.receive;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;

/** Tells when a reply of HTTP/1 has left as a whole. */
final class RepliesInTurn extends ChannelOutboundHandlerAdapter {

  private final Runnable whenLeft;
  private boolean isInterim;

  RepliesInTurn(Runnable whenLeft) {
    this.whenLeft = whenLeft;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof HttpResponse response) {
      HttpResponseStatus status = response.status();
      isInterim =
          status.codeClass() == HttpStatusClass.INFORMATIONAL
              && status.code() != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    }
    if (message instanceof LastHttpContent && !isInterim) {
      ctx.write(
          message,
          promise
              .unvoid()
              .addListener(
                  left -> {
                    if (left.isSuccess()) {
                      whenLeft.run();
                    }
                  }));
    } else {
      ctx.write(message, promise);
    }
  }
}
