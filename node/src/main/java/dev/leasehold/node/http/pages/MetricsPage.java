package dev.leasehold.node.http.pages;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.authorise.Permission;
import dev.leasehold.node.http.HttpReplies;
import dev.leasehold.node.http.receive.RequestCredential;
import dev.leasehold.node.metrics.Figures;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.problem.Problems;
import java.util.function.Supplier;

/**
 * Figures for Prometheus. Names of holders and pools are among them, so they need a token unless
 * opened; a token for some spaces is told no names.
 */
record MetricsPage(Dispatcher dispatcher, Figures figures, boolean open) implements HttpService {

  private static final MediaType TEXT = MediaType.parse("text/plain; version=0.0.4; charset=utf-8");

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    if (request.method() != HttpMethod.GET) {
      return HttpReplies.wrongMethod("GET");
    }
    if (open) {
      return page(ctx, figures::scrape);
    }
    return switch (dispatcher.admit(RequestCredential.of(ctx, request), Permission.READ_METRICS)) {
      case AccessDecision.Refused refused -> HttpReplies.problem(Problems.of(refused));
      case AccessDecision.Admitted admitted ->
          page(
              ctx,
              admitted.caller().spaces().isEmpty() ? figures::scrape : figures::scrapeWithoutNames);
    };
  }

  /** Counting the busiest of many holders takes a while, so not on the event loop. */
  private HttpResponse page(ServiceRequestContext ctx, Supplier<String> text) {
    return HttpResponse.of(
        () -> HttpReplies.text(ctx, TEXT, text.get()), ctx.blockingTaskExecutor());
  }
}
