package dev.leasehold.node.publish;

import dev.leasehold.node.ServedNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A client that asks for events and then does not read them. */
final class StuckClient implements AutoCloseable {

  private final Socket socket;

  private StuckClient(Socket socket) {
    this.socket = socket;
  }

  static StuckClient open(ServedNode node) throws IOException {
    URI url = URI.create(node.url());
    Socket socket = new Socket();
    socket.setReceiveBufferSize(16 << 10);
    socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
    String request =
        "GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(node.adminToken());
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return new StuckClient(socket);
  }

  /** Reads at last, until the server has nothing more. */
  String readAll() throws IOException {
    StringBuilder all = new StringBuilder();
    byte[] buffer = new byte[64 << 10];
    socket.setSoTimeout(30_000);
    while (all.indexOf("event: end", Math.max(0, all.length() - 2_000)) < 0) {
      int n = socket.getInputStream().read(buffer);
      if (n < 0) {
        break;
      }
      all.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
    }
    return all.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
