package dev.leasehold.node.operation.codec;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;

/**
 * Refuses what protobuf's binary form lets pass: fields and values that this server does not know,
 * and NUL. A request for a heartbeat or a budget must not be answered with a lease without it.
 */
public final class SchemaCheck {

  private SchemaCheck() {}

  public static void check(Message message) throws MalformedInput {
    if (!message.getUnknownFields().isEmpty()) {
      int number = message.getUnknownFields().asMap().keySet().iterator().next();
      throw MalformedInput.of("#" + number, "there is no field of this number");
    }
    for (FieldDescriptor field : MessageFields.of(message.getDescriptorForType()).checked()) {
      try {
        checkField(message, field);
      } catch (MalformedInput e) {
        throw e.in(field.getJsonName());
      }
    }
  }

  private static void checkField(Message message, FieldDescriptor field) throws MalformedInput {
    if (!field.isRepeated()) {
      if (message.hasField(field)) {
        checkValue(message.getField(field));
      }
      return;
    }
    int count = message.getRepeatedFieldCount(field);
    for (int i = 0; i < count; i++) {
      try {
        checkValue(message.getRepeatedField(field, i));
      } catch (MalformedInput e) {
        throw e.in(i);
      }
    }
  }

  private static void checkValue(Object value) throws MalformedInput {
    switch (value) {
      case String text -> FieldText.checked(text);
      case EnumValueDescriptor known when known.getIndex() >= 0 && known.getNumber() != 0 -> {}
      case EnumValueDescriptor unknown -> throw FieldText.unknownValue(unknown.getType());
      case Message message -> check(message);
      default -> {}
    }
  }
}
