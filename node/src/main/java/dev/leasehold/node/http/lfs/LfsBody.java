package dev.leasehold.node.http.lfs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.leasehold.node.operation.codec.FieldText;
import dev.leasehold.node.operation.codec.JsonReader;
import dev.leasehold.node.operation.codec.MalformedInput;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The plain values at the top of a body. Fields that mean nothing here are passed over: the API
 * says that more will come. Names that differ in case alone are refused, for some servers that a
 * body is forwarded to take them for the same.
 *
 * @param values texts, numbers and booleans as text, by name
 */
record LfsBody(Map<String, String> values) {

  private static final int MAX_DEPTH = 16;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  /** An empty body says nothing. */
  static LfsBody read(byte[] body) throws MalformedInput {
    Map<String, String> values = new TreeMap<>();
    if (body.length > 0) {
      char[] text = JsonReader.decode(body);
      try (JsonParser parser = FACTORY.createParser(text)) {
        readObject(parser, values);
      } catch (JsonProcessingException e) {
        throw MalformedInput.of("body", "it is not valid JSON");
      } catch (IOException e) {
        throw new IllegalStateException("reading from memory cannot fail", e);
      }
    }
    return new LfsBody(values);
  }

  private static void readObject(JsonParser parser, Map<String, String> values)
      throws IOException, MalformedInput {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw MalformedInput.of("body", "it must be a JSON object");
    }
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      if (!names.add(name)) {
        throw MalformedInput.of(
            FieldText.checked(name), "it is there twice, in capitals and small letters");
      }
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
        parser.skipChildren();
      } else if (token != JsonToken.VALUE_NULL) {
        values.put(name, FieldText.checked(parser.getText()));
      }
    }
    if (parser.nextToken() != null) {
      throw MalformedInput.of("body", "it goes on after its JSON object");
    }
  }

  /** The value of a field; empty if it is not there. */
  String value(String name) {
    return values.getOrDefault(name, "");
  }

  boolean isTrue(String name) throws MalformedInput {
    return switch (value(name)) {
      case "true" -> true;
      case "false", "" -> false;
      default -> throw MalformedInput.of(name, "expected true or false");
    };
  }
}
