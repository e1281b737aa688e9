package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A waiter comes back with the same request when the server goes away meanwhile. */
@Timeout(180)
class WaitingThroughARestartTest {

  /** More than the connection itself tries again. */
  private static final int HANGS_UP = 4;

  private static final String LEASE =
      "{\"leaseId\":\"l-1\",\"holder\":\"a\",\"state\":\"ACTIVE\",\"space\":\"s\",\"scope\":[\"/a\"]}";

  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private ServerSocket listener;

  @BeforeEach
  void listen() throws IOException {
    listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
  }

  private int acquire() {
    return new TestSurroundings()
        .with("LEASEHOLD_SERVER", "http://127.0.0.1:" + listener.getLocalPort())
        .with("LEASEHOLD_TOKEN", "t")
        .run("acquire", "--space", "s", "--path", "/a", "--wait", "50s", "--quiet");
  }

  private void serve() {
    try {
      while (true) {
        try (Socket caller = listener.accept()) {
          bodies.add(body(caller.getInputStream()));
          if (bodies.size() > HANGS_UP) {
            String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";
            String answer = head + LEASE.length() + "\r\n\r\n" + LEASE;
            caller.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
          }
        }
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private static String body(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    String length = head.toString().toLowerCase(Locale.ROOT).split("content-length: ")[1];
    byte[] body = in.readNBytes(Integer.parseInt(length.split("\r\n")[0]));
    return new String(body, StandardCharsets.UTF_8);
  }

  @Test
  void theSameRequestIsSentUntilItIsAnswered() {
    Thread.ofPlatform().daemon().start(this::serve);
    assertThat(acquire()).isZero();
    assertThat(bodies).hasSize(HANGS_UP + 1).containsOnly(bodies.get(0));
    assertThat(bodies.get(0)).contains("requestId");
  }

  @Test
  void whereNoServerEverWasNobodyWaits() throws IOException {
    listener.close();
    assertThat(acquire()).isEqualTo(Exit.UNAVAILABLE.code());
  }
}
