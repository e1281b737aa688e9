package dev.leasehold.node.http;

import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.LateBody;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.SharedNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults of a request that are found before its content matters. */
class HttpErrorsTest extends SharedNode {

  private static final String BODY = "{\"space\":\"s\",\"paths\":[\"/a\"]}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1",
        "/v1/",
        "/v1/nothing",
        "/v1/leases/",
        "/v1/leases/x/",
        "/v1/leases/x/y",
        "/v1/leases/x:nothing",
        "/v1/leases/:renew",
        "/v1/leases:renew",
        "/V1/leases",
        "/v1//leases",
        "/v1/leases%2Fx",
        "/leasehold.v1.LeaseService/Acquire"
      })
  void anUnknownPathIsNotFound(String path) {
    assertProblem(node.post(path, "{}"), 404, "NOT_FOUND");
  }

  /** As they are sent by a client that does not tidy them up. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/leases/../x",
        "/v1/leases/..%2F..%2Fetc",
        "/v1/leases/%2e%2E/tokens",
        "/v1/leases/..",
        "/v1/spaces/w:check?path=%2F..%2F..",
        "/v1/spaces/w:check?path=/a/../b"
      })
  void aPathThatClimbsIsRefusedInWordsThatHelp(String path) throws IOException {
    URI url = URI.create(node.url());
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                  .formatted(path, node.adminToken())
                  .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer)
          .startsWith("HTTP/1.1 400 ")
          .contains("INVALID_INPUT", "a segment must not be . or ..");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PUT     | /v1/leases          | POST, GET, HEAD
          DELETE  | /v1/leases/x        | GET, HEAD
          GET     | /v1/leases/x:renew  | POST
          PATCH   | /v1/spaces/x        | PUT, GET, HEAD
          OPTIONS | /v1/tokens          | POST, GET, HEAD
          POST    | /v1/tokens/x        | DELETE
          POST    | /healthz            | GET, HEAD
          DELETE  | /readyz             | GET, HEAD
          """)
  void aMethodThatDoesNotFitIsRefusedWithThoseThatDo(String method, String path, String allowed) {
    Response response = node.send(node.adminToken(), method, path, "");
    assertProblem(response, 405, "METHOD_NOT_ALLOWED");
    assertThat(response.header("allow")).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/leases, 200",
    "/v1/leases/none, 404",
    "/v1/tokens, 200",
    "/healthz, 200",
    "/readyz, 200",
    "/v1/nothing, 404",
    "/v1/leases/x:renew, 405",
  })
  void headIsAnsweredLikeGetWithoutABody(String path, int status) {
    Response get = node.get(path);
    Response head = node.send(node.adminToken(), "HEAD", path, "");
    assertThat(get.status()).isEqualTo(status);
    assertThat(head.status()).isEqualTo(status);
    assertThat(head.text()).isEmpty();
    assertThat(head.header("content-type")).isEqualTo(get.header("content-type"));
    assertThat(node.send("", "HEAD", "/v1/leases", "").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "application/xml",
        "application/grpc",
        ""
      })
  void onlyJsonIsTakenForABody(String type) {
    Response response = send(BODY, type);
    assertProblem(response, 400, "INVALID_INPUT");
    assertThat(response.get("field")).isEqualTo("Content-Type");
    assertThat(response.get("detail")).contains("application/json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON; charset=UTF-8",
        "application/vnd.git-lfs+json"
      })
  void jsonIsTakenUnderItsNames(String type) {
    Response response = send(BODY, type);
    assertThat(response.get("code")).isIn("", "SCOPE_OVERLAP");
  }

  private Response send(String body, String type) {
    return node.send(
        node.adminToken(), "POST", "/v1/leases", body.getBytes(StandardCharsets.UTF_8), type);
  }

  /** On a busy machine one of several is quick; all of them took three seconds once. */
  @Test
  void aConnectionThatIsToBeClosedIsClosedWithTheAnswer() throws Exception {
    Duration fastest = Duration.ofSeconds(30);
    for (int i = 0; i < 5 && fastest.compareTo(Duration.ofSeconds(2)) > 0; i++) {
      long begun = System.nanoTime();
      askAndClose();
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      fastest = took.compareTo(fastest) < 0 ? took : fastest;
    }
    assertThat(fastest).isLessThan(Duration.ofSeconds(2));
  }

  private void askAndClose() throws IOException {
    URI server = URI.create(node.url());
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write(
              "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void aBodyIsAsLargeAsItsKindNeeds() {
    assertProblem(node.post("/v1/leases", spaces(512 << 10)), 400, "INVALID_INPUT");
    assertProblem(node.post("/v1/leases", spaces((512 << 10) + 1)), 413, "PAYLOAD_TOO_LARGE");
    assertProblem(node.post("/v1/leases/x:renew", spaces(64 << 10)), 404, "LEASE_NOT_FOUND");
    assertProblem(
        node.post("/v1/leases/x:renew", spaces((64 << 10) + 1)), 413, "PAYLOAD_TOO_LARGE");
  }

  /** An empty object with spaces around it. */
  private static String spaces(int length) {
    return "{}" + " ".repeat(length - 2);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/leases?foo=1, foo",
    "/v1/leases?space=a&space=b, space",
    "/v1/leases?page_size=3, page_size",
    "/v1/leases?space=%zz, request",
    "/v1/leases?space=%C0%80, space",
    "/v1/leases?space=%00, request",
    "/v1/leases?%zz=1, request",
    "/v1/leases/x?leaseId=y, leaseId",
    "/v1/leases/%00, request",
    "/v1/leases/%FF, leaseId",
    "/v1/leases/a%3Ab, leaseId",
    "/v1/spaces/s:check?path=/a&mode=, mode"
  })
  void aUrlIsReadStrictly(String path, String field) throws IOException {
    String answer = raw("GET " + path + " HTTP/1.1", authorization());
    assertThat(answer)
        .startsWith("HTTP/1.1 400 ")
        .contains("\"code\":\"INVALID_INPUT\"")
        .contains("\"field\":\"" + field + "\"");
  }

  @Test
  void aRequestWithAQueryAndABodyKeepsThemApart() {
    Response response = node.post("/v1/leases?space=s", BODY);
    assertProblem(response, 400, "INVALID_INPUT");
    assertThat(response.get("field")).isEqualTo("space");
    Response get = node.send(node.adminToken(), "GET", "/v1/leases", "{}");
    assertProblem(get, 400, "INVALID_INPUT");
    assertThat(get.get("field")).isEqualTo("body");
    Response twice = node.post("/v1/leases/x:renew", "{\"leaseId\":\"y\"}");
    assertProblem(twice, 400, "INVALID_INPUT");
    assertThat(twice.get("field")).isEqualTo("leaseId");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GARBAGE                                       | 400
          BREW /v1/leases HTTP/1.1                      | 405
          CONNECT example.com:80 HTTP/1.1               | 400
          GET nothing HTTP/1.1                          | 400
          """)
  void whatIsNoHttpIsAProblemToo(String line, String status) throws IOException {
    String answer = raw(line, List.of());
    assertThat(answer).startsWith("HTTP/1.1 " + status);
    assertThat(answer).contains("application/problem+json").contains("\"code\":");
    assertThat(answer).doesNotContain("Exception").doesNotContain("rmeria");
  }

  @Test
  void headersAndLinesHaveLimits() throws IOException {
    assertThat(raw("GET /v1/leases?space=" + "x".repeat(9_000) + " HTTP/1.1", List.of()))
        .startsWith("HTTP/1.1 413 ")
        .contains("PAYLOAD_TOO_LARGE");
    assertThat(raw("GET /v1/leases HTTP/1.1", List.of("X-Large: " + "x".repeat(20_000))))
        .startsWith("HTTP/1.1 413 ")
        .contains("PAYLOAD_TOO_LARGE");
  }

  @Test
  void aBodyLargerThanPromisedOrNeverSentChangesNothing() throws IOException {
    assertThat(
            raw(
                "POST /v1/leases HTTP/1.1",
                List.of(authorization().get(0), "Content-Length: 104857600")))
        .startsWith("HTTP/1.1 413 ")
        .contains("PAYLOAD_TOO_LARGE");
    assertThat(
            raw("POST /v1/leases HTTP/1.1", List.of(authorization().get(0), "Content-Length: -1")))
        .startsWith("HTTP/1.1 400 ");
  }

  @Test
  void healthNeedsNoToken() {
    assertThat(node.send("", "GET", "/healthz", "").status()).isEqualTo(200);
    Response ready = node.send("", "GET", "/readyz", "");
    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.get("role")).isEqualTo("solo");
  }

  @Test
  void aNodeWithoutItsFilesIsNotReady() throws IOException {
    Path file = node.directory().resolve("admin.token");
    Path aside = node.directory().resolve("aside");
    Files.move(file, aside);
    try {
      Response ready = node.send("", "GET", "/readyz", "");
      assertProblem(ready, 503, "UNAVAILABLE");
      assertThat(ready.get("detail")).contains("admin.token");
      assertThat(node.send("", "GET", "/healthz", "").status()).isEqualTo(200);
    } finally {
      Files.move(aside, file);
    }
  }

  private List<String> authorization() {
    return List.of("Authorization: Bearer " + node.adminToken());
  }

  /** Sends what no well-behaved client would, and reads one response. */
  private String raw(String line, List<String> headers) throws IOException {
    URI uri = URI.create(node.url());
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(30_000);
      StringBuilder request = new StringBuilder(line).append("\r\nHost: localhost\r\n");
      headers.forEach(header -> request.append(header).append("\r\n"));
      request.append("\r\n");
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      StringBuilder response = new StringBuilder();
      int length = 0;
      for (String header = in.readLine(); !header.isEmpty(); header = in.readLine()) {
        response.append(header).append('\n');
        if (header.startsWith("content-length: ")) {
          length = Integer.parseInt(header.substring("content-length: ".length()));
        }
      }
      for (int i = 0; i < length; i++) {
        response.append((char) in.read());
      }
      return response.toString();
    }
  }

  /** A client over HTTP/2 that is refused while it sends is told so; its stream is not reset. */
  @ParameterizedTest
  @CsvSource({
    "/v1/leases, 10, 401",
    "/v1/leases, 1000000, 401",
    "/v1/nothing, 10, 404",
    "/v1/leases/x, 10, 405"
  })
  void aRefusalReachesAClientThatIsStillSending(String path, int length, int status)
      throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest first = HttpRequest.newBuilder(URI.create(node.url() + "/healthz")).build();
      assertThat(client.send(first, BodyHandlers.ofString()).version())
          .isEqualTo(HttpClient.Version.HTTP_2);
      HttpRequest late =
          HttpRequest.newBuilder(URI.create(node.url() + path))
              .header("Authorization", "Bearer none")
              .POST(new LateBody(" ".repeat(length)))
              .build();
      assertThat(client.send(late, BodyHandlers.ofString()).statusCode()).isEqualTo(status);
    }
  }
}
