package dev.leasehold.cli.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON object of a request. What is null or empty is left out. */
public final class Body {

  private final Map<String, Object> values = new LinkedHashMap<>();

  public Body with(String name, @Nullable Object value) {
    boolean empty =
        value == null
            || value.equals("")
            || (value instanceof List<?> list && list.isEmpty())
            || (value instanceof Map<?, ?> map && map.isEmpty());
    if (!empty && value != null) {
      values.put(name, value);
    }
    return this;
  }

  /** The same object without this field. */
  public Body without(String name) {
    Body other = new Body();
    other.values.putAll(values);
    other.values.remove(name);
    return other;
  }

  public String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
      write(generator, values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator generator, Object value) throws IOException {
    switch (value) {
      case Map<?, ?> map -> {
        generator.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          generator.writeFieldName(entry.getKey().toString());
          write(generator, entry.getValue());
        }
        generator.writeEndObject();
      }
      case List<?> list -> {
        generator.writeStartArray();
        for (Object element : list) {
          write(generator, element);
        }
        generator.writeEndArray();
      }
      case Boolean truth -> generator.writeBoolean(truth);
      case Integer number -> generator.writeNumber(number);
      case Long number -> generator.writeNumber(number);
      case Duration duration -> generator.writeString(duration.toMillis() + "ms");
      default -> generator.writeString(value.toString());
    }
  }
}
