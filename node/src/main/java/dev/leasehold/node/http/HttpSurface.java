package dev.leasehold.node.http;

import com.google.protobuf.Message;
import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.http.receive.NotReceived;
import dev.leasehold.node.http.receive.OpenHttpRequest;
import dev.leasehold.node.http.receive.Origins;
import dev.leasehold.node.http.receive.Receiving;
import dev.leasehold.node.http.receive.RequestCredential;
import dev.leasehold.node.http.receive.WireLimits;
import dev.leasehold.node.operation.Dispatcher;
import dev.leasehold.node.operation.Operation;
import dev.leasehold.node.operation.Operations;
import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.operation.translate.Answer;
import java.util.concurrent.CompletableFuture;

/** The operations as HTTP with JSON. */
public record HttpSurface(Dispatcher dispatcher, Receiving receiving) implements HttpService {

  private static final Routes ROUTES = new Routes(Operations.ALL);

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    return switch (ROUTES.find(request.method(), ctx.rawPath())) {
      case Routes.Found.Nothing nothing ->
          HttpReplies.problem(
              Problems.of(ProblemCode.NOT_FOUND, "there is no such path; see /docs"));
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
    PresentedCredential shown = RequestCredential.of(ctx, request);
    return switch (dispatcher.admit(shown, operation.permission())) {
      case AccessDecision.Refused refused -> HttpReplies.problem(Problems.of(refused));
      case AccessDecision.Admitted admitted -> {
        foreign = shown.isCertificateAlone() ? Origins.refusalByCertificate(request) : null;
        yield foreign == null
            ? receive(ctx, request, found, admitted.caller())
            : HttpReplies.problem(foreign);
      }
    };
  }

  private HttpResponse receive(
      ServiceRequestContext ctx, HttpRequest request, Routes.Found.One found, Caller caller) {
    Route route = found.route();
    int limit =
        route.takesBody()
            ? WireLimits.bodyBytes(route.operation())
            : WireLimits.MAX_STRANGERS_BODY_BYTES;
    return HttpResponse.of(
        receiving
            .aggregate(ctx, request, caller.actor(), limit)
            .thenCompose(http -> answer(ctx, found, caller, http))
            .exceptionally(failure -> new Answer.Refused(NotReceived.problemOf(failure)))
            .thenApply(answer -> HttpReplies.of(ctx, answer)));
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
      return CompletableFuture.completedFuture(dispatcher.malformed(e));
    }
    return dispatcher.answer(
        found.route().operation(),
        caller,
        message,
        new OpenHttpRequest(ctx, RequestCredential.of(ctx, ctx.request()).authorization()));
  }
}
