package dev.leasehold.testing.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Something that is written to over a socket and refuses whoever shows a smaller token than it has
 * seen. It knows nothing of leases.
 */
final class FencedRegister implements AutoCloseable {

  /** One attempt to write. */
  record Write(long token, boolean accepted) {}

  private final ServerSocket socket = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
  private final List<Write> writes = new CopyOnWriteArrayList<>();
  private long largest;

  FencedRegister() throws IOException {
    Thread.ofVirtual().start(this::serve);
  }

  int port() {
    return socket.getLocalPort();
  }

  List<Write> writes() {
    return List.copyOf(writes);
  }

  private void serve() {
    while (!socket.isClosed()) {
      try {
        Socket writer = socket.accept();
        // A writer that is stopped in the middle must not keep the others waiting.
        Thread.ofVirtual().start(() -> serve(writer));
      } catch (IOException e) {
        if (!socket.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket writer) {
    try (writer;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
      boolean accepted = take(Long.parseLong(in.readLine()));
      writer.getOutputStream().write(accepted ? 1 : 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized boolean take(long token) {
    boolean accepted = token >= largest;
    largest = Math.max(largest, token);
    writes.add(new Write(token, accepted));
    return accepted;
  }

  /** Writes from any process; returns whether the register took it. */
  static boolean write(int port, long token) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write((token + "\n").getBytes(StandardCharsets.UTF_8));
      return socket.getInputStream().read() == 1;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
