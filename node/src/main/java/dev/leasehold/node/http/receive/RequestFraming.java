package dev.leasehold.node.http.receive;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds where the requests of a connection begin and end, with the decoder and the limits that the
 * HTTP library uses, so that both always agree.
 */
final class RequestFraming extends HttpRequestDecoder {

  /** {@code PRI * HTTP/2.0} and an empty line: the part of the preface that looks like a head. */
  static final int PREFACE_HEAD_BYTES = 18;

  enum Verdict {
    /** Neither a head nor a request has ended. */
    UNDECIDED,
    /** A request has ended. */
    WHOLE,
    /** It is too long, or its body is none, and the HTTP library finds the same. */
    BROKEN,
    /** It is the beginning of HTTP/2. */
    PREFACE,
    /** A head that others may understand in another way. */
    IN_DOUBT
  }

  private final List<Object> parts = new ArrayList<>();
  private boolean inHead = true;

  RequestFraming() {
    super(WireLimits.MAX_REQUEST_LINE_BYTES, WireLimits.MAX_HEADER_BYTES, DEFAULT_MAX_CHUNK_SIZE);
  }

  /** Whether the next request is not known yet, as its head is not there or not whole. */
  boolean isInHead() {
    return inHead;
  }

  /** Reads on, to the end of one request at most. */
  Verdict read(ChannelHandlerContext ctx, ByteBuf bytes) throws Exception {
    try {
      decode(ctx, bytes, parts);
      Verdict verdict = Verdict.UNDECIDED;
      for (Object part : parts) {
        verdict = judge(part);
        if (verdict != Verdict.UNDECIDED) {
          break;
        }
      }
      return verdict;
    } finally {
      parts.forEach(ReferenceCountUtil::release);
      parts.clear();
    }
  }

  private Verdict judge(Object part) {
    if (part instanceof HttpRequest request) {
      inHead = false;
      if (request.decoderResult().isFailure()) {
        return request.decoderResult().cause() instanceof TooLongFrameException
            ? Verdict.BROKEN
            : Verdict.IN_DOUBT;
      }
      if (request.method().name().equals("PRI")) {
        return Verdict.PREFACE;
      }
      if (!isClear(request)) {
        return Verdict.IN_DOUBT;
      }
    }
    if (part instanceof HttpContent content && content.decoderResult().isFailure()) {
      return Verdict.BROKEN;
    }
    if (part instanceof LastHttpContent) {
      inHead = true;
      return Verdict.WHOLE;
    }
    return Verdict.UNDECIDED;
  }

  private static boolean isClear(HttpRequest request) {
    HttpHeaders headers = request.headers();
    boolean isOld = isExactly(HttpVersion.HTTP_1_0, request);
    if (!isOld && !isExactly(HttpVersion.HTTP_1_1, request)) {
      return false;
    }
    int hosts = headers.getAll(HttpHeaderNames.HOST).size();
    if (hosts > 1 || (hosts == 0 && !isOld)) {
      return false;
    }
    List<String> encodings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    return encodings.isEmpty()
        || (!isOld
            && encodings.size() == 1
            && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(encodings.get(0))
            && !headers.contains(HttpHeaderNames.CONTENT_LENGTH));
  }

  /** The very instance: {@code http/1.1} is another, and counts as equal. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isExactly(HttpVersion version, HttpRequest request) {
    return request.protocolVersion() == version;
  }

  /** Otherwise the length would be gone before it is looked at. */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {}
}
