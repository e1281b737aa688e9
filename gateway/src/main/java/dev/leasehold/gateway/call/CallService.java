package dev.leasehold.gateway.call;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.SplitHttpResponse;
import com.linecorp.armeria.common.logging.RequestLogProperty;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.meter.Meter;
import dev.leasehold.client.meter.ModelPrice;
import dev.leasehold.client.meter.PriceTable;
import dev.leasehold.gateway.answer.AnswerReader;
import dev.leasehold.gateway.answer.AnswerReader.Counting;
import dev.leasehold.gateway.answer.AnswerReader.Encoding;
import dev.leasehold.gateway.books.BudgetReservations;
import dev.leasehold.gateway.books.IpTokenBudget;
import dev.leasehold.gateway.books.Settlements;
import dev.leasehold.gateway.books.SpendMetrics;
import dev.leasehold.gateway.provider.KeyedProvider;
import dev.leasehold.gateway.provider.Providers;
import java.io.IOException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Takes calls: admits, estimates, reserves, forwards, and leaves the answer to a {@link Relay}.
 * Nothing goes to a provider that money was not set aside for.
 */
public final class CallService implements HttpService {

  private static final String BEARER = "bearer ";
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int MAX_IDEMPOTENCY_KEY = 256;

  /** Bodies are kept until their calls are over, and fit into a small heap all together. */
  private static final long MAX_BODY_BYTES_OF_ALL = 128L << 20;

  /** To read more takes long enough to keep streams on the same event loop waiting. */
  private static final int LARGE_BODY = 64 << 10;

  private final BudgetReservations books;
  private final Providers providers;
  private final Supplier<PriceTable> prices;
  private final Settlements settlements;
  private final SpendMetrics metrics;
  private final WebClient upstream;
  private final CallLimits limits;
  private final Replays replays = new Replays();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong bodyBytes = new AtomicLong();

  public CallService(
      BudgetReservations books,
      Providers providers,
      Supplier<PriceTable> prices,
      Settlements settlements,
      SpendMetrics metrics,
      WebClient upstream,
      CallLimits limits) {
    this.books = books;
    this.providers = providers;
    this.prices = prices;
    this.settlements = settlements;
    this.metrics = metrics;
    this.upstream = upstream;
    this.limits = limits;
  }

  /** A call that is admitted and priced, before money is set aside for it. */
  private record Prepared(
      Api api,
      RequestHeaders headers,
      CallRequest request,
      IpTokenBudget admission,
      KeyedProvider provider,
      ModelPrice price) {

    SpendMetrics.Caller caller() {
      return new SpendMetrics.Caller(admission.agent(), request.model(), provider.name());
    }

    Replays.Key replay() {
      String key = headers.get("idempotency-key", "");
      return new Replays.Key(admission.leaseId(), key.length() <= MAX_IDEMPOTENCY_KEY ? key : "");
    }
  }

  /** Throws away the body of a call that was refused before it was read. */
  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest asked) {
    HttpResponse response = respond(ctx, asked);
    CompletableFuture<Void> unused = response.whenComplete().thenRun(() -> discard(asked));
    return response;
  }

  private static void discard(HttpRequest asked) {
    if (!asked.isComplete()) {
      CompletableFuture<Void> unused = asked.subscribe();
    }
  }

  private HttpResponse respond(ServiceRequestContext ctx, HttpRequest asked) {
    Api api = Api.at(ctx.path()).orElse(null);
    Counting shape = api == null ? Counting.OPENAI : api.counting();
    if (api == null || asked.method() != HttpMethod.POST) {
      String served = "this gateway serves POST to /v1/chat/completions, /v1/responses,";
      return new ApiError(
              ApiError.Kind.NOT_SERVED, served + " /v1/embeddings and /v1/messages, nothing else")
          .response(shape);
    }
    if (open.incrementAndGet() > limits.openCalls()) {
      open.decrementAndGet();
      return new ApiError(ApiError.Kind.BUSY, "too many calls are under way").response(shape);
    }
    whenAnswered(ctx, open::decrementAndGet);
    ctx.setRequestTimeout(CallLimits.BODY_TIME);
    CompletableFuture<HttpResponse> answer;
    try {
      String token = token(asked.headers());
      answer = answer(ctx, api, asked, token);
    } catch (ApiError e) {
      answer = CompletableFuture.failedFuture(e);
    }
    return HttpResponse.of(answer.exceptionally(failure -> Refusals.of(failure).response(shape)));
  }

  /** Not later: the rest of a body that was refused may still be on its way. */
  private static void whenAnswered(ServiceRequestContext ctx, Runnable task) {
    CompletableFuture<Void> unused =
        ctx.log().whenAvailable(RequestLogProperty.RESPONSE_END_TIME).thenRun(task);
  }

  private CompletableFuture<HttpResponse> answer(
      ServiceRequestContext ctx, Api api, HttpRequest asked, String token) {
    return books
        .admit(token)
        .thenCompose(
            admission -> {
              if (admission.isEmpty()) {
                // The body of a caller without a valid token is not read.
                throw new ApiError(
                    ApiError.Kind.NOT_ADMITTED,
                    "the key is no IP token of an active budget; get one by a handshake");
              }
              return read(ctx, api, asked)
                  .thenCompose(request -> prepare(api, asked, request, admission.get()));
            })
        .thenCompose(prepared -> reserve(ctx, prepared));
  }

  private CompletableFuture<CallRequest> read(
      ServiceRequestContext ctx, Api api, HttpRequest asked) {
    long announced = asked.headers().contentLength();
    if (announced > limits.bodyBytes()) {
      throw new ApiError(
          ApiError.Kind.TOO_LARGE, "a request has at most " + limits.bodyBytes() + " bytes here");
    }
    ctx.setMaxRequestLength(limits.bodyBytes());
    long held = announced < 0 ? limits.bodyBytes() : announced;
    if (bodyBytes.addAndGet(held) > MAX_BODY_BYTES_OF_ALL) {
      bodyBytes.addAndGet(-held);
      throw new ApiError(ApiError.Kind.BUSY, "too many large requests are under way");
    }
    HeldBytes mine = new HeldBytes(bodyBytes, held);
    whenAnswered(ctx, mine::release);
    return asked
        .aggregate()
        .thenCompose(
            body -> {
              ctx.clearRequestTimeout();
              byte[] bytes = body.content().array();
              mine.reduceTo(bytes.length);
              return bytes.length < LARGE_BODY
                  ? CompletableFuture.completedFuture(CallRequest.read(api, bytes))
                  : CompletableFuture.supplyAsync(
                      () -> CallRequest.read(api, bytes), ctx.blockingTaskExecutor());
            });
  }

  private CompletableFuture<Prepared> prepare(
      Api api, HttpRequest asked, CallRequest request, IpTokenBudget admission) {
    return provider(api, admission)
        .thenApply(
            provider ->
                new Prepared(
                    api,
                    asked.headers(),
                    request,
                    admission,
                    provider,
                    prices.get().of(provider.name(), request.model())));
  }

  /** The token where SDKs put their key. */
  private static String token(RequestHeaders headers) {
    MediaType type = headers.contentType();
    if (type == null || !type.is(MediaType.JSON.withoutParameters())) {
      throw new ApiError(ApiError.Kind.NOT_JSON, "the content type is application/json");
    }
    if (headers.contains(HttpHeaderNames.CONTENT_ENCODING)) {
      throw new ApiError(ApiError.Kind.NOT_JSON, "compressed requests are not read");
    }
    String key = headers.get("x-api-key", "");
    String bearer = headers.get(HttpHeaderNames.AUTHORIZATION, "");
    boolean hasBearer = bearer.regionMatches(true, 0, BEARER, 0, BEARER.length());
    String token = hasBearer ? bearer.substring(BEARER.length()).strip() : key.strip();
    if (token.isEmpty()) {
      throw new ApiError(ApiError.Kind.NOT_ADMITTED, "there is no key; it is the IP token");
    }
    return token;
  }

  private CompletableFuture<KeyedProvider> provider(Api api, IpTokenBudget admission) {
    if (admission.provider().isEmpty()) {
      throw new ApiError(
          ApiError.Kind.FORBIDDEN, "the budget is for no provider; name one in the handshake");
    }
    return providers
        .of(admission.provider())
        .handle(
            (provider, failure) -> {
              if (failure != null) {
                throw Refusals.cause(failure) instanceof LeaseholdException
                    ? new CompletionException(Refusals.cause(failure))
                    : Refusals.of(failure);
              }
              if (!provider.kind().equals(api.kind())) {
                throw new ApiError(
                    ApiError.Kind.INVALID,
                    "the budget is for " + provider.name() + ", of the kind " + provider.kind());
              }
              return provider;
            });
  }

  private CompletableFuture<HttpResponse> reserve(ServiceRequestContext ctx, Prepared call) {
    String id = UUID.randomUUID().toString();
    String leaseId = call.admission.leaseId();
    CallCost all =
        CallCost.of(call.api, call.request, call.price, Set.of(Meter.TOKENS, Meter.USD_MICROS));
    return books
        .reserve(call.admission, id, call.request.model(), all.most(), limits.reservationTime())
        .handle(
            (units, failure) -> {
              if (failure != null) {
                throw refused(call, id, failure);
              }
              metrics.begun();
              OpenCall account =
                  new OpenCall(
                      call.admission,
                      id,
                      CallCost.of(call.api, call.request, call.price, units),
                      call.caller(),
                      settlements,
                      metrics,
                      replays,
                      call.replay());
              try {
                settlements.opened(leaseId, id);
              } catch (IOException e) {
                account.cancelled("the gateway's file cannot be written to");
                throw new ApiError(ApiError.Kind.NO_SERVER, "the gateway cannot keep its books");
              }
              return forward(ctx, call, account, true);
            })
        .thenCompose(answer -> answer);
  }

  /** A reservation that may have come about all the same is given back. */
  private CompletionException refused(Prepared call, String id, Throwable failure) {
    RefusedException refusal = BudgetReservations.refusal(failure);
    if (refusal == null) {
      settlements.cancel(call.admission.leaseId(), id);
    } else if (refusal.code().equals("FORBIDDEN")) {
      books.forget(call.admission);
    }
    metrics.counted(call.caller(), "refused");
    return new CompletionException(Refusals.cause(failure));
  }

  private CompletableFuture<HttpResponse> forward(
      ServiceRequestContext ctx, Prepared call, OpenCall account, boolean first) {
    HttpResponse answer =
        upstream.execute(
            Forwarding.request(
                call.api, call.request, call.headers, call.provider, call.admission.agent()));
    ctx.whenRequestCancelling().thenAccept(cause -> answer.abort(cause));
    SplitHttpResponse split = answer.split();
    return split
        .headers()
        .handle(
            (headers, failure) -> {
              if (failure != null) {
                return CompletableFuture.completedFuture(unanswered(ctx, call, account, failure));
              }
              int status = headers.status().code();
              if ((status == UNAUTHORIZED || status == FORBIDDEN)) {
                split.body().abort();
                return keyRefused(ctx, call, account, first, status);
              }
              return CompletableFuture.completedFuture(relay(ctx, call, account, headers, split));
            })
        .thenCompose(response -> response);
  }

  private static HttpResponse unanswered(
      ServiceRequestContext ctx, Prepared call, OpenCall account, Throwable failure) {
    Counting shape = call.api.counting();
    if (Refusals.isTimeout(failure)) {
      account.unknown();
      return new ApiError(
              ApiError.Kind.PROVIDER_SLOW,
              "the provider took too long; what it may have cost is counted")
          .response(shape);
    }
    if (ctx.isCancelled() && !Refusals.isUnsent(failure)) {
      account.unknown();
    } else {
      account.cancelled("the provider does not answer: " + Refusals.cause(failure).getClass());
    }
    return new ApiError(ApiError.Kind.BAD_PROVIDER, "the provider does not answer").response(shape);
  }

  /** The key may have been changed meanwhile. The client has no part in it. */
  private CompletableFuture<HttpResponse> keyRefused(
      ServiceRequestContext ctx, Prepared call, OpenCall account, boolean first, int status) {
    ApiError refused =
        new ApiError(
            ApiError.Kind.KEY_REFUSED,
            "the provider " + call.provider.name() + " does not accept the gateway's key");
    if (!first) {
      account.cancelled("the provider answered " + status);
      return CompletableFuture.completedFuture(refused.response(call.api.counting()));
    }
    return providers
        .anew(call.provider.name())
        .handle(
            (provider, failure) -> {
              if (failure != null || provider.keyVersion() == call.provider.keyVersion()) {
                account.cancelled("the provider answered " + status);
                return CompletableFuture.completedFuture(refused.response(call.api.counting()));
              }
              Prepared again =
                  new Prepared(
                      call.api, call.headers, call.request, call.admission, provider, call.price);
              return forward(ctx, again, account, false);
            })
        .thenCompose(response -> response);
  }

  private HttpResponse relay(
      ServiceRequestContext ctx,
      Prepared call,
      OpenCall account,
      ResponseHeaders headers,
      SplitHttpResponse split) {
    if (headers.status().isRedirection()) {
      split.body().abort();
      account.cancelled("the provider answered " + headers.status().code());
      return new ApiError(
              ApiError.Kind.BAD_PROVIDER, "the provider answered " + headers.status().code())
          .response(call.api.counting());
    }
    if (!headers.status().isSuccess()) {
      account.cancelled("the provider answered " + headers.status().code());
      return new ProviderError(headers, call.provider.key()).pass(call.api, split.body());
    }
    boolean events = Forwarding.isEventStream(headers);
    Encoding encoding = Forwarding.encoding(headers);
    boolean hides = call.request.hidesUsage() && events;
    AnswerReader reader = new AnswerReader(call.api.counting(), events, encoding, hides);
    boolean readable = events && encoding != Encoding.OTHER;
    return new Relay(reader, readable, limits.answerBytes(), account, ctx.eventLoop())
        .begin(Forwarding.answer(headers, hides, call.provider.key()), split.body());
  }
}
