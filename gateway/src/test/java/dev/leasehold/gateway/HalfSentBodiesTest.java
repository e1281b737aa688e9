package dev.leasehold.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.gateway.call.CallLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that do not say how long they will be count as long as they may be, until they are in. */
@Timeout(120)
class HalfSentBodiesTest {

  /** So many of the largest bodies fit at once. */
  private static final int FIT = 4;

  @TempDir private static Path directory;
  private static GatewayRig rig;

  @BeforeAll
  static void start() throws Exception {
    rig = new GatewayRig(directory, CallLimits.USUAL);
  }

  @AfterAll
  static void stop() throws Exception {
    rig.close();
  }

  private static Socket begin(String token) throws IOException {
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(rig.gateway.url()).getPort());
    send(
        socket,
        "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n");
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static void finish(Socket socket) throws IOException {
    String rest = "\"model\":\"m-held\",\"max_tokens\":9,\"messages\":[]}";
    send(socket, Integer.toHexString(rest.length()) + "\r\n" + rest + "\r\n0\r\n\r\n");
  }

  /** A request that is refused for its model, if it is read at all. */
  private static int status(HttpClient client, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(rig.gateway.url() + "/v1/chat/completions"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"nobody-knows\"}"))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
  }

  @Test
  void whatIsNotInYetKeepsOthersOutAndWhatIsInOnlyByItsLength() throws Exception {
    String token = rig.budget("openai").ipToken;
    CountDownLatch over = new CountDownLatch(1);
    rig.provider.when(
        "m-held",
        (asked, answer) -> {
          over.await();
          answer.json(200, Samples.CHAT);
        });
    List<Socket> sockets = new ArrayList<>();
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (int i = 0; i < FIT; i++) {
        assertThat(status(client, token)).isEqualTo(400);
        sockets.add(begin(token));
      }
      await().until(() -> status(client, token) == 429);

      for (Socket socket : sockets) {
        finish(socket);
      }
      await().until(() -> rig.provider.asked("m-held").size() == FIT);
      assertThat(status(client, token)).as("the calls are still under way").isEqualTo(400);
    } finally {
      over.countDown();
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
