package dev.leasehold.node.http.pages;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Schemas of OpenAPI in words, as markup with links to the types that they name. */
final class SchemaText {

  private static final String SCHEMAS = "#/components/schemas/";

  private SchemaText() {}

  static String type(@Nullable Object schema) {
    if (!(schema instanceof Map<?, ?> map)) {
      return "";
    }
    String reference = reference(map);
    if (!reference.isEmpty()) {
      return "<a href=\"#" + anchor(reference) + "\">" + HtmlPage.escaped(reference) + "</a>";
    }
    if (map.get("enum") instanceof List<?> values) {
      return values.stream()
          .map(value -> "<code>" + HtmlPage.escaped(value) + "</code>")
          .collect(Collectors.joining(", "));
    }
    if (map.get("items") != null) {
      return "list of " + type(map.get("items"));
    }
    if (map.get("additionalProperties") instanceof Map<?, ?> values) {
      return "map to " + type(values);
    }
    return plain(map);
  }

  private static String plain(Map<?, ?> schema) {
    if (schema.get("examples") != null) {
      return "duration";
    }
    return switch (Objects.toString(schema.get("format"), "")) {
      case "date-time" -> "time";
      case "int64" -> "64-bit integer";
      case "int32", "uint32" -> "integer";
      default -> Objects.toString(schema.get("type"), "").equals("boolean") ? "boolean" : "text";
    };
  }

  /** The name of the type that a schema refers to; empty if it is none. */
  static String reference(Map<?, ?> schema) {
    return Objects.toString(schema.get("$ref"), "").replace(SCHEMAS, "");
  }

  static String anchor(String type) {
    return "type-" + type;
  }

  static Map<?, ?> properties(@Nullable Object schema) {
    return schema instanceof Map<?, ?> map && map.get("properties") instanceof Map<?, ?> properties
        ? properties
        : Map.of();
  }

  /** The description of a JSON body: its schema, and an example if there is one. */
  static Map<?, ?> json(@Nullable Object body) {
    return body instanceof Map<?, ?> map
            && map.get("content") instanceof Map<?, ?> content
            && content.values().stream().findFirst().orElse(null) instanceof Map<?, ?> json
        ? json
        : Map.of();
  }

  /** The schema of what is answered when all is well. */
  static Map<?, ?> reply(Map<?, ?> described) {
    return described.get("responses") instanceof Map<?, ?> responses
            && json(responses.get("200")).get("schema") instanceof Map<?, ?> schema
        ? schema
        : Map.of();
  }
}
