package dev.leasehold.node.serve;

import com.google.protobuf.Message;
import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.Caller;
import dev.leasehold.node.authorise.Admission;
import dev.leasehold.node.serve.codec.MalformedInput;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The operations as HTTP with JSON. */
final class HttpSurface implements HttpService {

  private final Routes routes;
  private final Desk desk;
  private final Receiving receiving;

  HttpSurface(List<Operation> operations, Desk desk, Receiving receiving) {
    this.routes = new Routes(operations);
    this.desk = desk;
    this.receiving = receiving;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    return switch (routes.find(request.method(), ctx.rawPath())) {
      case Routes.Found.Nothing nothing ->
          HttpReplies.problem(Problems.of(ProblemCode.NOT_FOUND, "there is no such path"));
      case Routes.Found.WrongMethod wrong -> HttpReplies.wrongMethod(wrong.allowed());
      case Routes.Found.One found -> enter(ctx, request, found);
    };
  }

  private HttpResponse enter(
      ServiceRequestContext ctx, HttpRequest request, Routes.Found.One found) {
    Operation operation = found.route().operation();
    ctx.logBuilder().name(operation.schema().getFullName());
    Problem foreign = Origins.refusal(request);
    if (foreign != null) {
      return HttpReplies.problem(foreign);
    }
    return switch (desk.admit(authorization(request), operation)) {
      case Admission.Unauthenticated none -> HttpReplies.problem(Problems.unauthenticated());
      case Admission.Forbidden forbidden ->
          HttpReplies.problem(Problems.forbidden(forbidden.role()));
      case Admission.Admitted admitted -> receive(ctx, request, found, admitted.caller());
    };
  }

  private HttpResponse receive(
      ServiceRequestContext ctx, HttpRequest request, Routes.Found.One found, Caller caller) {
    Problem foreign = authorization(request) == null ? Origins.refusalByCertificate(request) : null;
    if (foreign != null) {
      return HttpReplies.problem(foreign);
    }
    Route route = found.route();
    int limit =
        route.takesBody()
            ? WireLimits.bodyBytes(route.operation())
            : WireLimits.MAX_STRANGERS_BODY_BYTES;
    try {
      return HttpResponse.of(
          receiving
              .whole(ctx, request, caller.actor(), limit)
              .thenCompose(http -> answer(ctx, found, caller, http))
              .exceptionally(HttpSurface::notReceived)
              .thenApply(HttpReplies::of));
    } catch (NotReceived e) {
      return HttpReplies.problem(e.problem());
    }
  }

  /** Every other failure is for those to tell who know of timeouts and broken connections. */
  private static Answer notReceived(Throwable failure) {
    NotReceived notReceived = NotReceived.among(failure);
    if (notReceived == null) {
      throw failure instanceof CompletionException wrapped
          ? wrapped
          : new CompletionException(failure);
    }
    return new Answer.Refused(notReceived.problem());
  }

  private CompletableFuture<Answer> answer(
      ServiceRequestContext ctx,
      Routes.Found.One found,
      Caller caller,
      AggregatedHttpRequest http) {
    Message message;
    try {
      message = HttpInput.read(found.route(), found.target(), http);
    } catch (MalformedInput e) {
      return CompletableFuture.completedFuture(desk.malformed(e));
    }
    return desk.answer(found.route().operation(), caller, message, new OpenCall(ctx));
  }

  /** Two headers could mean one to us and the other to a proxy, so they are a wrong one. */
  static @Nullable String authorization(HttpRequest request) {
    List<String> all = request.headers().getAll(HttpHeaderNames.AUTHORIZATION);
    return all.isEmpty() ? null : all.size() == 1 ? all.get(0) : "";
  }
}
