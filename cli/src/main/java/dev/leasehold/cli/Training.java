package dev.leasehold.cli;

import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;

/**
 * A call as any other, with an answer made up here, so that a JVM that records the classes it loads
 * sees those that calls need. The launcher makes its archive of classes from it.
 */
final class Training {

  private static final String LEASES =
      "{\"leases\":[{\"leaseId\":\"a\",\"policy\":\"file\",\"space\":\"s\",\"scope\":[\"/a\"],"
          + "\"mode\":\"EXCLUSIVE\",\"holder\":\"h\",\"state\":\"ACTIVE\",\"remaining\":\"300s\","
          + "\"issuedAt\":\"2026-01-01T00:00:00Z\",\"expiresAt\":\"2026-01-01T00:05:00Z\"}]}";

  private Training() {}

  public static void main(String[] arguments) throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofPlatform().daemon().start(() -> answerAll(listener));
      String server = "http://127.0.0.1:" + listener.getLocalPort();
      int code = call("ls", "--server", server, "--token", "t");
      if (code != 0) {
        throw new IllegalStateException("the call ended with " + code);
      }
      call("show", "a", "--server", server, "--token", "t");
      call("acquire", "--space", "s", "--path", "a", "--server", server, "--token", "t");
    }
  }

  private static int call(String... arguments) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Main.run(
        new Surroundings(
            Map.of(),
            System.getProperties(),
            InputStream.nullInputStream(),
            nowhere,
            nowhere,
            new Screen(true, true, 80, 24),
            false,
            InstantSource.system(),
            ZoneId.systemDefault()),
        arguments);
  }

  private static void answerAll(ServerSocket listener) {
    while (!listener.isClosed()) {
      try (Socket caller = listener.accept()) {
        InputStream in = caller.getInputStream();
        byte[] buffer = new byte[8192];
        if (in.read(buffer) > 0) {
          caller.getOutputStream().write(answer());
        }
      } catch (IOException e) {
        // The training is over, or ends with a call that says why.
      }
    }
  }

  private static byte[] answer() {
    return ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
            + "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Length: "
            + LEASES.length()
            + "\r\n\r\n"
            + LEASES)
        .getBytes(StandardCharsets.US_ASCII);
  }
}
