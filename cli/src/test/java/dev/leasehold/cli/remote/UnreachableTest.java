package dev.leasehold.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.TestSurroundings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A user who cannot reach a server is told what to do, in words that need no knowledge of Java. */
class UnreachableTest {

  private final TestSurroundings shell = new TestSurroundings();

  private String complaintAbout(String server) {
    assertThat(shell.run("ls", "--server", server, "--token", "t"))
        .isEqualTo(Exit.UNAVAILABLE.code());
    return shell.err();
  }

  @Test
  void whereNothingListensAServerIsStartedOrAnotherNamed() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    assertThat(complaintAbout("127.0.0.1:" + port))
        .contains("no server answers at http://127.0.0.1:" + port)
        .contains("leasehold serve", "--server", "LEASEHOLD_SERVER")
        .doesNotContain("Exception", "refused");
  }

  @Test
  void aHostThatDoesNotExistIsNamed() {
    assertThat(complaintAbout("no-such-host.invalid:7420"))
        .contains("there is no host for http://no-such-host.invalid:7420", "--server")
        .doesNotContain("Exception", "Name or service");
  }

  @Test
  void whatSpeaksAnotherLanguageIsNoLeaseholdServer() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread greeter = Thread.ofVirtual().start(() -> greet(other));
      assertThat(complaintAbout("127.0.0.1:" + other.getLocalPort()))
          .contains("no Leasehold server", "--server")
          .doesNotContain("Exception", "Invalid Http", "-1");
      other.close();
      greeter.join();
    }
  }

  /** Answers each caller as a server of another protocol does. */
  private static void greet(ServerSocket server) {
    try {
      while (true) {
        try (Socket caller = server.accept()) {
          int heard = caller.getInputStream().read(new byte[1 << 16]);
          assertThat(heard).isPositive();
          caller.getOutputStream().write("SSH-2.0-other\r\n".getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException e) {
      // The test is over.
    }
  }
}
