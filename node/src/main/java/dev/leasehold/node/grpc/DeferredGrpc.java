package dev.leasehold.node.grpc;

import com.linecorp.armeria.common.ExchangeType;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpServiceWithRoutes;
import com.linecorp.armeria.server.Route;
import com.linecorp.armeria.server.RoutingContext;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.grpc.GrpcService;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes Armeria's gRPC when the first call comes. To load it is a quarter of what the start of a
 * server costs, nearly all for JSON as gRPC, which is served to nobody; and many a server is asked
 * over HTTP alone. The calls that come meanwhile wait, on no thread of their own.
 */
final class DeferredGrpc implements HttpServiceWithRoutes {

  private static final Executor OWN_THREAD =
      task -> Thread.ofPlatform().daemon().name("leasehold-grpc").start(task);

  private final Supplier<GrpcService> maker;
  private final Set<Route> routes;

  /** The paths of methods that answer with more than one message. */
  private final Set<String> streaming;

  private final AtomicBoolean called = new AtomicBoolean();
  private final CompletableFuture<GrpcService> made = new CompletableFuture<>();
  private volatile @Nullable GrpcService grpc;
  private @Nullable ServiceConfig config;

  /**
   * @param services all that are served, so that the paths are known before
   * @param maker makes what serves them
   */
  DeferredGrpc(List<ServerServiceDefinition> services, Supplier<GrpcService> maker) {
    this.maker = maker;
    List<ServerMethodDefinition<?, ?>> methods =
        services.stream()
            .map(ServerServiceDefinition::getMethods)
            .<ServerMethodDefinition<?, ?>>flatMap(Collection::stream)
            .toList();
    this.routes =
        methods.stream()
            .map(method -> Route.builder().exact(path(method)).build())
            .collect(Collectors.toUnmodifiableSet());
    this.streaming =
        methods.stream()
            .filter(method -> !method.getMethodDescriptor().getType().serverSendsOneMessage())
            .map(DeferredGrpc::path)
            .collect(Collectors.toUnmodifiableSet());
  }

  private static String path(ServerMethodDefinition<?, ?> method) {
    return "/" + method.getMethodDescriptor().getFullMethodName();
  }

  @Override
  public Set<Route> routes() {
    return routes;
  }

  /** Requests are taken as they come, see {@link GrpcAdmission#exchangeType}. */
  @Override
  public ExchangeType exchangeType(RoutingContext routing) {
    return streaming.contains(routing.result().routingResult().path())
        ? ExchangeType.BIDI_STREAMING
        : ExchangeType.REQUEST_STREAMING;
  }

  @Override
  public void serviceAdded(ServiceConfig cfg) {
    config = cfg;
  }

  /** Reflection looks this way for the services that it shows. */
  @Override
  public <T> @Nullable T as(Class<T> type) {
    T found = HttpServiceWithRoutes.super.as(type);
    GrpcService behind = grpc;
    return found != null || behind == null ? found : behind.as(type);
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) throws Exception {
    if (made.isDone()) {
      return made.join().serve(ctx, request);
    }
    if (!called.getAndSet(true)) {
      OWN_THREAD.execute(this::make);
    }
    return HttpResponse.of(
        made.thenApplyAsync(service -> served(service, ctx, request), ctx.eventLoop()));
  }

  private void make() {
    try {
      GrpcService service = maker.get();
      grpc = service;
      service.serviceAdded(Objects.requireNonNull(config));
      made.complete(service);
    } catch (Throwable e) { // Those who wait have to hear of an Error, too.
      made.completeExceptionally(e);
    }
  }

  private static HttpResponse served(
      GrpcService service, ServiceRequestContext ctx, HttpRequest request) {
    try {
      return service.serve(ctx, request);
    } catch (Exception e) {
      return HttpResponse.ofFailure(e);
    }
  }
}
