package dev.leasehold.client.workflows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies what an action carries, so that nobody can change it afterwards. */
final class Payload {

  private static final int MAX_DEPTH = 32;

  private static final int MAX_VALUES = 100_000;

  private int values;

  private Payload() {}

  /**
   * A copy of maps, lists, texts, numbers, booleans and nulls.
   *
   * @throws IllegalArgumentException if there is anything else in it, or too much
   */
  static Map<String, Object> frozen(Map<?, ?> payload) {
    return new Payload().map(payload, 1);
  }

  private @Nullable Object value(@Nullable Object value, int depth) {
    if (++values > MAX_VALUES || depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "payload has at most " + MAX_VALUES + " values, " + MAX_DEPTH + " deep");
    }
    if (value instanceof Map<?, ?> map) {
      return map(map, depth + 1);
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(value(element, depth + 1)));
      return Collections.unmodifiableList(copy);
    }
    if (value == null || value instanceof String || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Number number) {
      return number(number);
    }
    throw new IllegalArgumentException(
        "payload has maps, lists, texts, numbers and booleans, not " + value.getClass().getName());
  }

  /** The number itself if immutable, else its value. One without any, such as NaN, is refused. */
  private static Number number(Number number) {
    boolean plain =
        number instanceof Integer
            || number instanceof Long
            || number instanceof Short
            || number instanceof Byte
            || number.getClass() == BigInteger.class
            || number.getClass() == BigDecimal.class
            || number instanceof Double value && Double.isFinite(value)
            || number instanceof Float single && Float.isFinite(single);
    try {
      return plain ? number : new BigDecimal(number.toString());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("payload has a number that is none: " + number, e);
    }
  }

  @SuppressWarnings("NullAway") // JSON has nulls, and whoever reads a payload expects them.
  private Map<String, Object> map(Map<?, ?> map, int depth) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          if (!(key instanceof String name)) {
            throw new IllegalArgumentException("payload has texts as keys, not " + key);
          }
          copy.put(name, value(value, depth));
        });
    return Collections.unmodifiableMap(copy);
  }
}
