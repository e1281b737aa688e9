package dev.leasehold.node.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Message;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.StreamReply;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.node.operation.problem.Redaction;
import dev.leasehold.node.operation.translate.Answer;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Takes requests out of the stream's messages, and puts replies into them. */
final class StreamMessages {

  private static final OneofDescriptor REQUEST = StreamRequest.getDescriptor().getOneofs().get(0);

  private static final Map<Descriptor, FieldDescriptor> OUTCOMES =
      StreamReply.getDescriptor().getOneofs().get(0).getFields().stream()
          .collect(
              Collectors.toUnmodifiableMap(FieldDescriptor::getMessageType, Function.identity()));

  private StreamMessages() {}

  /** The request inside; null if this server knows none. Most requests are one of three. */
  static @Nullable Message request(StreamRequest request) {
    return switch (request.getRequestCase()) {
      case ACQUIRE -> request.getAcquire();
      case RELEASE -> request.getRelease();
      case RENEW -> request.getRenew();
      case REQUEST_NOT_SET -> null;
      default ->
          (Message)
              request.getField(Objects.requireNonNull(request.getOneofFieldDescriptor(REQUEST)));
    };
  }

  static StreamReply reply(long correlation, Answer answer) {
    StreamReply.Builder reply = StreamReply.newBuilder().setCorrelation(correlation);
    switch (answer) {
      case Answer.Success(Lease lease) -> reply.setLease(lease);
      case Answer.Success(Message other) -> reply.setField(outcome(other), other);
      case Answer.Refused refused -> reply.setProblem(Redaction.of(refused.problem()));
    }
    return reply.build();
  }

  private static FieldDescriptor outcome(Message message) {
    return Objects.requireNonNull(
        OUTCOMES.get(message.getDescriptorForType()), "a reply that has no place on the stream");
  }
}
