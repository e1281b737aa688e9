package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.operation.Operation;
import io.grpc.Status;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;

/** Single gRPC calls, written and read without stubs. */
public final class GrpcWire implements Wire {

  /** The statuses that clients of gRPC tell refusals by. */
  private static final Map<String, Status.Code> STATUSES =
      Map.ofEntries(
          Map.entry("INVALID_INPUT", Status.Code.INVALID_ARGUMENT),
          Map.entry("INVALID_LEASE_STATE", Status.Code.INVALID_ARGUMENT),
          Map.entry("INVALID_RELEASE_REASON", Status.Code.INVALID_ARGUMENT),
          Map.entry("RENEWAL_DOES_NOT_EXTEND", Status.Code.FAILED_PRECONDITION),
          Map.entry("UNAUTHENTICATED", Status.Code.UNAUTHENTICATED),
          Map.entry("FORBIDDEN", Status.Code.PERMISSION_DENIED),
          Map.entry("NOT_HOLDER", Status.Code.PERMISSION_DENIED),
          Map.entry("NOT_FOUND", Status.Code.NOT_FOUND),
          Map.entry("LEASE_NOT_FOUND", Status.Code.NOT_FOUND),
          Map.entry("ACQUISITION_TIMEOUT", Status.Code.DEADLINE_EXCEEDED),
          Map.entry("QUOTA_EXCEEDED", Status.Code.RESOURCE_EXHAUSTED),
          Map.entry("ALREADY_LEASED", Status.Code.ABORTED),
          Map.entry("SCOPE_OVERLAP", Status.Code.ABORTED),
          Map.entry("DEADLOCK", Status.Code.ABORTED),
          Map.entry("LEASE_ALREADY_EXISTS", Status.Code.ALREADY_EXISTS),
          Map.entry("LEASE_ALREADY_TERMINAL", Status.Code.FAILED_PRECONDITION),
          Map.entry("LEASE_EVICTED", Status.Code.FAILED_PRECONDITION),
          Map.entry("LEASE_EXPIRED", Status.Code.FAILED_PRECONDITION),
          Map.entry("LEASE_REVOKED", Status.Code.FAILED_PRECONDITION),
          Map.entry("LEASE_VIOLATION", Status.Code.FAILED_PRECONDITION),
          Map.entry("MAX_RENEWALS_EXCEEDED", Status.Code.FAILED_PRECONDITION),
          Map.entry("NOT_RENEWABLE", Status.Code.FAILED_PRECONDITION),
          Map.entry("NOT_TRANSFERABLE", Status.Code.FAILED_PRECONDITION),
          Map.entry("STALE_EPOCH", Status.Code.FAILED_PRECONDITION),
          Map.entry("FUTURE_EPOCH", Status.Code.FAILED_PRECONDITION),
          Map.entry("BUDGET_EXHAUSTED", Status.Code.FAILED_PRECONDITION),
          Map.entry("INSUFFICIENT_BUDGET", Status.Code.FAILED_PRECONDITION));

  private static final int FRAME_HEAD_BYTES = 5;

  private final ClientFactory connections = ClientFactory.builder().build();
  private final WebClient client;

  public GrpcWire(String url) {
    this.client =
        WebClient.builder(url.replace("http://", "h2c://"))
            .factory(connections)
            .responseTimeoutMillis(0)
            .maxResponseLength(0)
            .build();
  }

  @Override
  public Sent send(String token, Message request) {
    Operation operation = WireOperations.of(request);
    RequestHeadersBuilder headers =
        RequestHeaders.builder(HttpMethod.POST, "/" + operation.rpc().getFullMethodName())
            .set("content-type", "application/grpc")
            .set("te", "trailers");
    if (!token.isEmpty()) {
      headers.set("authorization", "Bearer " + token);
    }
    byte[] bytes = request.toByteArray();
    ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD_BYTES + bytes.length);
    frame.put((byte) 0).putInt(bytes.length).put(bytes);
    HttpResponse response =
        client.execute(HttpRequest.of(headers.build(), HttpData.wrap(frame.array())));
    return new Sent(
        response.aggregate().thenApply(answer -> message(operation, answer)), response::abort);
  }

  private static Message message(Operation operation, AggregatedHttpResponse response) {
    try {
      String status = trailer(response, "grpc-status");
      return status.equals("0")
          ? reply(operation, response.content().array())
          : problem(response, Integer.parseInt(status));
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private static Message reply(Operation operation, byte[] content)
      throws InvalidProtocolBufferException {
    ByteBuffer frame = ByteBuffer.wrap(content);
    assertThat(frame.get()).as("compressed").isZero();
    assertThat(frame.getInt()).isEqualTo(frame.remaining());
    return WireOperations.reply(operation).newBuilderForType().mergeFrom(bytesOf(frame)).build();
  }

  private static byte[] bytesOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static Problem problem(AggregatedHttpResponse response, int status)
      throws InvalidProtocolBufferException {
    byte[] details = Base64.getDecoder().decode(trailer(response, "grpc-status-details-bin"));
    Problem problem = com.google.rpc.Status.parseFrom(details).getDetails(0).unpack(Problem.class);
    assertStatus(Status.fromCodeValue(status), problem);
    assertThat(trailer(response, "grpc-message")).startsWith(problem.getCode() + ": ");
    return problem;
  }

  static void assertStatus(Status status, Problem problem) {
    assertThat(status.getCode()).as(problem.getCode()).isEqualTo(STATUSES.get(problem.getCode()));
  }

  /** Stands among the headers of an answer that consists of nothing else. */
  private static String trailer(AggregatedHttpResponse response, String name) {
    String value = response.trailers().get(name);
    return value != null ? value : response.headers().get(name, "");
  }

  @Override
  public void close() {
    connections.close();
  }
}
