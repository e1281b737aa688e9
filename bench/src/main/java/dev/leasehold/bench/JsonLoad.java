package dev.leasehold.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** One request after the other on one connection of HTTP/1.1, with a thread that waits for it. */
final class JsonLoad implements LoadClient {

  private static final String LENGTH = "content-length:";

  private final LoadOptions options;
  private final LoadRecord record;
  private final URI url;
  private final String token;
  private final LoadCycle cycle;
  private final Thread thread;
  private volatile boolean closed;

  JsonLoad(LoadOptions options, LoadRecord record, int connection, String url, String token) {
    this.options = options;
    this.record = record;
    this.url = URI.create(url);
    this.token = token;
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
      InputStream replies = new BufferedInputStream(socket.getInputStream(), 1 << 14);
      while (!closed) {
        String body =
            "{\"space\":\"%s\",\"paths\":[\"%s\"],\"policy\":\"%s\"}"
                .formatted(LoadCycle.SPACE, cycle.acquirePath(), options.policy());
        String lease = exchange(socket, replies, "/v1/leases", body);
        cycle.check(lease, "ACTIVE");
        cycle.sending();
        String path = "/v1/leases/" + leaseId(lease) + ":release";
        cycle.check(exchange(socket, replies, path, "{}"), "RELEASED");
      }
    } catch (IOException | RuntimeException e) {
      record.wrong("a connection failed: " + e);
    }
  }

  private static String leaseId(String json) {
    int start = json.indexOf("\"leaseId\":\"") + 11;
    return json.substring(start, json.indexOf('"', start));
  }

  private String exchange(Socket socket, InputStream replies, String path, String body)
      throws IOException {
    String request =
        "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"
                .formatted(path, url.getAuthority(), token)
            + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(body.length(), body);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    int length = -1;
    for (String line = line(replies); !line.isEmpty(); line = line(replies)) {
      if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
        length = Integer.parseInt(line.substring(LENGTH.length()).strip());
      }
    }
    byte[] reply = replies.readNBytes(length);
    return new String(reply, StandardCharsets.UTF_8);
  }

  private static String line(InputStream replies) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = replies.read(); next != '\n'; next = replies.read()) {
      if (next < 0) {
        throw new EOFException("the server closed the connection");
      }
      line.append((char) next);
    }
    line.setLength(line.length() - 1);
    return line.toString();
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
