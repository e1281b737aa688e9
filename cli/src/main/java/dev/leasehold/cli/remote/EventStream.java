package dev.leasehold.cli.remote;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Server-sent events, one after the other. */
final class EventStream implements AutoCloseable {

  /** The server says something every 15 s, if only that it is there. */
  private static final Duration SILENCE = Duration.ofSeconds(45);

  private static final int MAX_LINE_BYTES = 1 << 20;

  private final InputStream in;
  private @Nullable String lastId;

  private EventStream(InputStream in, @Nullable String lastId) {
    this.in = new BufferedInputStream(in);
    this.lastId = lastId;
  }

  static EventStream open(Api api, Address address, @Nullable String lastId) throws IOException {
    return new EventStream(api.stream(address, lastId, SILENCE), lastId);
  }

  /** For the tests: events out of any stream of bytes. */
  static EventStream of(InputStream in) {
    return new EventStream(in, null);
  }

  /** The id to resume after; the server may send one without an event. */
  @Nullable String lastId() {
    return lastId;
  }

  /** Waits for the next event; null if the stream has ended. */
  @Nullable LiveEvent next() throws IOException {
    String type = "";
    StringBuilder data = new StringBuilder();
    for (String line = line(); line != null; line = line()) {
      if (line.isEmpty()) {
        if (!data.isEmpty()) {
          return new LiveEvent(type, data.toString(), Fields.parse(data.toString()));
        }
        type = "";
        continue;
      }
      int colon = line.indexOf(':');
      String name = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1).stripLeading();
      switch (name) {
        case "id" -> lastId = value;
        case "event" -> type = value;
        case "data" -> data.append(data.isEmpty() ? "" : "\n").append(value);
        default -> {
          // A comment, or a field that this version does not know.
        }
      }
    }
    return null;
  }

  private @Nullable String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null;
      }
      if (line.size() >= MAX_LINE_BYTES) {
        throw new IOException("an event is longer than " + MAX_LINE_BYTES + " bytes");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
