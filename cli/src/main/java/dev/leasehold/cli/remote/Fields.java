package dev.leasehold.cli.remote;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.leasehold.api.DurationText;
import dev.leasehold.api.MalformedDurationException;
import dev.leasehold.cli.terminal.RelativeTime;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object. A field that is absent or of another kind reads as empty: servers may be newer.
 */
public final class Fields {

  private static final Fields EMPTY = new Fields(new JsonObject());

  private final JsonObject object;

  Fields(JsonObject object) {
    this.object = object;
  }

  /**
   * Reads one object; the reader bounds its depth by itself.
   *
   * @throws MalformedJsonException if it is no JSON object
   */
  public static Fields parse(String json) throws IOException {
    JsonReader reader = new JsonReader(new StringReader(json));
    reader.setStrictness(Strictness.STRICT);
    try {
      if (JsonParser.parseReader(reader) instanceof JsonObject object
          && reader.peek() == JsonToken.END_DOCUMENT) {
        return new Fields(object);
      }
    } catch (JsonParseException e) {
      throw new MalformedJsonException("no JSON object", e);
    }
    throw new MalformedJsonException("no JSON object");
  }

  JsonObject json() {
    return object;
  }

  /** Texts, numbers and truth values as they are written. */
  public String text(String name) {
    return object.get(name) instanceof JsonPrimitive value ? value.getAsString() : "";
  }

  public boolean has(String name) {
    return object.has(name) && !object.get(name).isJsonNull();
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

  /** The time as people say it, such as "2 h ago", or other words if there is none. */
  public String when(String name, Instant now, String otherwise) {
    Instant time = time(name);
    return time == null ? otherwise : RelativeTime.of(time, now);
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
    return object.get(name) instanceof JsonObject inner ? new Fields(inner) : EMPTY;
  }

  public List<Fields> objects(String name) {
    List<Fields> objects = new ArrayList<>();
    for (JsonElement element : array(name)) {
      if (element instanceof JsonObject inner) {
        objects.add(new Fields(inner));
      }
    }
    return objects;
  }

  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (JsonElement element : array(name)) {
      if (element instanceof JsonPrimitive value) {
        texts.add(value.getAsString());
      }
    }
    return texts;
  }

  private JsonArray array(String name) {
    return object.get(name) instanceof JsonArray array ? array : new JsonArray();
  }

  /** The names of all fields, in the order of the document. */
  public List<String> names() {
    return object.keySet().stream().filter(this::has).toList();
  }
}
