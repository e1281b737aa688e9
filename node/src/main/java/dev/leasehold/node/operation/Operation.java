package dev.leasehold.node.operation;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import dev.leasehold.node.authorise.Permission;
import dev.leasehold.node.operation.translate.Plan;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import java.util.Objects;

/**
 * One operation of the API, the same on HTTP, on gRPC and on the stream.
 *
 * @param prototype an empty request
 * @param translation of requests, which are of the prototype's type
 */
public record Operation(
    MethodDescriptor<Message, Message> rpc,
    Permission permission,
    Message prototype,
    Translation<Message> translation) {

  /** An operation that is one command. */
  static <Q extends Message, R extends Message> Operation command(
      MethodDescriptor<Q, R> rpc, Permission permission, Translation.ToCommand<Q> translation) {
    return plan(
        rpc, permission, (request, caller, context) -> Plan.submit(translation.command(request)));
  }

  /** An operation that is carried out as its translation plans. */
  static <Q extends Message, R extends Message> Operation plan(
      MethodDescriptor<Q, R> rpc, Permission permission, Translation<Q> translation) {
    PrototypeMarshaller<Q> marshaller = (PrototypeMarshaller<Q>) rpc.getRequestMarshaller();
    Q prototype = Objects.requireNonNull(marshaller.getMessagePrototype());
    @SuppressWarnings("unchecked")
    Class<Q> type = (Class<Q>) prototype.getClass();
    @SuppressWarnings("unchecked") // Requests reach it only by way of the prototype.
    MethodDescriptor<Message, Message> erased = (MethodDescriptor<Message, Message>) rpc;
    return new Operation(
        erased,
        permission,
        prototype,
        (request, caller, context) -> translation.plan(type.cast(request), caller, context));
  }

  /** The method as the proto file has it, with its options. */
  public Descriptors.MethodDescriptor schema() {
    return ((ProtoMethodDescriptorSupplier) Objects.requireNonNull(rpc.getSchemaDescriptor()))
        .getMethodDescriptor();
  }
}
