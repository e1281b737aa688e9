package dev.leasehold.node.http.pages;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import dev.leasehold.node.http.HttpReplies;
import dev.leasehold.node.operation.problem.Problems;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The descriptions of the HTTP interface, each made when somebody first asks for it. */
final class Descriptions {

  private Descriptions() {}

  static HttpService openApi() {
    return lazily(
        () -> {
          String json = OpenApi.ofOperations().json();
          return (ctx, request) ->
              request.method() == HttpMethod.GET
                  ? HttpReplies.json(json)
                  : HttpReplies.wrongMethod("GET");
        });
  }

  static HttpService docs() {
    return lazily(() -> DocsPage.of(OpenApi.ofOperations()));
  }

  private interface Maker {
    HttpService make();
  }

  private static HttpService lazily(Maker maker) {
    AtomicReference<@Nullable HttpService> made = new AtomicReference<>();
    return (ctx, request) -> {
      HttpService service = made.get();
      if (service != null) {
        return service.serve(ctx, request);
      }
      return HttpResponse.of(
          () -> {
            HttpService first = maker.make();
            made.set(first);
            try {
              return first.serve(ctx, request);
            } catch (Exception e) {
              return HttpReplies.problem(Problems.ofFailure(e));
            }
          },
          ctx.blockingTaskExecutor());
    };
  }
}
