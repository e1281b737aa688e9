package dev.leasehold.node.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps with text keys, collections, texts, booleans, whole numbers and null as JSON. */
public final class PlainJson {

  private static final JsonFactory FACTORY = new JsonFactory();

  private PlainJson() {}

  public static String text(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      write(out, value);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return text.toString();
  }

  public static void write(JsonGenerator out, @Nullable Object value) throws IOException {
    switch (value) {
      case null -> out.writeNull();
      case Map<?, ?> map -> {
        out.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          out.writeFieldName((String) entry.getKey());
          write(out, entry.getValue());
        }
        out.writeEndObject();
      }
      case Collection<?> list -> {
        out.writeStartArray();
        for (Object element : list) {
          write(out, element);
        }
        out.writeEndArray();
      }
      case Boolean flag -> out.writeBoolean(flag);
      case Integer number -> out.writeNumber(number);
      case Number number -> out.writeNumber(number.longValue());
      default -> out.writeString(value.toString());
    }
  }

  /** Reads text that was written here, without null; whole numbers become long ones. */
  public static Object read(String text) {
    try (JsonParser in = FACTORY.createParser(text)) {
      return read(in, in.nextToken());
    } catch (IOException e) {
      throw new IllegalArgumentException("no JSON that was written here: " + text, e);
    }
  }

  private static Object read(JsonParser in, @Nullable JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
          String name = in.currentName();
          map.put(name, read(in, in.nextToken()));
        }
        yield map;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        for (JsonToken next = in.nextToken(); next != JsonToken.END_ARRAY; next = in.nextToken()) {
          list.add(read(in, next));
        }
        yield list;
      }
      case VALUE_STRING -> in.getText();
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case null, default -> throw new IOException("nothing of this kind was written");
    };
  }
}
