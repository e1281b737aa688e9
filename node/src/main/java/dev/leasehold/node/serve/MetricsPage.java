package dev.leasehold.node.serve;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.authorise.Admission;
import dev.leasehold.node.authorise.Permission;
import dev.leasehold.node.publish.Figures;

/** What Prometheus reads. Holders' names are in it, so it needs a token unless it was opened. */
final class MetricsPage implements HttpService {

  private static final MediaType TEXT = MediaType.parse("text/plain; version=0.0.4; charset=utf-8");

  private final Desk desk;
  private final Figures figures;
  private final boolean open;

  MetricsPage(Desk desk, Figures figures, boolean open) {
    this.desk = desk;
    this.figures = figures;
    this.open = open;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    if (request.method() != HttpMethod.GET) {
      return HttpReplies.wrongMethod("GET");
    }
    if (open) {
      return page(ctx);
    }
    return switch (desk.admit(HttpSurface.authorization(request), Permission.READ_METRICS)) {
      case Admission.Unauthenticated none -> HttpReplies.problem(Problems.unauthenticated());
      case Admission.Forbidden forbidden ->
          HttpReplies.problem(Problems.forbidden(forbidden.role()));
      case Admission.Admitted admitted -> page(ctx);
    };
  }

  /** Counting the busiest of many holders takes a while, so not on the event loop. */
  private HttpResponse page(ServiceRequestContext ctx) {
    return HttpResponse.of(
        () -> HttpReplies.text(TEXT, figures.scrape()), ctx.blockingTaskExecutor());
  }
}
