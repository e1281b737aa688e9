package dev.leasehold.node.serve;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import dev.leasehold.node.authorise.Permission;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import java.util.Objects;

/**
 * One thing that callers can ask for, on every surface.
 *
 * @param prototype an empty request
 * @param plan what a request comes to
 */
record Operation(
    MethodDescriptor<Message, Message> rpc,
    Permission permission,
    Message prototype,
    Plan<Message> plan) {

  static <Q extends Message, R extends Message> Operation of(
      MethodDescriptor<Q, R> rpc, Permission permission, Plan<Q> plan) {
    PrototypeMarshaller<Q> marshaller = (PrototypeMarshaller<Q>) rpc.getRequestMarshaller();
    Q prototype = Objects.requireNonNull(marshaller.getMessagePrototype());
    @SuppressWarnings("unchecked")
    Class<Q> type = (Class<Q>) prototype.getClass();
    @SuppressWarnings("unchecked") // Requests reach it only by way of the prototype.
    MethodDescriptor<Message, Message> erased = (MethodDescriptor<Message, Message>) rpc;
    return new Operation(
        erased, permission, prototype, (caller, message) -> plan.of(caller, type.cast(message)));
  }

  /** The method as the proto file has it, with its options. */
  Descriptors.MethodDescriptor schema() {
    return ((ProtoMethodDescriptorSupplier) Objects.requireNonNull(rpc.getSchemaDescriptor()))
        .getMethodDescriptor();
  }
}
