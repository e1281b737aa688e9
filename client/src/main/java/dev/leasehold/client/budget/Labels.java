package dev.leasehold.client.budget;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Labels that say what money is spent on. The server has the same rule; it is checked here as well,
 * because a call may begin while the server is away.
 */
final class Labels {

  private static final int MOST = 8;
  private static final int MOST_BYTES = 128;

  private Labels() {}

  static void check(Map<String, String> labels) {
    if (labels.size() > MOST) {
      throw new IllegalArgumentException("money is spent with at most " + MOST + " labels");
    }
    labels.forEach(
        (name, value) -> {
          if (name.isEmpty() || !isLabel(name) || !isLabel(value)) {
            throw new IllegalArgumentException(
                "a label has up to " + MOST_BYTES + " bytes without control characters: " + name);
          }
        });
  }

  /** The labels, and as many of the others as are such and have room. */
  static Map<String, String> joined(Map<String, String> labels, Map<String, String> more) {
    Map<String, String> joined = new TreeMap<>(labels);
    more.forEach(
        (name, value) -> {
          boolean hasRoom = joined.size() < MOST || joined.containsKey(name);
          if (hasRoom && !name.isEmpty() && isLabel(name) && isLabel(value)) {
            joined.put(name, value);
          }
        });
    return joined;
  }

  private static boolean isLabel(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES
        && text.codePoints().noneMatch(Labels::isOdd);
  }

  private static boolean isOdd(int c) {
    int type = Character.getType(c);
    return Character.isISOControl(c)
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE
        || (c & 0xFFFE) == 0xFFFE;
  }
}
