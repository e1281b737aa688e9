package dev.leasehold.cli.remote;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON object of a request. Null and empty values are left out. */
public final class Body {

  private final JsonObject object;

  public Body() {
    this(new JsonObject());
  }

  private Body(JsonObject object) {
    this.object = object;
  }

  public Body with(String name, @Nullable Object value) {
    boolean empty =
        value == null
            || value.equals("")
            || (value instanceof List<?> list && list.isEmpty())
            || (value instanceof Map<?, ?> map && map.isEmpty());
    if (!empty && value != null) {
      object.add(name, element(value));
    }
    return this;
  }

  /** A list that is told also if it is empty. */
  public Body withList(String name, List<?> list) {
    object.add(name, element(list));
    return this;
  }

  /** A copy without this field. */
  public Body without(String name) {
    JsonObject other = object.deepCopy();
    other.remove(name);
    return new Body(other);
  }

  public String json() {
    return object.toString();
  }

  Fields fields() {
    return new Fields(object);
  }

  private static JsonElement element(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        JsonObject inner = new JsonObject();
        map.forEach((name, element) -> inner.add(name.toString(), element(element)));
        yield inner;
      }
      case List<?> list -> {
        JsonArray array = new JsonArray();
        list.forEach(element -> array.add(element(element)));
        yield array;
      }
      case Fields fields -> fields.json();
      case Boolean truth -> new JsonPrimitive(truth);
      case Number number -> new JsonPrimitive(number);
      case Duration duration -> new JsonPrimitive(duration.toMillis() + "ms");
      default -> new JsonPrimitive(value.toString());
    };
  }
}
