package dev.leasehold.node.http.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A frame of HTTP/2 that is begun has to be finished; between frames a connection may be silent.
 */
class UnfinishedFramesTest {

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int CONTINUATION = 9;
  private static final int END_HEADERS = 4;
  private static final byte[] FRAME = frame(DATA, 0);

  private final EmbeddedChannel connection = new EmbeddedChannel();

  UnfinishedFramesTest() {
    FramingGuard.addTo(connection.pipeline(), new HeldHeads(1 << 20));
    connection.freezeTime();
    send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] frame(int type, int flags) {
    byte[] payload = new byte[100];
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) 0)
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(1)
        .put(payload)
        .array();
  }

  private void send(byte[] bytes) {
    connection.writeInbound(Unpooled.copiedBuffer(bytes));
  }

  private void send(byte[] bytes, int from, int to) {
    connection.writeInbound(Unpooled.copiedBuffer(bytes, from, to - from));
  }

  private void pass(long seconds) {
    for (long i = 0; i < seconds; i++) {
      connection.advanceTimeBy(1, TimeUnit.SECONDS);
      connection.runScheduledPendingTasks();
    }
  }

  /** Cut within its length, its head and its payload. */
  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 50})
  void aConnectionThatFinishesNoFrameIsEnded(int cut) {
    send(FRAME, 0, cut);
    pass(9);
    assertThat(connection.isOpen()).isTrue();
    pass(2);
    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void bytesThatFinishNothingAreNoSignOfLife() {
    send(FRAME, 0, 10);
    for (int i = 10; i < 30 && connection.isOpen(); i++) {
      send(FRAME, i, i + 1);
      pass(1);
    }
    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void headersThatAreNotFinishedCountAsOneFrame() {
    send(frame(HEADERS, 0));
    pass(5);
    send(frame(CONTINUATION, 0));
    pass(6);
    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void aFrameThatWasBegunBehindAnotherHasItsOwnTime() {
    send(FRAME, 0, 50);
    pass(9);
    send(FRAME, 50, FRAME.length);
    send(FRAME, 0, 50);
    pass(9);
    assertThat(connection.isOpen()).isTrue();
    pass(2);
    assertThat(connection.isOpen()).isFalse();
  }

  /** The rest may have come meanwhile, and nobody has read it. */
  @Test
  void afterTheServerStoodStillAFrameHasItsTimeAnew() {
    send(FRAME, 0, 50);
    standStill(60);
    assertThat(connection.isOpen()).isTrue();
    send(FRAME, 50, FRAME.length);
    pass(100);
    assertThat(connection.isOpen()).isTrue();
  }

  @Test
  void afterTheServerStoodStillAFrameHasItsTimeAndNoMore() {
    send(FRAME, 0, 50);
    standStill(60);
    pass(9);
    assertThat(connection.isOpen()).isTrue();
    pass(2);
    assertThat(connection.isOpen()).isFalse();
  }

  private void standStill(long seconds) {
    connection.advanceTimeBy(seconds, TimeUnit.SECONDS);
    connection.runScheduledPendingTasks();
  }

  @Test
  void betweenFramesThereIsAllTheTime() {
    send(FRAME, 0, 50);
    pass(1);
    send(FRAME, 50, FRAME.length);
    send(frame(HEADERS, END_HEADERS));
    send(frame(HEADERS, 0));
    send(frame(CONTINUATION, END_HEADERS));
    pass(1_000);
    assertThat(connection.isOpen()).isTrue();
  }
}
