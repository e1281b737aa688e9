package dev.leasehold.client.guard;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object: no name twice, nothing after it, not deeper than eight levels. Numbers
 * stay text until somebody needs one.
 */
record StrictJson(Map<String, @Nullable Object> fields) {

  private static final int MAX_DEPTH = 8;

  private record Figure(String text) {}

  static StrictJson parse(String text) {
    try (JsonReader in = new JsonReader(new StringReader(text))) {
      in.setStrictness(Strictness.STRICT);
      in.setNestingLimit(MAX_DEPTH);
      StrictJson read = new StrictJson(object(in));
      if (in.peek() != JsonToken.END_DOCUMENT) {
        throw new InvalidCertificateException("there is more than one JSON object");
      }
      return read;
    } catch (IOException | IllegalStateException e) {
      throw new InvalidCertificateException("it is not the JSON object that was expected", e);
    }
  }

  private static Map<String, @Nullable Object> object(JsonReader in) throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      String name = in.nextName();
      if (fields.containsKey(name)) {
        throw new InvalidCertificateException("a JSON object names a field twice");
      }
      fields.put(name, value(in));
    }
    in.endObject();
    return fields;
  }

  private static @Nullable Object value(JsonReader in) throws IOException {
    switch (in.peek()) {
      case BEGIN_OBJECT:
        return new StrictJson(object(in));
      case BEGIN_ARRAY:
        List<@Nullable Object> values = new ArrayList<>();
        in.beginArray();
        while (in.hasNext()) {
          values.add(value(in));
        }
        in.endArray();
        return values;
      case STRING:
        return in.nextString();
      case NUMBER:
        return new Figure(in.nextString());
      case BOOLEAN:
        return in.nextBoolean();
      default:
        in.nextNull();
        return null;
    }
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  private static InvalidCertificateException wrong(String name, String expected) {
    return new InvalidCertificateException("its " + name + " is not " + expected);
  }

  String string(String name) {
    if (fields.get(name) instanceof String text) {
      return text;
    }
    throw wrong(name, "a text");
  }

  /** A whole number, which may be written as a text, as 64-bit figures are on the wire. */
  long figure(String name) {
    Object value = fields.get(name);
    String text = value instanceof Figure figure ? figure.text() : string(name);
    return whole(name, text);
  }

  private static long whole(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw wrong(name, "a whole number");
    }
  }

  StrictJson object(String name) {
    if (fields.get(name) instanceof StrictJson inner) {
      return inner;
    }
    throw wrong(name, "an object");
  }

  private <T> List<T> list(String name, Class<T> type, String expected) {
    if (!(fields.get(name) instanceof List<?> values)) {
      throw wrong(name, "a list");
    }
    if (!values.stream().allMatch(type::isInstance)) {
      throw wrong(name, expected);
    }
    return values.stream().map(type::cast).toList();
  }

  List<String> strings(String name) {
    return list(name, String.class, "a list of texts");
  }

  List<Long> figures(String name) {
    return strings(name).stream().map(text -> whole(name, text)).toList();
  }

  List<StrictJson> objects(String name) {
    return list(name, StrictJson.class, "a list of objects");
  }
}
