package dev.leasehold.node.http;

import com.linecorp.armeria.common.HttpMethod;
import dev.leasehold.node.operation.Operation;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the operation that a request means. HEAD means GET; the server leaves out the body. */
final class Routes {

  sealed interface Found {
    record One(Route route, RawTarget target) implements Found {}

    record WrongMethod(String allowed) implements Found {}

    record Nothing() implements Found {}
  }

  private final List<Route> routes;

  Routes(List<Operation> operations) {
    routes = operations.stream().map(Route::of).toList();
  }

  Found find(HttpMethod method, String rawTarget) {
    RawTarget target = RawTarget.parse(rawTarget);
    HttpMethod meant = method == HttpMethod.HEAD ? HttpMethod.GET : method;
    for (Route route : routes) {
      if (route.method() == meant && route.fits(target)) {
        return new Found.One(route, target);
      }
    }
    String allowed =
        routes.stream()
            .filter(route -> route.fits(target))
            .map(route -> route.method() == HttpMethod.GET ? "GET, HEAD" : route.method().name())
            .collect(Collectors.joining(", "));
    return allowed.isEmpty() ? new Found.Nothing() : new Found.WrongMethod(allowed);
  }
}
