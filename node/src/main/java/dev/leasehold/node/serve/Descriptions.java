package dev.leasehold.node.serve;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServerBuilder;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the server says about its surfaces, to anybody; made when somebody first asks. */
final class Descriptions {

  private Descriptions() {}

  static void addTo(ServerBuilder server, List<Operation> operations) {
    server
        .service(
            "/openapi.json",
            lazily(
                () -> {
                  String json = OpenApi.of(operations).json();
                  return (ctx, request) ->
                      request.method() == HttpMethod.GET
                          ? HttpReplies.json(json)
                          : HttpReplies.wrongMethod("GET");
                }))
        .service("/docs", lazily(() -> DocsPage.of(OpenApi.of(operations))));
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
