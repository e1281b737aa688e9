package dev.leasehold.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EventStreamTest {

  private static EventStream of(String text) {
    return EventStream.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void eventsComeOneByOneWithTheirIds() throws Exception {
    try (EventStream stream =
        of("id: 1\nevent: a\ndata: {\"x\":\"é\"}\n\nid: 2\nevent: b\r\ndata: {\"x\":2}\r\n\r\n")) {
      LiveEvent first = stream.next();
      assertThat(first.type()).isEqualTo("a");
      assertThat(first.fields().text("x")).isEqualTo("é");
      assertThat(stream.lastId()).isEqualTo("1");
      assertThat(stream.next().json()).isEqualTo("{\"x\":2}");
      assertThat(stream.lastId()).isEqualTo("2");
      assertThat(stream.next()).isNull();
    }
  }

  @Test
  void aSignOfLifeMovesWhereToResumeAndIsNoEvent() throws Exception {
    try (EventStream stream = of(": keep-alive\nid: 7\n\nid: 8\nevent: a\ndata: {}\n\n")) {
      assertThat(stream.next().type()).isEqualTo("a");
      assertThat(stream.lastId()).isEqualTo("8");
    }
    try (EventStream stream = of(": keep-alive\nid: 7\n\n")) {
      assertThat(stream.next()).isNull();
      assertThat(stream.lastId()).isEqualTo("7");
    }
  }

  @Test
  void whatWasCutOffIsNoEventAndALineWithoutEndIsRefused() throws Exception {
    try (EventStream stream = of("event: a\ndata: {}\n")) {
      assertThat(stream.next()).isNull();
    }
    try (EventStream stream = of("x".repeat((1 << 20) + 1))) {
      assertThatThrownBy(stream::next).isInstanceOf(IOException.class);
    }
  }
}
