package dev.leasehold.node.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps with text keys, collections, texts, booleans, whole numbers and null. */
public final class PlainJson {

  private PlainJson() {}

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
}
