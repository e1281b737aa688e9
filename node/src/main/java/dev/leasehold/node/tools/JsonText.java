package dev.leasehold.node.tools;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes plain values as JSON on one line: maps, lists, numbers, truth values, text and null. */
public final class JsonText {

  private final StringBuilder out = new StringBuilder();

  private JsonText() {}

  public static String of(@Nullable Object value) {
    JsonText text = new JsonText();
    text.write(value);
    return text.out.toString();
  }

  private void write(@Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case Map<?, ?> map -> writeMap(map);
      case List<?> list -> writeList(list);
      case Boolean truth -> out.append(truth);
      case Integer number -> out.append(number);
      // As protobuf's JSON has 64-bit integers: many readers would round them.
      case Long number -> out.append('"').append(number).append('"');
      default -> writeText(value.toString());
    }
  }

  private void writeMap(Map<?, ?> map) {
    out.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        entries.hasNext(); ) {
      Map.Entry<?, ?> entry = entries.next();
      writeText(String.valueOf(entry.getKey()));
      out.append(':');
      write(entry.getValue());
      out.append(entries.hasNext() ? "," : "");
    }
    out.append('}');
  }

  private void writeList(List<?> list) {
    out.append('[');
    for (Iterator<?> values = list.iterator(); values.hasNext(); ) {
      write(values.next());
      out.append(values.hasNext() ? "," : "");
    }
    out.append(']');
  }

  private void writeText(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        default -> appendPrintable(c, out);
      }
    }
    out.append('"');
  }

  /** Text that callers gave must not move a terminal's cursor, nor break a line. */
  static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      appendPrintable(text.charAt(i), printable);
    }
    return printable.toString();
  }

  private static void appendPrintable(char c, StringBuilder out) {
    int type = Character.getType(c);
    if (Character.isISOControl(c)
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR) {
      out.append("\\u%04x".formatted((int) c));
    } else {
      out.append(c);
    }
  }
}
