package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.grpc.GrpcService;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Armeria's gRPC is made for the first call, and no call is lost over that. */
class DeferredGrpcTest {

  private static final int PATIENCE_SECONDS = 30;

  private final AtomicInteger makings = new AtomicInteger();
  private final GrpcHealth health = new GrpcHealth(() -> true);
  private Server server;
  private HealthGrpc.HealthBlockingStub stub;

  private void serve(Supplier<GrpcService> maker) {
    server =
        Server.builder()
            .service(new DeferredGrpc(List.of(health.bindService()), maker))
            .http(0)
            .build();
    server.start().join();
    String url = "gproto+http://127.0.0.1:" + server.activeLocalPort();
    stub = GrpcClients.newClient(url, HealthGrpc.HealthBlockingStub.class);
  }

  private GrpcService make() {
    makings.incrementAndGet();
    return GrpcService.builder().addService(health).build();
  }

  @AfterEach
  void stop() {
    server.stop().join();
  }

  private HealthCheckResponse.ServingStatus call() {
    return stub.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .check(HealthCheckRequest.getDefaultInstance())
        .getStatus();
  }

  @Test
  void itIsMadeByTheFirstCallAndServesTheNext() {
    serve(this::make);
    assertThat(makings).hasValue(0);

    assertThat(call()).isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
    assertThat(call()).isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
    assertThat(makings).hasValue(1);
  }

  @Test
  void callsThatComeMeanwhileWaitForIt() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(1);
    serve(
        () -> {
          begun.countDown();
          await(told);
          return make();
        });

    List<CompletableFuture<HealthCheckResponse.ServingStatus>> calls = new ArrayList<>();
    calls.add(CompletableFuture.supplyAsync(this::call));
    await(begun);
    for (int i = 0; i < 10; i++) {
      calls.add(CompletableFuture.supplyAsync(this::call));
    }
    told.countDown();

    for (CompletableFuture<HealthCheckResponse.ServingStatus> one : calls) {
      assertThat(one.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
    }
    assertThat(makings).hasValue(1);
  }

  @Test
  void callsAreToldWhenItCannotBeMade() {
    serve(
        () -> {
          throw new NoClassDefFoundError("as if");
        });

    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(StatusRuntimeException.class)
          .isThrownBy(this::call)
          .withMessageNotContaining("DEADLINE");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nothing has happened");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
