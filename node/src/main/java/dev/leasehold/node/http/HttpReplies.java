package dev.leasehold.node.http;

import com.google.protobuf.Message;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.api.v1.Introspection;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.http.receive.Receiving;
import dev.leasehold.node.operation.codec.JsonWriter;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.operation.problem.Redaction;
import dev.leasehold.node.operation.translate.Answer;

/** Answers as HTTP responses. */
public final class HttpReplies {

  private static final MediaType PROBLEM_JSON = MediaType.create("application", "problem+json");

  private HttpReplies() {}

  static HttpResponse of(ServiceRequestContext ctx, Answer answer) {
    return switch (answer) {
      case Answer.Success success ->
          ofSize(
              ctx,
              headers(HttpStatus.OK, MediaType.JSON).build(),
              HttpData.wrap(body(success.message())));
      case Answer.Refused refused ->
          ofSize(ctx, problemHeaders(refused.problem()).build(), problemBody(refused.problem()));
    };
  }

  /**
   * The reply, or a problem if unread replies leave no memory for it: 429 if they are this
   * caller's, 503 if they are everybody's.
   */
  private static HttpResponse ofSize(
      ServiceRequestContext ctx, ResponseHeaders headers, HttpData body) {
    return Receiving.reply(ctx, headers, body, HttpReplies::problem);
  }

  /** Introspection omits empty fields, so an inactive token yields only {@code active=false}. */
  private static byte[] body(Message message) {
    return message instanceof Introspection
        ? JsonWriter.writeSparsely(message)
        : JsonWriter.write(message);
  }

  public static HttpResponse json(String text) {
    return HttpResponse.of(headers(HttpStatus.OK, MediaType.JSON).build(), HttpData.ofUtf8(text));
  }

  public static HttpResponse text(ServiceRequestContext ctx, MediaType type, String text) {
    return ofSize(ctx, headers(HttpStatus.OK, type).build(), HttpData.ofUtf8(text));
  }

  public static HttpResponse problem(Problem problem) {
    return HttpResponse.of(problemHeaders(problem).build(), problemBody(problem));
  }

  public static HttpResponse wrongMethod(String allowed) {
    Problem problem = Problems.of(ProblemCode.METHOD_NOT_ALLOWED, "this path takes " + allowed);
    return HttpResponse.of(
        problemHeaders(problem).set(HttpHeaderNames.ALLOW, allowed).build(), problemBody(problem));
  }

  public static ResponseHeadersBuilder problemHeaders(Problem problem) {
    ResponseHeadersBuilder headers = headers(HttpStatus.valueOf(problem.getStatus()), PROBLEM_JSON);
    if (problem.getStatus() == ProblemCode.UNAUTHENTICATED.httpStatus()) {
      headers.set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    if (problem.hasRetryAfter()) {
      headers.set(HttpHeaderNames.RETRY_AFTER, Long.toString(wholeSeconds(problem)));
    }
    return headers;
  }

  /** Rounds up: whoever comes back then is not too early. */
  public static long wholeSeconds(Problem problem) {
    return problem.getRetryAfter().getSeconds() + (problem.getRetryAfter().getNanos() > 0 ? 1 : 0);
  }

  public static HttpData problemBody(Problem problem) {
    return HttpData.wrap(JsonWriter.writeSparsely(Redaction.of(problem)));
  }

  /** Leases change and tokens are secret, so nothing on the way keeps a copy. */
  public static ResponseHeadersBuilder headers(HttpStatus status, MediaType type) {
    return ResponseHeaders.builder(status)
        .contentType(type)
        .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
        .set(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff");
  }
}
