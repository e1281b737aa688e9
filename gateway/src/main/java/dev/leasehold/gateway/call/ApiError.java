package dev.leasehold.gateway.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import dev.leasehold.gateway.answer.AnswerReader.Counting;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * A refusal of the gateway itself, in the shape that the SDKs of a provider understand.
 *
 * <p>SDKs repeat what failed with 408, 409, 429 or 5xx unless {@code x-should-retry} says {@code
 * false}.
 */
final class ApiError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The kinds of refusals, with what both SDKs call them. */
  enum Kind {
    INVALID(400, "invalid_request_error", "invalid_request_error", "invalid_request", false),
    UNKNOWN_MODEL(400, "invalid_request_error", "invalid_request_error", "model_not_priced", false),
    NOT_ADMITTED(401, "authentication_error", "authentication_error", "invalid_api_key", false),
    NO_BUDGET(402, "insufficient_quota", "billing_error", "budget_exhausted", false),
    FORBIDDEN(403, "permission_error", "permission_error", "forbidden", false),
    NOT_SERVED(404, "invalid_request_error", "not_found_error", "not_found", false),
    TOO_LARGE(413, "invalid_request_error", "request_too_large", "request_too_large", false),
    NOT_JSON(415, "invalid_request_error", "invalid_request_error", "unsupported_media", false),
    BUSY(429, "rate_limit_error", "rate_limit_error", "too_many_calls", true),
    BAD_PROVIDER(502, "api_error", "api_error", "provider_failed", true),
    KEY_REFUSED(502, "api_error", "api_error", "provider_key_refused", false),
    NO_SERVER(503, "api_error", "overloaded_error", "leasehold_unavailable", true),
    PROVIDER_SLOW(504, "api_error", "timeout_error", "provider_timeout", false);

    private final int status;
    private final String openAi;
    private final String anthropic;
    private final String code;
    private final boolean again;

    Kind(int status, String openAi, String anthropic, String code, boolean again) {
      this.status = status;
      this.openAi = openAi;
      this.anthropic = anthropic;
      this.code = code;
      this.again = again;
    }
  }

  private final Kind kind;
  private final transient Map<String, Long> left;

  ApiError(Kind kind, String message) {
    this(kind, message, Map.of());
  }

  /**
   * Makes a refusal.
   *
   * @param left the rest of the budget, by unit; empty if the refusal is not about that
   */
  ApiError(Kind kind, String message, Map<String, Long> left) {
    super(message, null, false, false);
    this.kind = kind;
    this.left = new TreeMap<>(left);
  }

  Kind kind() {
    return kind;
  }

  HttpResponse response(Counting shape) {
    ObjectNode error = JsonNodeFactory.instance.objectNode();
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (shape == Counting.ANTHROPIC) {
      body.put("type", "error");
      error.put("type", kind.anthropic);
      error.put("message", getMessage());
    } else {
      error.put("message", getMessage());
      error.put("type", kind.openAi);
      error.putNull("param");
      error.put("code", kind.code);
    }
    if (!left.isEmpty()) {
      ObjectNode amounts = error.putObject("left");
      left.forEach(amounts::put);
    }
    body.set("error", error);
    ResponseHeadersBuilder headers =
        ResponseHeaders.builder(HttpStatus.valueOf(kind.status))
            .contentType(MediaType.JSON)
            .add("x-should-retry", Boolean.toString(kind.again));
    if (kind.again) {
      headers.add("retry-after", "1");
    }
    return HttpResponse.of(
        headers.build(), HttpData.wrap(body.toString().getBytes(StandardCharsets.UTF_8)));
  }
}
