package dev.leasehold.node.operation.codec;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Map;

/**
 * Refuses what protobuf's binary form lets pass: fields and values that this server does not know,
 * and NUL. Who asks for a heartbeat or a budget must not get a lease without it.
 */
public final class SchemaCheck {

  private SchemaCheck() {}

  public static void check(Message message) throws MalformedInput {
    if (!message.getUnknownFields().asMap().isEmpty()) {
      int number = message.getUnknownFields().asMap().keySet().iterator().next();
      throw MalformedInput.of("#" + number, "there is no field of this number");
    }
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      try {
        checkField(field.getKey(), field.getValue());
      } catch (MalformedInput e) {
        throw e.in(field.getKey().getJsonName());
      }
    }
  }

  private static void checkField(FieldDescriptor field, Object value) throws MalformedInput {
    if (!field.isRepeated()) {
      checkValue(value);
      return;
    }
    List<?> elements = (List<?>) value;
    for (int i = 0; i < elements.size(); i++) {
      try {
        checkValue(elements.get(i));
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
