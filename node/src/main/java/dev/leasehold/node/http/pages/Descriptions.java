package dev.leasehold.node.http.pages;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import dev.leasehold.node.http.HttpReplies;
import dev.leasehold.node.operation.problem.Problems;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The descriptions of the HTTP interface, each made when somebody first asks for it. */
final class Descriptions {

  private static final String READ = "GET, HEAD";

  private Descriptions() {}

  static HttpService openApi() {
    return lazily(
        () -> {
          String json = OpenApi.ofOperations().json();
          return (ctx, request) ->
              isRead(request) ? HttpReplies.json(json) : HttpReplies.wrongMethod(READ);
        });
  }

  static HttpService docs() {
    return lazily(
        () -> {
          HtmlPage page = DocsPage.of(OpenApi.ofOperations());
          return (ctx, request) ->
              isRead(request) ? page.response() : HttpReplies.wrongMethod(READ);
        });
  }

  static HttpService home(Supplier<Optional<String>> obstacle) {
    return lazily(
        () -> {
          OpenApi api = OpenApi.ofOperations();
          return (ctx, request) ->
              isRead(request)
                  ? HomePage.of(api, obstacle.get()).response()
                  : HttpReplies.wrongMethod(READ);
        });
  }

  private static boolean isRead(HttpRequest request) {
    return request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD;
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
