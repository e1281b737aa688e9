package dev.leasehold.node.serve;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.FilteredHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.AttributeKey;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Takes the bodies of callers that are known, as far as they are not too large and there is room.
 */
final class Receiving {

  private static final AttributeKey<Intake.Receipt> RECEIPT =
      AttributeKey.valueOf(Receiving.class, "RECEIPT");

  private final Intake intake;

  Receiving(Intake intake) {
    this.intake = intake;
  }

  /**
   * The whole request.
   *
   * @param limit how many bytes a request of this kind has at most
   * @throws NotReceived if it is too large or there is no room; the future fails with it too
   */
  CompletableFuture<AggregatedHttpRequest> whole(
      ServiceRequestContext ctx, HttpRequest request, String caller, int limit) {
    return one(ctx, request, caller, limit).aggregate(ctx.eventLoop());
  }

  /** The request, counted while it comes and until it is answered or waits. */
  HttpRequest one(ServiceRequestContext ctx, HttpRequest request, String caller, int limit) {
    long announced = Math.max(0, request.headers().contentLength());
    if (announced > limit) {
      throw NotReceived.tooLarge(limit);
    }
    ctx.setMaxRequestLength(limit);
    Intake.Receipt receipt = begin(ctx, caller, announced);
    return new Counted(request, data -> receipt.arrived(data.length()));
  }

  /** A stream of messages, each counted until it is whole. */
  HttpRequest stream(ServiceRequestContext ctx, HttpRequest request, String caller) {
    Intake.Receipt receipt = begin(ctx, caller, 0);
    MessageFrames frames = new MessageFrames();
    return new Counted(
        request,
        data -> {
          receipt.arrived(data.length());
          if (frames.endMessage(data)) {
            receipt.unfinished(frames.unfinished());
          }
        });
  }

  private Intake.Receipt begin(ServiceRequestContext ctx, String caller, long announced) {
    Intake.Receipt receipt = intake.begin(caller, announced);
    ctx.setAttr(RECEIPT, receipt);
    CompletableFuture<Void> unused = ctx.log().whenComplete().thenAccept(log -> receipt.close());
    return receipt;
  }

  /** Whatever was received is done with. */
  static void done(ServiceRequestContext ctx) {
    Intake.Receipt receipt = ctx.attr(RECEIPT);
    if (receipt != null) {
      receipt.close();
    }
  }

  /** Shows every piece as it comes; Armeria's own peeking waits for the last when it aggregates. */
  private static final class Counted extends FilteredHttpRequest {

    private final Consumer<HttpData> count;

    Counted(HttpRequest request, Consumer<HttpData> count) {
      super(request, true);
      this.count = count;
    }

    @Override
    protected HttpObject filter(HttpObject object) {
      if (object instanceof HttpData data) {
        count.accept(data);
      }
      return object;
    }
  }
}
