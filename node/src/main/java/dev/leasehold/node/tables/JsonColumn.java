package dev.leasehold.node.tables;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.leasehold.node.json.PlainJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Text of columns that hold more than one value. In Java these are maps with text keys, lists,
 * texts, booleans and 64-bit numbers.
 */
public final class JsonColumn {

  private static final JsonFactory JSON = new JsonFactory();

  private JsonColumn() {}

  public static String write(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      PlainJson.write(out, value);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return text.toString();
  }

  static Map<String, Object> readMap(String text) {
    @SuppressWarnings("unchecked") // an object has text keys
    Map<String, Object> map = (Map<String, Object>) read(text);
    return map;
  }

  private static Object read(String text) {
    try (JsonParser in = JSON.createParser(text)) {
      return read(in, in.nextToken());
    } catch (IOException e) {
      throw new IllegalArgumentException("no JSON that was written here: " + text, e);
    }
  }

  private static Object read(JsonParser in, @Nullable JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
          String name = in.currentName();
          map.put(name, read(in, in.nextToken()));
        }
        yield map;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        for (JsonToken next = in.nextToken(); next != JsonToken.END_ARRAY; next = in.nextToken()) {
          list.add(read(in, next));
        }
        yield list;
      }
      case VALUE_STRING -> in.getText();
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case null, default -> throw new IOException("nothing of this kind was written");
    };
  }
}
