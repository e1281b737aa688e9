package dev.leasehold.cli.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.leasehold.api.DurationText;
import dev.leasehold.api.MalformedDurationException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object. What is absent or of another kind reads as empty: servers may be newer. */
public final class Fields {

  private static final JsonFactory JSON = new JsonFactory();
  private static final Fields EMPTY = new Fields(Map.of());

  private final Map<String, Object> values;

  private Fields(Map<String, Object> values) {
    this.values = values;
  }

  /**
   * @throws IOException if it is no JSON object
   */
  public static Fields parse(String json) throws IOException {
    try (JsonParser parser = JSON.createParser(json)) {
      if (parser.nextToken() == JsonToken.START_OBJECT && value(parser) instanceof Fields fields) {
        return fields;
      }
      throw new IOException("no JSON object");
    }
  }

  /** The parser bounds depth and lengths by itself. */
  private static @Nullable Object value(JsonParser parser) throws IOException {
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> values = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          Object value = value(parser);
          if (value != null) {
            values.put(name, value);
          }
        }
        return new Fields(values);
      }
      case START_ARRAY -> {
        List<Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          Object value = value(parser);
          if (value != null) {
            values.add(value);
          }
        }
        return values;
      }
      case VALUE_NULL -> {
        return null;
      }
      default -> {
        return parser.getText();
      }
    }
  }

  /** Texts, numbers and truth values as they are written. */
  public String text(String name) {
    return values.get(name) instanceof String text ? text : "";
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public boolean isTrue(String name) {
    return text(name).equals("true");
  }

  public long number(String name) {
    try {
      return Long.parseLong(text(name));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  public @Nullable Instant time(String name) {
    try {
      return has(name) ? Instant.parse(text(name)) : null;
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /** The duration, or null if there is none; whether it is acceptable is the server's to say. */
  public @Nullable Duration duration(String name) {
    try {
      return DurationText.parse(text(name));
    } catch (MalformedDurationException e) {
      return null;
    }
  }

  public Fields object(String name) {
    return values.get(name) instanceof Fields fields ? fields : EMPTY;
  }

  public List<Fields> objects(String name) {
    List<Fields> objects = new ArrayList<>();
    if (values.get(name) instanceof List<?> list) {
      for (Object element : list) {
        if (element instanceof Fields fields) {
          objects.add(fields);
        }
      }
    }
    return objects;
  }

  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    if (values.get(name) instanceof List<?> list) {
      for (Object element : list) {
        if (element instanceof String text) {
          texts.add(text);
        }
      }
    }
    return texts;
  }

  /** The names of all fields, in the order of the document. */
  public List<String> names() {
    return List.copyOf(values.keySet());
  }
}
