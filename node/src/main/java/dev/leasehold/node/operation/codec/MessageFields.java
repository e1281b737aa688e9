package dev.leasehold.node.operation.codec;

import com.fasterxml.jackson.core.io.SerializedString;
import com.google.api.FieldBehavior;
import com.google.api.FieldBehaviorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The fields of a message type under their JSON names. */
final class MessageFields {

  /**
   * @param shownEmpty whether a list or a map is there in a reply even if there is nothing in it
   */
  record Field(FieldDescriptor descriptor, SerializedString name, boolean shownEmpty) {
    static Field of(FieldDescriptor field) {
      return new Field(field, new SerializedString(field.getJsonName()), isShownEmpty(field));
    }

    private static boolean isShownEmpty(FieldDescriptor field) {
      boolean isOptional =
          field
              .getOptions()
              .getExtension(FieldBehaviorProto.fieldBehavior)
              .contains(FieldBehavior.OPTIONAL);
      boolean isOfTexts =
          field.isMapField()
              && field.getMessageType().findFieldByNumber(2).getJavaType() == JavaType.STRING;
      return !isOptional && !isOfTexts;
    }
  }

  private static final Map<Descriptor, MessageFields> KNOWN = new ConcurrentHashMap<>();

  private final List<Field> fields;
  private final Map<String, FieldDescriptor> byName = new HashMap<>();
  private final List<FieldDescriptor> checked;

  private MessageFields(Descriptor type) {
    fields = type.getFields().stream().map(Field::of).toList();
    type.getFields().forEach(field -> byName.put(field.getJsonName(), field));
    checked = type.getFields().stream().filter(MessageFields::isChecked).sorted().toList();
  }

  /** Whether a field can hold what protobuf takes and Leasehold refuses. Numbers cannot. */
  private static boolean isChecked(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case STRING, ENUM, MESSAGE -> true;
      case INT, LONG, FLOAT, DOUBLE, BOOLEAN, BYTE_STRING -> false;
    };
  }

  static MessageFields of(Descriptor type) {
    MessageFields known = KNOWN.get(type);
    return known != null ? known : KNOWN.computeIfAbsent(type, MessageFields::new);
  }

  /** The fields that {@link SchemaCheck} looks at, by their numbers. */
  List<FieldDescriptor> checked() {
    return checked;
  }

  List<Field> fields() {
    return fields;
  }

  @Nullable FieldDescriptor field(String name) {
    return byName.get(name);
  }
}
