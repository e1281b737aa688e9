package dev.leasehold.node.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.operation.Operation;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/** Any operation over gRPC, without its stub. */
public final class GrpcFrames {

  private GrpcFrames() {}

  /**
   * @param token empty for none
   * @return empty if it succeeds
   */
  public static Optional<Problem> call(
      ServedNode node, Operation operation, String token, Message request) {
    RequestHeadersBuilder headers =
        RequestHeaders.builder(HttpMethod.POST, "/" + operation.rpc().getFullMethodName())
            .set("content-type", "application/grpc")
            .set("te", "trailers");
    if (!token.isEmpty()) {
      headers.set("authorization", "Bearer " + token);
    }
    byte[] bytes = request.toByteArray();
    byte[] frame =
        ByteBuffer.allocate(5 + bytes.length).put((byte) 0).putInt(bytes.length).put(bytes).array();
    AggregatedHttpResponse response =
        WebClient.of("h2c://" + node.url().substring("http://".length()))
            .blocking()
            .execute(HttpRequest.of(headers.build(), HttpData.wrap(frame)));
    return problem(response);
  }

  private static Optional<Problem> problem(AggregatedHttpResponse response) {
    String details = response.headers().get("grpc-status-details-bin");
    details = details != null ? details : response.trailers().get("grpc-status-details-bin");
    if (details == null) {
      return Optional.empty();
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(details);
      Any detail = com.google.rpc.Status.parseFrom(decoded).getDetails(0);
      return Optional.of(detail.unpack(Problem.class));
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
