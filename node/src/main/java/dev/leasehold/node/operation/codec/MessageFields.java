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

  private MessageFields(Descriptor type) {
    fields = type.getFields().stream().map(Field::of).toList();
    type.getFields().forEach(field -> byName.put(field.getJsonName(), field));
  }

  static MessageFields of(Descriptor type) {
    MessageFields known = KNOWN.get(type);
    return known != null ? known : KNOWN.computeIfAbsent(type, MessageFields::new);
  }

  List<Field> fields() {
    return fields;
  }

  @Nullable FieldDescriptor field(String name) {
    return byName.get(name);
  }
}
