package dev.leasehold.node.tables;

import dev.leasehold.node.json.PlainJson;
import java.util.Map;

/**
 * Text of columns that hold more than one value. In Java these are maps with text keys, lists,
 * texts, booleans and 64-bit numbers.
 */
public final class JsonColumn {

  private JsonColumn() {}

  public static String write(Object value) {
    return PlainJson.text(value);
  }

  static Map<String, Object> readMap(String text) {
    @SuppressWarnings("unchecked") // an object has text keys
    Map<String, Object> map = (Map<String, Object>) PlainJson.read(text);
    return map;
  }
}
