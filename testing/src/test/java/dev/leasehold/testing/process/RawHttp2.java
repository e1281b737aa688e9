package dev.leasehold.testing.process;

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
import java.util.Arrays;
import java.util.List;

/** An HTTP/2 connection for what no client would send. It keeps to the windows that it is given. */
final class RawHttp2 implements AutoCloseable {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int NO_FLAGS = 0;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  private static final int TIMEOUT_MILLIS = 30_000;
  private static final int HEADER_BYTES = 9;
  private static final int INITIAL_WINDOW = 4;
  private static final int MAX_FRAME_BYTES = 16_384;
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;
  private int connectionWindow = 65_535;
  private int streamWindow = 65_535;
  private boolean streamOver;

  private RawHttp2(Socket socket) throws IOException {
    this.socket = socket;
    this.out = socket.getOutputStream();
    this.in = new DataInputStream(socket.getInputStream());
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
  }

  static RawHttp2 to(String url) throws IOException {
    URI server = URI.create(url);
    RawHttp2 connection = new RawHttp2(new Socket(server.getHost(), server.getPort()));
    connection.out.write(PREFACE.getBytes(StandardCharsets.US_ASCII));
    connection.frame(SETTINGS, NO_FLAGS, 0, new byte[0]);
    connection.await(SETTINGS);
    return connection;
  }

  void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
    out.write(frame.array());
  }

  /** The headers of a gRPC call; each name and value is shorter than 127 bytes. */
  static byte[] call(String path, List<String> more) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    field(block, ":method", "POST");
    field(block, ":scheme", "http");
    field(block, ":path", path);
    field(block, ":authority", "localhost");
    field(block, "content-type", "application/grpc");
    for (int i = 0; i < more.size(); i += 2) {
      field(block, more.get(i), more.get(i + 1));
    }
    return block.toByteArray();
  }

  private static void field(ByteArrayOutputStream block, String name, String value) {
    block.write(0);
    for (String text : List.of(name, value)) {
      block.write(text.length());
      block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Sends so many bytes on stream 1; false if the server has ended the stream before. */
  boolean send(byte[] bytes) throws IOException {
    try {
      return sendAll(bytes);
    } catch (SocketException | EOFException e) {
      return false;
    }
  }

  private boolean sendAll(byte[] bytes) throws IOException {
    int sent = 0;
    while (sent < bytes.length && !streamOver) {
      int most = Math.min(MAX_FRAME_BYTES, Math.min(connectionWindow, streamWindow));
      if (most <= 0 || in.available() > 0) {
        read();
      } else {
        int count = Math.min(most, bytes.length - sent);
        frame(DATA, NO_FLAGS, 1, Arrays.copyOfRange(bytes, sent, sent + count));
        sent += count;
        connectionWindow -= count;
        streamWindow -= count;
      }
    }
    return sent == bytes.length;
  }

  /** Whether the server has ended the stream by now. */
  boolean isOver() throws IOException {
    try {
      while (in.available() > 0) {
        read();
      }
    } catch (SocketException | EOFException e) {
      return true;
    }
    return streamOver;
  }

  /** Reads frames until one of this type has come. */
  void await(int type) throws IOException {
    int read;
    do {
      read = read();
    } while (read != type);
  }

  private int read() throws IOException {
    int lengthAndType = in.readInt();
    boolean isLast = (in.readByte() & END_STREAM) != 0;
    int stream = in.readInt();
    ByteBuffer payload = ByteBuffer.wrap(in.readNBytes(lengthAndType >>> 8));
    int type = lengthAndType & 0xff;
    switch (type) {
      case SETTINGS -> settings(payload);
      case WINDOW_UPDATE -> {
        int more = payload.getInt();
        connectionWindow += stream == 0 ? more : 0;
        streamWindow += stream == 0 ? 0 : more;
      }
      case HEADERS -> streamOver |= isLast;
      case RST_STREAM, GOAWAY -> streamOver = true;
      default -> {}
    }
    return type;
  }

  private void settings(ByteBuffer payload) {
    while (payload.remaining() > 0) {
      int name = payload.getShort();
      int value = payload.getInt();
      streamWindow = name == INITIAL_WINDOW ? value : streamWindow;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
