package dev.leasehold.node.http.pages;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.http.HttpReplies;
import dev.leasehold.node.metrics.Figures;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The pages beside the operations. Only the figures need a token.
 *
 * @param jwks the keys that check the registrar's signatures
 * @param openMetrics whether figures are shown to those without a token, too
 * @param obstacle says why the node cannot take requests; empty if it can
 */
public record Pages(String jwks, boolean openMetrics, Supplier<Optional<String>> obstacle) {

  public void addTo(ServerBuilder server, Dispatcher dispatcher, Figures figures) {
    server
        .service("/metrics", new MetricsPage(dispatcher, figures, openMetrics))
        .service("/healthz", getOnly(ctx -> HttpReplies.json("{\"status\":\"ok\"}\n")))
        .service("/readyz", getOnly(ctx -> readiness()))
        .service("/.well-known/jwks.json", getOnly(ctx -> HttpReplies.json(jwks + "\n")))
        .service("/", Descriptions.home(obstacle))
        .service("/openapi.json", Descriptions.openApi())
        .service("/docs", Descriptions.docs());
  }

  public boolean isReady() {
    return obstacle.get().isEmpty();
  }

  private HttpResponse readiness() {
    return obstacle
        .get()
        .map(why -> HttpReplies.problem(Problems.of(ProblemCode.UNAVAILABLE, why)))
        .orElseGet(() -> HttpReplies.json("{\"role\":\"solo\"}\n"));
  }

  static HttpService getOnly(Function<ServiceRequestContext, HttpResponse> page) {
    return (ctx, request) ->
        request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD
            ? page.apply(ctx)
            : HttpReplies.wrongMethod("GET, HEAD");
  }
}
