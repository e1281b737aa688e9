package dev.leasehold.node.serve;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import java.util.Optional;
import java.util.function.Supplier;

/** What supervisors look at; needs no token. */
final class HealthPages {

  private HealthPages() {}

  /** The process lives. */
  static HttpService healthz() {
    return getOnly(() -> HttpReplies.json("{\"status\":\"ok\"}\n"));
  }

  /**
   * The node takes requests.
   *
   * @param obstacle why it cannot; empty if it can
   */
  static HttpService readyz(Supplier<Optional<String>> obstacle) {
    return getOnly(
        () ->
            obstacle
                .get()
                .map(why -> HttpReplies.problem(Problems.of(ProblemCode.UNAVAILABLE, why)))
                .orElseGet(() -> HttpReplies.json("{\"role\":\"solo\"}\n")));
  }

  static HttpService getOnly(Supplier<HttpResponse> page) {
    return (ctx, request) ->
        request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD
            ? page.get()
            : HttpReplies.wrongMethod("GET, HEAD");
  }
}
