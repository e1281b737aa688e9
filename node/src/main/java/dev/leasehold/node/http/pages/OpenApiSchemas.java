package dev.leasehold.node.http.pages;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Messages as JSON schemas, with the forms that {@code JsonReader} and {@code JsonWriter} have. */
final class OpenApiSchemas {

  private final SchemaComments comments;
  private final Map<String, Object> components = new TreeMap<>();

  OpenApiSchemas(SchemaComments comments) {
    this.comments = comments;
  }

  /** All that was referred to, by name. */
  Map<String, Object> components() {
    return components;
  }

  /** A reference to a message that the server sends. */
  Map<String, Object> reply(Descriptor message) {
    return reference(message, false);
  }

  /**
   * A message that the server takes, and nothing beside it.
   *
   * @param elsewhere fields that do not come in the body
   */
  Map<String, Object> body(Descriptor message, Set<FieldDescriptor> elsewhere) {
    Map<String, Object> schema = object(message, elsewhere, true);
    schema.put("additionalProperties", false);
    return schema;
  }

  private Map<String, Object> reference(Descriptor message, boolean taken) {
    String name = message.getName() + (taken ? "Input" : "");
    if (!components.containsKey(name)) {
      components.put(name, Map.of()); // for those that contain themselves
      components.put(name, object(message, Set.of(), taken));
    }
    return Map.of("$ref", "#/components/schemas/" + name);
  }

  private Map<String, Object> object(
      Descriptor message, Set<FieldDescriptor> without, boolean taken) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (FieldDescriptor field : message.getFields()) {
      if (!without.contains(field)) {
        properties.put(field.getJsonName(), described(field, ofField(field, taken)));
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    describe(schema, comments.of(message.getFullName()));
    schema.put("properties", properties);
    return schema;
  }

  private Map<String, Object> described(FieldDescriptor field, Map<String, Object> schema) {
    Map<String, Object> whole = new LinkedHashMap<>(schema);
    describe(whole, comments.of(field.getFullName()));
    return whole;
  }

  static void describe(Map<String, Object> schema, String comment) {
    if (!comment.isEmpty()) {
      schema.put("description", comment);
    }
  }

  /** The schema of a field as it is in a query, a path or a body. */
  Map<String, Object> ofField(FieldDescriptor field, boolean taken) {
    if (field.isMapField()) {
      FieldDescriptor value = field.getMessageType().findFieldByNumber(2);
      return Map.of("type", "object", "additionalProperties", ofValue(value, taken));
    }
    return field.isRepeated()
        ? Map.of("type", "array", "items", ofValue(field, taken))
        : ofValue(field, taken);
  }

  private Map<String, Object> ofValue(FieldDescriptor field, boolean taken) {
    return switch (field.getType()) {
      case STRING -> Map.of("type", "string");
      case BOOL -> Map.of("type", "boolean");
      case INT32 -> Map.of("type", "integer", "format", "int32");
      case UINT32 -> Map.of("type", "integer", "format", "uint32");
      case INT64 ->
          Map.of("type", taken ? List.of("string", "integer") : "string", "format", "int64");
      case ENUM -> Map.of("type", "string", "enum", names(field.getEnumType()));
      case MESSAGE -> ofMessage(field.getMessageType(), taken);
      default -> throw new IllegalStateException(field.getFullName() + " has no JSON form");
    };
  }

  private Map<String, Object> ofMessage(Descriptor message, boolean taken) {
    if (message.equals(Duration.getDescriptor())) {
      return Map.of(
          "type", "string", "examples", taken ? List.of("300s", "1h30m") : List.of("1.5s"));
    }
    if (message.equals(Timestamp.getDescriptor())) {
      return Map.of("type", "string", "format", "date-time");
    }
    return reference(message, taken);
  }

  private static List<String> names(EnumDescriptor type) {
    return type.getValues().stream()
        .filter(value -> value.getNumber() != 0)
        .map(EnumValueDescriptor::getName)
        .toList();
  }
}
