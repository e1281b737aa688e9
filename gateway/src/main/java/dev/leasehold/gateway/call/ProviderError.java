package dev.leasehold.gateway.call;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.stream.StreamMessage;
import dev.leasehold.gateway.answer.AnswerReader.Encoding;
import dev.leasehold.gateway.answer.Unpacked;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Passes an error of a provider on as it is, unless it repeats the key that the provider was called
 * with, as some errors and echoing test servers do. So it is read whole before any of it leaves.
 */
final class ProviderError {

  /** Errors are a few lines; a page of HTML is some kilobytes. */
  static final int MAX_BYTES = 1 << 20;

  private final ResponseHeaders headers;
  private final String key;

  /**
   * @param headers as the provider sent them
   * @param key what must not leave
   */
  ProviderError(ResponseHeaders headers, String key) {
    this.headers = headers;
    this.key = key;
  }

  /** The answer for the client. */
  HttpResponse pass(Api api, StreamMessage<HttpData> body) {
    AtomicInteger length = new AtomicInteger();
    CompletableFuture<HttpResponse> answer =
        body.peek(piece -> requireBounded(length.addAndGet(piece.length())))
            .collect()
            .handle((pieces, failure) -> failure == null ? checked(pieces) : null)
            .thenApply(passes -> passes == null ? withheld().response(api.counting()) : passes);
    return HttpResponse.of(answer);
  }

  private static void requireBounded(int length) {
    if (length > MAX_BYTES) {
      throw new IllegalStateException("the error is longer than " + MAX_BYTES + " bytes");
    }
  }

  /** Null if the key may be in it. */
  private @Nullable HttpResponse checked(List<HttpData> pieces) {
    byte[] whole = new byte[pieces.stream().mapToInt(HttpData::length).sum()];
    int end = 0;
    for (HttpData piece : pieces) {
      System.arraycopy(piece.array(), 0, whole, end, piece.length());
      end += piece.length();
    }
    byte[] plain = plain(whole);
    if (plain == null || new String(plain, StandardCharsets.ISO_8859_1).contains(key)) {
      return null;
    }
    return HttpResponse.of(Forwarding.answer(headers, false, key), HttpData.wrap(whole));
  }

  /** Null if it cannot be read. */
  private byte @Nullable [] plain(byte[] whole) {
    Encoding encoding = Forwarding.encoding(headers);
    return switch (encoding) {
      case IDENTITY -> whole;
      case GZIP, DEFLATE -> Unpacked.of(whole, encoding == Encoding.GZIP, MAX_BYTES);
      case OTHER -> null;
    };
  }

  private ApiError withheld() {
    return new ApiError(
        ApiError.Kind.BAD_PROVIDER,
        "the provider answered " + headers.status().code() + "; its words are withheld");
  }
}
