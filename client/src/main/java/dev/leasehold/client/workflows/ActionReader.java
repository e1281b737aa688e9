package dev.leasehold.client.workflows;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads an action that has come from elsewhere: nothing is guessed, nothing unknown is passed over.
 */
record ActionReader(Map<String, ?> map) {

  private static final Set<String> FIELDS =
      Set.of(
          "action_id",
          "type",
          "target",
          "payload",
          "dependencies",
          "priority",
          "timeout_ms",
          "lease_id",
          "epoch",
          "fence_path",
          "retries");

  Action read() {
    Set<String> unknown = new TreeSet<>(map.keySet());
    unknown.removeAll(FIELDS);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("an action has no field " + unknown.iterator().next());
    }
    return new Action(
        id("action_id", text("action_id", given("action_id"))),
        type(text("type", given("type"))),
        text("target", given("target")),
        Payload.frozen(payload(given("payload"))),
        list("dependencies", element -> id("dependencies", text("dependencies", element))),
        integer("priority"),
        Duration.ofMillis(number("timeout_ms", given("timeout_ms"))),
        text("lease_id", given("lease_id")),
        number("epoch", given("epoch")),
        list("fence_path", element -> number("fence_path", element)),
        integer("retries"));
  }

  private Object given(String field) {
    Object value = map.get(field);
    if (value == null) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return value;
  }

  private static Map<?, ?> payload(Object value) {
    if (value instanceof Map<?, ?> fields) {
      return fields;
    }
    throw new IllegalArgumentException("payload is not a map");
  }

  private static String text(String field, @Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(field + " is not a text");
  }

  /** A whole number, however the library at hand represents it. */
  private static long number(String field, @Nullable Object value) {
    if (value instanceof Number number) {
      try {
        return new BigDecimal(number.toString()).longValueExact();
      } catch (ArithmeticException | NumberFormatException e) {
        throw new IllegalArgumentException(field + " is not a whole number: " + value, e);
      }
    }
    throw new IllegalArgumentException(field + " is not a number");
  }

  private int integer(String field) {
    long number = number(field, given(field));
    if (number != (int) number) {
      throw new IllegalArgumentException(field + " is out of bounds: " + number);
    }
    return (int) number;
  }

  private static UUID id(String field, String text) {
    try {
      UUID id = UUID.fromString(text);
      if (id.toString().equalsIgnoreCase(text)) {
        return id;
      }
    } catch (IllegalArgumentException e) {
      // The error is thrown below.
    }
    throw new IllegalArgumentException(field + " is not a UUID");
  }

  private static Action.Type type(String text) {
    for (Action.Type type : Action.Type.values()) {
      if (type.text().equals(text)) {
        return type;
      }
    }
    throw new IllegalArgumentException("type is compute, effect, reduce, orchestrate or custom");
  }

  private <T> List<T> list(String field, Function<@Nullable Object, T> element) {
    if (given(field) instanceof List<?> list) {
      List<T> read = new ArrayList<>();
      list.forEach(value -> read.add(element.apply(value)));
      return read;
    }
    throw new IllegalArgumentException(field + " is not a list");
  }
}
