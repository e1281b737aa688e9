package dev.leasehold.node.http;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.WatchRequest;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.node.authorise.AccessDecision;
import dev.leasehold.node.http.receive.NotReceived;
import dev.leasehold.node.http.receive.Receiving;
import dev.leasehold.node.http.receive.RequestCredential;
import dev.leasehold.node.http.receive.WireLimits;
import dev.leasehold.node.operation.EventWatch;
import dev.leasehold.node.operation.Operations;
import dev.leasehold.node.operation.PresentedCredential;
import dev.leasehold.node.operation.codec.FieldText;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.problem.Problems;
import org.jspecify.annotations.Nullable;

/** Events as they happen, as server-sent events. */
public record EventStream(EventWatch watch, Receiving receiving) implements HttpService {

  public static final String PATH = "/v1/events";

  private static final Route ROUTE = Route.of(Operations.WATCH);
  private static final String LAST_EVENT_ID = "last-event-id";

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) {
    if (request.method() != HttpMethod.GET) {
      return HttpReplies.wrongMethod("GET");
    }
    ctx.logBuilder().name(Operations.WATCH.schema().getFullName());
    PresentedCredential shown = RequestCredential.of(ctx, request);
    return switch (watch.admit(shown)) {
      case AccessDecision.Refused refused -> HttpReplies.problem(Problems.of(refused));
      case AccessDecision.Admitted admitted -> receive(ctx, request, shown, admitted.caller());
    };
  }

  private HttpResponse receive(
      ServiceRequestContext ctx, HttpRequest request, PresentedCredential shown, Caller caller) {
    return HttpResponse.of(
        receiving
            .aggregate(ctx, request, caller.actor(), WireLimits.MAX_STRANGERS_BODY_BYTES)
            .thenApply(http -> read(ctx, http, shown, caller))
            .exceptionally(failure -> HttpReplies.problem(NotReceived.problemOf(failure))));
  }

  private HttpResponse read(
      ServiceRequestContext ctx,
      AggregatedHttpRequest http,
      PresentedCredential shown,
      Caller caller) {
    Receiving.releaseBody(ctx);
    try {
      WatchRequest message =
          (WatchRequest) HttpInput.read(ROUTE, RawTarget.parse(ctx.rawPath()), http);
      return begin(ctx, shown, caller, resumed(message, http.headers().get(LAST_EVENT_ID)));
    } catch (MalformedInput e) {
      return HttpReplies.problem(Problems.malformed(e));
    }
  }

  /** A browser that reconnects sends the old query and the id of the last event it saw. */
  private static WatchRequest resumed(WatchRequest request, @Nullable String lastId)
      throws MalformedInput {
    if (lastId == null || lastId.isEmpty()) {
      return request;
    }
    try {
      Object position =
          FieldText.parse(request.getDescriptorForType().findFieldByName("from"), lastId);
      return request.toBuilder().setFrom((Long) position).build();
    } catch (MalformedInput e) {
      throw e.in("Last-Event-ID");
    }
  }

  private HttpResponse begin(
      ServiceRequestContext ctx, PresentedCredential shown, Caller caller, WatchRequest request) {
    HttpResponseWriter response = HttpResponse.streaming();
    Problem obstacle =
        watch.begin(
            shown,
            caller,
            request,
            events -> {
              ctx.clearRequestTimeout();
              response.write(
                  ResponseHeaders.builder(HttpStatus.OK)
                      .contentType(MediaType.EVENT_STREAM)
                      .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                      .set("x-accel-buffering", "no")
                      .set(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
                      .build());
              return new SseSink(ctx, response, events);
            });
    return obstacle == null ? response : HttpReplies.problem(obstacle);
  }
}
