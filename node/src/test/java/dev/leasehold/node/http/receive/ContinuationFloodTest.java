package dev.leasehold.node.http.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.SharedNode;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers in HTTP/2 that never end. */
class ContinuationFloodTest extends SharedNode {

  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int GOAWAY = 7;
  private static final int CONTINUATION = 9;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int ENHANCE_YOUR_CALM = 11;
  private static final int MOST = 16;

  /** Each with so many bytes of a header that is as long as may be. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 40})
  void aFloodEndsTheConnection(int size) throws IOException {
    ByteArrayOutputStream bytes = opening();
    byte[] half = {0, 1, 'x', (byte) 0x7f, (byte) 0xc1, (byte) 0x3e};
    frame(bytes, HEADERS, END_STREAM, block(half));
    byte[] part = new byte[size];
    Arrays.fill(part, (byte) 'x');
    for (int i = 0; i <= MOST; i++) {
      frame(bytes, CONTINUATION, 0, part);
    }
    List<Frame> answer = talk(bytes.toByteArray(), bytes.size());
    assertThat(answer).last().returns(GOAWAY, Frame::type);
    assertThat(answer.getLast().payload().getInt(4)).isEqualTo(ENHANCE_YOUR_CALM);
  }

  /** Also where each byte comes for itself, and once more on the same connection. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10, 10_000})
  void headersInAFewPiecesAreFine(int atATime) throws IOException {
    ByteArrayOutputStream bytes = opening();
    byte[] block = block(new byte[0]);
    for (int stream = 1; stream <= 3; stream += 2) {
      frame(bytes, HEADERS, END_STREAM, stream, Arrays.copyOf(block, 3));
      for (int i = 1; i < MOST; i++) {
        frame(bytes, CONTINUATION, 0, stream, new byte[0]);
      }
      frame(bytes, CONTINUATION, END_HEADERS, stream, Arrays.copyOfRange(block, 3, block.length));
    }
    frame(bytes, SETTINGS, 0, 1, new byte[0]);
    List<Frame> answer = talk(bytes.toByteArray(), atATime);
    assertThat(answer.stream().filter(frame -> frame.type() == HEADERS)).hasSize(2);
  }

  @Test
  void aContinuationOfNothingEndsTheConnection() throws IOException {
    ByteArrayOutputStream bytes = opening();
    frame(bytes, CONTINUATION, 0, new byte[0]);
    assertThat(talk(bytes.toByteArray(), bytes.size())).last().returns(GOAWAY, Frame::type);
  }

  private record Frame(int type, ByteBuffer payload) {}

  private static ByteArrayOutputStream opening() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    frame(bytes, SETTINGS, 0, 0, new byte[0]);
    return bytes;
  }

  private static byte[] block(byte[] more) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (String text : List.of(":method", "GET", ":scheme", "http", ":path", "/healthz")) {
      if (text.startsWith(":")) {
        block.write(0);
      }
      block.write(text.length());
      block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
    block.writeBytes(more);
    return block.toByteArray();
  }

  private static void frame(ByteArrayOutputStream out, int type, int flags, byte[] payload) {
    frame(out, type, flags, 1, payload);
  }

  private static void frame(
      ByteArrayOutputStream out, int type, int flags, int stream, byte[] payload) {
    ByteBuffer head = ByteBuffer.allocate(9).put((byte) 0).putShort((short) payload.length);
    out.writeBytes(head.put((byte) type).put((byte) flags).putInt(stream).array());
    out.writeBytes(payload);
  }

  /** All frames until the server ends the connection. */
  private List<Frame> talk(byte[] bytes, int atATime) throws IOException {
    URI uri = URI.create(node.url());
    List<Frame> frames = new ArrayList<>();
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(30_000);
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      for (int i = 0; i < bytes.length; i += atATime) {
        out.write(bytes, i, Math.min(atATime, bytes.length - i));
        out.flush();
      }
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (true) {
        int lengthAndType = in.readInt();
        in.skipNBytes(5);
        ByteBuffer payload = ByteBuffer.wrap(in.readNBytes(lengthAndType >>> 8));
        frames.add(new Frame(lengthAndType & 0xff, payload));
      }
    } catch (EOFException | SocketException e) {
      return frames;
    }
  }
}
