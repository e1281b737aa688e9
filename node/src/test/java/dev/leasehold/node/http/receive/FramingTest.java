package dev.leasehold.node.http.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.SharedNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a request ends must be beyond doubt, or the connection does. */
class FramingTest extends SharedNode {

  private static final String BODY = "{\"space\":\"framing\",\"paths\":[\"/%s\"]}";

  /**
   * Three times as long as the server waits for a head, half as long as it keeps an idle client.
   */
  private static final int PATIENCE_MILLIS = 30_000;

  private static final String CHUNKED = "Transfer-Encoding: chunked";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /v1/leases HTTP/1.1|Host: x|Content-Length: 5|Transfer-Encoding: chunked",
        "POST /v1/leases HTTP/1.1|Host: x|Transfer-Encoding: chunked|Content-Length: 5",
        "POST /v1/leases HTTP/1.1|Host: x|transfer-encoding: Chunked|CONTENT-LENGTH: 0",
        "POST /v1/leases HTTP/1.1|Host: x|Transfer-Encoding:| chunked|Content-Length: 5",
        "POST /v1/leases HTTP/1.1|Host: x|Transfer-Encoding: gzip",
        "POST /v1/leases HTTP/1.1|Host: x|Transfer-Encoding: gzip|Content-Length: 5",
        "POST /v1/leases HTTP/1.1|Host: x|Transfer-Encoding: gzip, chunked",
        "POST /v1/leases HTTP/1.1|Host: x|Transfer-Encoding: chunked, identity",
        "POST /v1/leases HTTP/1.1|Host: x|Transfer-Encoding: chunked, chunked",
        "POST /v1/leases HTTP/1.1|Host: x|Transfer-Encoding: chunked|Transfer-Encoding: chunked",
        "POST /v1/leases HTTP/1.1|Host: x|Transfer-Encoding: xchunked",
        "POST /v1/leases HTTP/1.1|Host: x|Transfer-Encoding:",
        "POST /v1/leases HTTP/1.0|Host: x|Transfer-Encoding: chunked",
        "POST /v1/leases HTTP/1.0|Host: x|Content-Length: 5|Transfer-Encoding: chunked",
        "GET /healthz HTTP/1.1",
        "GET /healthz HTTP/1.1|Host: x|Host: y",
        "GET /healthz HTTP/1.1|Host: x|Host: x",
        "GET /healthz HTTP/0.9|Host: x",
        "GET /healthz HTTP/1.2|Host: x",
        "GET /healthz HTTP/2.0|Host: x",
        "GET /healthz HTTP/3.0|Host: x",
        "GET /healthz http/1.1|Host: x",
        "GET /healthz HTTPS/1.1|Host: x",
        "GET /healthz|Host: x",
      })
  void aHeadInDoubtIsRefusedAndNothingAfterItIsRead(String head) throws IOException {
    String hostile = head.replace("|", "\r\n") + "\r\n\r\n0\r\n\r\n" + acquire("smuggled", 0);
    assertRefused(talk(List.of(hostile)));
    assertRefused(talk(List.of(hostile.substring(0, 12), hostile.substring(12))));
    String answers = talk(List.of(acquire("before", 0) + hostile));
    assertThat(statuses(answers)).as(answers).hasSize(2).endsWith("400");
    assertThat(statuses(answers).getFirst()).isIn("200", "409");
    assertThat(node.get("/v1/leases?space=framing").text()).doesNotContain("smuggled");
  }

  private static void assertRefused(String answer) {
    assertThat(statuses(answer)).as(answer).containsExactly("400");
    assertThat(answer).contains("application/problem+json", "\"INVALID_INPUT\"");
    assertThat(answer).doesNotContain("Exception");
  }

  /** HTTP/2 begins with its preface, or not at all. */
  @Test
  void aConnectionThatHasBegunDoesNotChangeItsProtocol() throws IOException {
    String preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    String health = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    String answers = talk(List.of(health + preface + acquire("smuggled", 0)));
    assertThat(statuses(answers)).as(answers).containsExactly("200", "400");
    answers = talk(List.of("\r\n" + preface + health));
    assertThat(statuses(answers)).as(answers).hasSize(1).doesNotContain("200");
  }

  @Test
  void headsThatNeverBeginAreNotKept() throws IOException {
    assertThat(statuses(talk(List.of("\r\n".repeat(100_000))))).isSubsetOf("400", "413");
  }

  @Test
  void requestsInARowAreAnsweredInTheirOrder() throws IOException {
    String requests =
        acquire("one", 0)
            + acquire("two", 7)
            + "\r\nHEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
            + "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"
            + acquire("three", 1)
            + acquire("four", 0)
            + "GET /v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    List<String> expected = statuses(talk(List.of(requests)));
    assertThat(expected).hasSize(7).startsWith("200", "200", "200").endsWith("200", "200", "404");
    assertThat(node.get("/v1/leases?space=framing").text())
        .contains("/one", "/two", "/three", "/four");
    // Again, so that those paths are held; and each byte for itself.
    List<String> bytes = requests.chars().mapToObj(c -> Character.toString(c)).toList();
    assertThat(statuses(talk(bytes)))
        .containsExactly("409", "409", "200", expected.get(3), "409", "409", "404");
  }

  /** Its lease would be partly over by the time its reply could leave. */
  @Test
  void aRequestIsCarriedOutWhenTheReplyBeforeItHasLeft() throws Exception {
    String holder = node.post("/v1/leases", BODY.formatted("held")).get("leaseId");
    String wait = BODY.formatted("held").replace("}", ",\"wait\":\"60s\",\"session\":\"w\"}");
    URI uri = URI.create(node.url());
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      String both = post(wait) + acquire("behind", 0);
      socket.getOutputStream().write(both.getBytes(StandardCharsets.ISO_8859_1));
      await().until(() -> node.openRequests() == 1);
      assertThat(node.get("/v1/leases?space=framing").text()).doesNotContain("/behind");
      node.post("/v1/leases/" + holder + ":release", "{}");
      await().until(() -> node.get("/v1/leases?space=framing").text().contains("/behind"));
    }
  }

  private String post(String body) {
    return acquire("", 0).replaceFirst("(?s)Content-Length.*", "")
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  @Test
  void aHeadThatIsNeverFinishedIsNotWaitedFor() throws IOException {
    Duration fastest = Duration.ofMinutes(1);
    for (int i = 0; i < 3 && fastest.compareTo(Duration.ofSeconds(15)) > 0; i++) {
      long begun = System.nanoTime();
      assertThat(talk(List.of("GET /healthz HTTP/1.1\r\nHost: x\r\n"))).isEmpty();
      fastest = Duration.ofNanos(System.nanoTime() - begun);
    }
    assertThat(fastest).isLessThan(Duration.ofSeconds(15));
  }

  @Test
  void olderClientsNeedNoHost() throws IOException {
    String requests =
        "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
            + "GET /healthz HTTP/1.0\r\nHost: x\r\n\r\n";
    assertThat(statuses(talk(List.of(requests)))).containsExactly("200", "200");
  }

  @Test
  void aClientMayAskFirstWhetherItsBodyIsWelcome() throws IOException {
    String request =
        acquire("asked", 0)
            .replace("\r\n\r\n", "\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n");
    assertThat(statuses(talk(List.of(request)))).endsWith("200");
  }

  @Test
  void aConnectionInClearMayBecomeHttp2() throws Exception {
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
      for (int i = 0; i < 3; i++) {
        HttpResponse<String> response =
            client.send(
                HttpRequest.newBuilder(URI.create(node.url() + "/healthz")).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      }
    }
  }

  /**
   * @param chunk how many bytes a chunk of the body has; 0 to send it as one, with its length
   */
  private String acquire(String path, int chunk) {
    String body = BODY.formatted(path);
    StringBuilder request = new StringBuilder("POST /v1/leases HTTP/1.1\r\nHost: x\r\n");
    request.append("Content-Type: application/json\r\n");
    request.append("Authorization: Bearer ").append(node.adminToken()).append("\r\n");
    if (chunk == 0) {
      return request + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }
    request.append(CHUNKED).append("\r\n\r\n");
    for (int i = 0; i < body.length(); i += chunk) {
      String part = body.substring(i, Math.min(body.length(), i + chunk));
      request.append(Integer.toHexString(part.length())).append(";x=y\r\n").append(part);
      request.append("\r\n");
    }
    return request.append("0\r\nX-Checked: yes\r\n\r\n").toString();
  }

  /** Everything that the server says until it closes the connection, which the client does not. */
  private String talk(List<String> parts) throws IOException {
    URI uri = URI.create(node.url());
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      for (String part : parts) {
        out.write(part.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
      }
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> statuses(String answers) {
    return Pattern.compile("HTTP/1\\.1 (\\d{3}) ")
        .matcher(answers)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
