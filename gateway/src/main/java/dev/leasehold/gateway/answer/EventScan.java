package dev.leasehold.gateway.answer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the JSON text of one server-sent event. */
final class EventScan {

  private static final byte[] DATA = {'d', 'a', 't', 'a', ':'};

  private EventScan() {}

  /** Reads the figures in the event's data; null if that is no JSON object. */
  static @Nullable JsonScan of(byte[] event, Usage usage, JsonFactory json) {
    byte[] data = data(event);
    if (data.length == 0 || data[0] != '{') {
      return null;
    }
    JsonScan scan = new JsonScan(usage);
    try (JsonParser parser = json.createParser(data)) {
      scan.take(parser);
      return scan;
    } catch (IOException e) {
      return null;
    }
  }

  /** The lines that begin with {@code data:}, one behind the other. */
  private static byte[] data(byte[] event) {
    ByteArrayOutputStream data = new ByteArrayOutputStream(event.length);
    int from = 0;
    while (from < event.length) {
      int to = from;
      while (to < event.length && event[to] != '\n' && event[to] != '\r') {
        to++;
      }
      if (to - from > DATA.length && isData(event, from)) {
        int begin = from + DATA.length;
        begin = event[begin] == ' ' ? begin + 1 : begin;
        data.write(event, begin, to - begin);
      }
      from = to + 1;
    }
    return data.toByteArray();
  }

  private static boolean isData(byte[] event, int at) {
    for (int i = 0; i < DATA.length; i++) {
      if (event[at + i] != DATA[i]) {
        return false;
      }
    }
    return true;
  }
}
