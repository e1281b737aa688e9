package dev.leasehold.node.http.pages;

import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import dev.leasehold.node.http.HttpReplies;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The descriptions of the HTTP interface, each made when somebody first asks for it. */
final class Descriptions {

  private Descriptions() {}

  static HttpService openApi() {
    return lazily(
        () -> {
          String json = OpenApi.ofOperations().json();
          return () -> HttpReplies.json(json);
        });
  }

  static HttpService docs() {
    return lazily(() -> DocsPage.of(OpenApi.ofOperations())::response);
  }

  static HttpService home(Supplier<Optional<String>> obstacle) {
    return lazily(
        () -> {
          OpenApi api = OpenApi.ofOperations();
          return () -> HomePage.of(api, obstacle.get()).response();
        });
  }

  private static HttpService lazily(Supplier<Supplier<HttpResponse>> maker) {
    AtomicReference<@Nullable Supplier<HttpResponse>> made = new AtomicReference<>();
    return Pages.getOnly(
        ctx -> {
          Supplier<HttpResponse> page = made.get();
          return page != null
              ? page.get()
              : HttpResponse.of(() -> first(maker, made), ctx.blockingTaskExecutor());
        });
  }

  private static HttpResponse first(
      Supplier<Supplier<HttpResponse>> maker,
      AtomicReference<@Nullable Supplier<HttpResponse>> made) {
    Supplier<HttpResponse> page = maker.get();
    made.set(page);
    return page.get();
  }
}
