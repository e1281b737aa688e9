package dev.leasehold.gateway.call;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import dev.leasehold.gateway.answer.AnswerReader.Encoding;
import dev.leasehold.gateway.books.Hash;
import dev.leasehold.gateway.provider.KeyedProvider;
import io.netty.util.AsciiString;
import java.util.Locale;
import java.util.Set;

/**
 * Makes the heads of requests to providers and of answers to clients. Of a request only the named
 * headers pass; of an answer all but those that are kept back.
 */
final class Forwarding {

  private static final Set<String> PASSED =
      Set.of("accept", "user-agent", "anthropic-version", "anthropic-beta", "openai-beta");

  private static final String PASSED_PREFIX = "x-stainless-";

  /** Between two machines only, and what would make a client believe that it talks to another. */
  private static final Set<String> KEPT_BACK =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "alt-svc",
          "set-cookie",
          "strict-transport-security");

  private static final AsciiString IDEMPOTENCY_KEY = AsciiString.of("idempotency-key");
  private static final AsciiString API_KEY = AsciiString.of("x-api-key");
  private static final AsciiString VERSION = AsciiString.of("anthropic-version");
  private static final String OLDEST_VERSION = "2023-06-01";

  private Forwarding() {}

  /**
   * The request to the provider. All agents share the provider's key, so an idempotency key is told
   * there by agent: nobody gets the answer to another's request.
   */
  static HttpRequest request(
      Api api, CallRequest call, RequestHeaders asked, KeyedProvider provider, String agent) {
    RequestHeadersBuilder headers =
        RequestHeaders.builder(HttpMethod.POST, target(api, asked, provider.url()));
    asked.forEach(
        (name, value) -> {
          String plain = name.toString();
          if (PASSED.contains(plain) || plain.startsWith(PASSED_PREFIX)) {
            headers.add(name, value);
          }
        });
    String idempotencyKey = asked.get(IDEMPOTENCY_KEY, "");
    if (!idempotencyKey.isEmpty()) {
      headers.set(IDEMPOTENCY_KEY, Hash.of(agent + "\0" + idempotencyKey));
    }
    headers.contentType(MediaType.JSON);
    headers.set(HttpHeaderNames.ACCEPT_ENCODING, accepted(call, asked));
    if (provider.kind().equals("anthropic")) {
      headers.set(API_KEY, provider.key());
      if (!headers.contains(VERSION)) {
        headers.set(VERSION, OLDEST_VERSION);
      }
    } else {
      headers.set(HttpHeaderNames.AUTHORIZATION, "Bearer " + provider.key());
    }
    return HttpRequest.of(headers.build(), HttpData.wrap(call.body()));
  }

  /** The address at the provider. In clear only HTTP/1 is spoken, which every server knows. */
  private static String target(Api api, RequestHeaders asked, String url) {
    String path = api.path();
    if (url.endsWith("/v1")) {
      path = path.substring("/v1".length());
    }
    boolean beta = asked.path().endsWith("?beta=true");
    String base = url.startsWith("http://") ? "h1c://" + url.substring("http://".length()) : url;
    return base + path + (beta ? "?beta=true" : "");
  }

  /** Chooses an encoding that the client and the gateway both read. */
  private static String accepted(CallRequest call, RequestHeaders asked) {
    if (call.hidesUsage()) {
      return "identity";
    }
    String given = asked.get(HttpHeaderNames.ACCEPT_ENCODING, "").toLowerCase(Locale.ROOT);
    return given.contains("gzip") ? "gzip" : "identity";
  }

  /**
   * The head of the answer to the client.
   *
   * @param changed whether the body will have another length
   * @param key the provider's; a header that repeats it is kept back
   */
  static ResponseHeaders answer(ResponseHeaders told, boolean changed, String key) {
    ResponseHeadersBuilder headers = ResponseHeaders.builder(told.status());
    told.forEach(
        (name, value) -> {
          String plain = name.toString();
          boolean counts = plain.equals("content-length") && changed;
          boolean passes = !plain.startsWith(":") && !KEPT_BACK.contains(plain);
          if (passes && !counts && !value.contains(key)) {
            headers.add(name, value);
          }
        });
    return headers.build();
  }

  static Encoding encoding(ResponseHeaders told) {
    return switch (told.get(HttpHeaderNames.CONTENT_ENCODING, "").toLowerCase(Locale.ROOT)) {
      case "", "identity" -> Encoding.IDENTITY;
      case "gzip", "x-gzip" -> Encoding.GZIP;
      case "deflate" -> Encoding.DEFLATE;
      default -> Encoding.OTHER;
    };
  }

  static boolean isEventStream(ResponseHeaders told) {
    MediaType type = told.contentType();
    return type != null && type.is(MediaType.EVENT_STREAM);
  }
}
