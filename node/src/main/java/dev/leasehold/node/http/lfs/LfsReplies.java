package dev.leasehold.node.http.lfs;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.http.HttpReplies;
import dev.leasehold.node.http.receive.Receiving;
import dev.leasehold.node.json.PlainJson;
import dev.leasehold.node.operation.problem.ProblemCode;
import io.netty.util.AsciiString;
import java.util.Map;

/** Answers to git-lfs as HTTP responses. */
public final class LfsReplies {

  static final MediaType LFS_JSON = MediaType.create("application", "vnd.git-lfs+json");

  /** The header that browsers do not know, so that no page makes one ask for a password. */
  private static final AsciiString LFS_AUTHENTICATE = AsciiString.cached("lfs-authenticate");

  private LfsReplies() {}

  /** Whether a request is one of git-lfs, by its path. */
  public static boolean isMeant(String path) {
    return path.startsWith(LfsTarget.ROOT);
  }

  static HttpResponse of(ServiceRequestContext ctx, LfsAnswer answer) {
    return Receiving.reply(ctx, headers(answer), body(answer), LfsReplies::problem);
  }

  static HttpResponse refused(int status, String message) {
    LfsAnswer answer = LfsAnswer.refused(status, message);
    return HttpResponse.of(headers(answer), body(answer));
  }

  static HttpResponse wrongMethod(String allowed) {
    LfsAnswer answer =
        LfsAnswer.refused(
            ProblemCode.METHOD_NOT_ALLOWED.httpStatus(), "this path takes " + allowed);
    return HttpResponse.of(
        headers(answer).toBuilder().set(HttpHeaderNames.ALLOW, allowed).build(), body(answer));
  }

  static HttpResponse problem(Problem problem) {
    return HttpResponse.of(problemHeaders(problem), problemBody(problem));
  }

  public static ResponseHeaders problemHeaders(Problem problem) {
    return headers(LfsAnswer.refused(problem));
  }

  public static HttpData problemBody(Problem problem) {
    return body(LfsAnswer.refused(problem));
  }

  /** The body that another server gave, which was checked. */
  static HttpResponse passedOn(ServiceRequestContext ctx, byte[] body) {
    return Receiving.reply(
        ctx, headers(LfsAnswer.ok(Map.of())), HttpData.wrap(body), LfsReplies::problem);
  }

  private static ResponseHeaders headers(LfsAnswer answer) {
    ResponseHeadersBuilder headers =
        HttpReplies.headers(HttpStatus.valueOf(answer.status()), LFS_JSON);
    if (answer.status() == ProblemCode.UNAUTHENTICATED.httpStatus()) {
      headers.set(LFS_AUTHENTICATE, "Basic realm=\"Leasehold\"");
    }
    if (!answer.retryAfter().isEmpty()) {
      headers.set(HttpHeaderNames.RETRY_AFTER, answer.retryAfter());
    }
    return headers.build();
  }

  private static HttpData body(LfsAnswer answer) {
    return HttpData.ofUtf8(PlainJson.text(answer.fields()) + "\n");
  }
}
