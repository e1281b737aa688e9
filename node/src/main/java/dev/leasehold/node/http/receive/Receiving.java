package dev.leasehold.node.http.receive;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.FilteredHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaders;
import com.linecorp.armeria.common.HttpObject;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.common.stream.ClosedStreamException;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.api.v1.Problem;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.util.AsciiString;
import io.netty.util.AttributeKey;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Takes the bodies of callers that are known, as far as they are not too large and there is room.
 *
 * @param strangers room for the requests of those who are not known
 */
public record Receiving(Intake intake, Intake strangers) {

  private static final AttributeKey<Intake.Receipt> RECEIPT =
      AttributeKey.valueOf(Receiving.class, "RECEIPT");

  private static final int HEADER_BYTES = 32;

  /**
   * A client that is refused over HTTP/2 while it still sends may go on for so long, and what it
   * sends is thrown away. Many clients discard the response when the stream is reset at once. Over
   * HTTP/1, {@link LingeringClose} sees to that.
   */
  private static final Duration REFUSED_BODY_TIME = Duration.ofSeconds(2);

  /**
   * Serves any request, and counts those too of which no body is taken: over HTTP/2 even a refusal
   * is there until the client reads it. Without room for it the connection is closed, as no answer
   * would leave.
   */
  public HttpResponse serve(HttpService service, ServiceRequestContext ctx, HttpRequest request)
      throws Exception {
    HttpResponse response = service.serve(ctx, request);
    if (!ctx.sessionProtocol().isMultiplex()) {
      return response;
    }
    if (ctx.attr(RECEIPT) == null) {
      try {
        begin(ctx, strangers, ctx.remoteAddress().getAddress().getHostAddress(), 0);
      } catch (NotReceived e) {
        response.abort();
        close(ctx);
        return HttpResponse.ofFailure(ClosedStreamException.get());
      }
    }
    ctx.setRequestAutoAbortDelay(REFUSED_BODY_TIME);
    CompletableFuture<Void> unused = response.whenComplete().thenRun(() -> discard(request));
    return response;
  }

  /** Throws away what nobody has asked for, so that it is in nobody's way on the connection. */
  private static void discard(HttpRequest request) {
    if (!request.isComplete()) {
      CompletableFuture<Void> unused = request.subscribe();
    }
  }

  /** At once: HTTP/2 would wait for the very streams that nobody reads. */
  private static void close(ServiceRequestContext ctx) {
    Channel channel = ctx.log().ensureAvailable(RequestLogProperty.SESSION).channel();
    if (channel != null) {
      ChannelFuture unused = channel.pipeline().firstContext().close();
    }
  }

  /**
   * The request with all of its body.
   *
   * @param limit how many bytes a request of this kind has at most
   * @return fails with {@link NotReceived} if it is too large or there is no room
   */
  public CompletableFuture<AggregatedHttpRequest> aggregate(
      ServiceRequestContext ctx, HttpRequest request, String caller, int limit) {
    try {
      return counted(ctx, request, caller, limit).aggregate(ctx.eventLoop());
    } catch (NotReceived e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The request, counted while it comes and until it is answered; while it waits, without body. */
  public HttpRequest counted(
      ServiceRequestContext ctx, HttpRequest request, String caller, int limit) {
    long announced = Math.max(0, request.headers().contentLength());
    if (announced > limit) {
      throw NotReceived.tooLarge(limit);
    }
    ctx.setMaxRequestLength(limit);
    Intake.Receipt receipt = begin(ctx, intake, caller, announced);
    return new Counted(request, data -> receipt.arrived(data.length()));
  }

  /** A stream of messages, each counted until it is whole. */
  public HttpRequest stream(ServiceRequestContext ctx, HttpRequest request, String caller) {
    Intake.Receipt receipt = begin(ctx, intake, caller, 0);
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

  private static Intake.Receipt begin(
      ServiceRequestContext ctx, Intake room, String caller, long announced) {
    Intake.Receipt receipt = room.begin(caller, size(ctx.request().headers()), announced);
    ctx.setAttr(RECEIPT, receipt);
    CompletableFuture<Void> unused =
        ctx.log()
            .whenAvailable(RequestLogProperty.RESPONSE_END_TIME)
            .thenAccept(log -> receipt.close());
    return receipt;
  }

  /** The size of headers as HTTP/2 counts it, with what each costs besides its text. */
  private static long size(HttpHeaders headers) {
    long size = 0;
    for (Map.Entry<AsciiString, String> header : headers) {
      size += header.getKey().length() + header.getValue().length() + HEADER_BYTES;
    }
    return size;
  }

  /** Gives the room of the body back; that of the headers stays until the request is answered. */
  public static void releaseBody(ServiceRequestContext ctx) {
    Intake.Receipt receipt = ctx.attr(RECEIPT);
    if (receipt != null) {
      receipt.unfinished(0);
    }
  }

  /**
   * Has room for a reply of so many bytes until it has left.
   *
   * @throws NotReceived if there is none
   */
  public static void replying(ServiceRequestContext ctx, long bytes) {
    Intake.Receipt receipt = ctx.attr(RECEIPT);
    if (receipt != null && bytes > Intake.REQUEST_BYTES) {
      receipt.replying(bytes);
    }
  }

  /**
   * Replies if there is room for the reply until it has left.
   *
   * @param refusal replies with what was wrong instead
   */
  public static HttpResponse reply(
      ServiceRequestContext ctx,
      ResponseHeaders headers,
      HttpData body,
      Function<Problem, HttpResponse> refusal) {
    try {
      replying(ctx, body.length());
    } catch (NotReceived e) {
      return refusal.apply(e.problem());
    }
    return HttpResponse.of(headers, body);
  }

  /**
   * Has room for the requests of a stream that are not decided yet, so many bytes in all.
   *
   * @throws NotReceived if there is none
   */
  public static void undecided(ServiceRequestContext ctx, long bytes) {
    Intake.Receipt receipt = ctx.attr(RECEIPT);
    if (receipt != null) {
      receipt.undecided(bytes);
    }
  }

  /** Whether a part of a message has arrived and its rest has not. */
  public static boolean isHalfSent(ServiceRequestContext ctx) {
    Intake.Receipt receipt = ctx.attr(RECEIPT);
    return receipt != null && receipt.isUnfinished();
  }

  /** Shows every piece as it comes; Armeria's own peeking waits for the last when it aggregates. */
  private static final class Counted extends FilteredHttpRequest {

    private final Consumer<HttpData> count;

    Counted(HttpRequest request, Consumer<HttpData> count) {
      super(request, true);
      this.count = count;
    }

    /** Armeria gives back only what comes out of here, not what fails here. */
    @Override
    protected HttpObject filter(HttpObject object) {
      if (object instanceof HttpData data) {
        try {
          count.accept(data);
        } catch (NotReceived e) {
          data.close();
          throw e;
        }
      }
      return object;
    }
  }
}
