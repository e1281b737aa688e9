package dev.leasehold.node.wire;

import com.google.protobuf.Message;
import dev.leasehold.node.operation.Operation;
import dev.leasehold.node.operation.Operations;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import java.util.Objects;

/** Operations by the messages that they take and give. */
final class WireOperations {

  private WireOperations() {}

  static Operation of(Message request) {
    return Objects.requireNonNull(Operations.of(request), "no operation takes it");
  }

  /** An empty reply. */
  static Message reply(Operation operation) {
    return Objects.requireNonNull(
        ((PrototypeMarshaller<Message>) operation.rpc().getResponseMarshaller())
            .getMessagePrototype());
  }
}
