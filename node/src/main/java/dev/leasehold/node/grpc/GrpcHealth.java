package dev.leasehold.node.grpc;

import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.stub.StreamObserver;
import java.util.function.BooleanSupplier;

/** The readiness of /readyz as gRPC's own health service. All services are ready together. */
final class GrpcHealth extends HealthGrpc.HealthImplBase {

  private final BooleanSupplier ready;

  GrpcHealth(BooleanSupplier ready) {
    this.ready = ready;
  }

  @Override
  public void check(
      HealthCheckRequest request, StreamObserver<HealthCheckResponse> responseObserver) {
    responseObserver.onNext(
        HealthCheckResponse.newBuilder()
            .setStatus(
                ready.getAsBoolean()
                    ? HealthCheckResponse.ServingStatus.SERVING
                    : HealthCheckResponse.ServingStatus.NOT_SERVING)
            .build());
    responseObserver.onCompleted();
  }
}
