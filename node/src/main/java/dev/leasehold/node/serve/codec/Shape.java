package dev.leasehold.node.serve.codec;

import com.fasterxml.jackson.core.io.SerializedString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The fields of a message type under their JSON names. */
final class Shape {

  record Field(FieldDescriptor descriptor, SerializedString name) {}

  private static final Map<Descriptor, Shape> KNOWN = new ConcurrentHashMap<>();

  private final List<Field> fields;
  private final Map<String, FieldDescriptor> byName = new HashMap<>();

  private Shape(Descriptor type) {
    fields =
        type.getFields().stream()
            .map(field -> new Field(field, new SerializedString(field.getJsonName())))
            .toList();
    type.getFields().forEach(field -> byName.put(field.getJsonName(), field));
  }

  static Shape of(Descriptor type) {
    Shape known = KNOWN.get(type);
    return known != null ? known : KNOWN.computeIfAbsent(type, Shape::new);
  }

  List<Field> fields() {
    return fields;
  }

  @Nullable FieldDescriptor field(String name) {
    return byName.get(name);
  }
}
