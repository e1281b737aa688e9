package dev.leasehold.bench;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** One request after the other on one connection of HTTP/1.1, with a thread that waits for it. */
final class JsonLoad implements LoadClient {

  private static final String LENGTH = "content-length: ";

  private final LoadOptions options;
  private final LoadRecord record;
  private final URI url;
  private final String headers;
  private final LoadCycle cycle;
  private final byte[] buffer = new byte[1 << 16];
  private final Thread thread;
  private volatile boolean closed;

  JsonLoad(LoadOptions options, LoadRecord record, int connection, String url, String token) {
    this.options = options;
    this.record = record;
    this.url = URI.create(url);
    this.headers =
        "Host: "
            + this.url.getAuthority()
            + "\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Type: application/json\r\nContent-Length: ";
    this.cycle = new LoadCycle(options, record, connection, 0);
    this.thread = Thread.ofPlatform().daemon().unstarted(this::runUntilClosed);
  }

  @Override
  public void start() {
    thread.start();
  }

  private void runUntilClosed() {
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setTcpNoDelay(true);
      while (!closed) {
        String body =
            "{\"space\":\""
                + LoadCycle.SPACE
                + "\",\"paths\":[\""
                + cycle.acquirePath()
                + "\"],\"policy\":\""
                + options.policy()
                + "\"}";
        String lease = exchange(socket, "/v1/leases", body);
        cycle.check(lease, "ACTIVE");
        cycle.sending();
        String path = "/v1/leases/" + leaseId(lease) + ":release";
        cycle.check(exchange(socket, path, "{}"), "RELEASED");
      }
    } catch (IOException | RuntimeException e) {
      record.wrong("a connection failed: " + e);
    }
  }

  private static String leaseId(String json) {
    int start = json.indexOf("\"leaseId\":\"") + 11;
    return json.substring(start, json.indexOf('"', start));
  }

  private String exchange(Socket socket, String path, String body) throws IOException {
    String request = "POST " + path + " HTTP/1.1\r\n" + headers + body.length() + "\r\n\r\n" + body;
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    return reply(socket.getInputStream());
  }

  /** Reads a reply and returns its body; there is never more than one reply under way. */
  private String reply(InputStream replies) throws IOException {
    int received = 0;
    int end = Integer.MAX_VALUE;
    while (received < end) {
      int count = replies.read(buffer, received, buffer.length - received);
      if (count <= 0) {
        throw new EOFException("the server closed the connection, or says too much");
      }
      received += count;
      String text = new String(buffer, 0, received, StandardCharsets.ISO_8859_1);
      int head = text.indexOf("\r\n\r\n");
      if (head >= 0) {
        end = head + 4 + contentLength(text, head);
        if (received == end) {
          return text.substring(head + 4);
        }
      }
    }
    throw new IOException("the server says more than it announced");
  }

  private static int contentLength(String text, int head) {
    int start = text.indexOf(LENGTH);
    if (start < 0 || start > head) {
      throw new IllegalStateException("a reply without its length");
    }
    return Integer.parseInt(text, start + LENGTH.length(), text.indexOf('\r', start), 10);
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
