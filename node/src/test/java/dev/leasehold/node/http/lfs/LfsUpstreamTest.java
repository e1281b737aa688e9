package dev.leasehold.node.http.lfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.leasehold.node.LfsUpstreamSettings;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects are another server's: it is asked, and nobody's secret goes from one to the other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LfsUpstreamTest {

  private static final String PASSWORD = "upstream-secret-1";
  private static final String SHOWN =
      Base64.getEncoder().encodeToString(("robot:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

  /** The request that the upstream got last. */
  private record Asked(String path, String authorization, String body) {}

  private final AtomicReference<Asked> asked = new AtomicReference<>();
  private volatile int status = 200;
  private volatile String answer = "{}";
  private HttpServer upstream;
  private ServedNode node;
  private LfsClient alice;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    upstream.createContext("/", this::reply);
    upstream.start();
    Path credential =
        Files.writeString(directory.resolve("credential"), "robot:" + PASSWORD + "\n");
    String url =
        "http://127.0.0.1:" + upstream.getAddress().getPort() + "/git/{space}.git/info/lfs/";
    node = ServedNode.open(directory.resolve("data"), new LfsUpstreamSettings(url, credential));
    alice = LfsClient.agent(node, "alice", "org%2Frepo");
  }

  @AfterAll
  void stop() throws IOException {
    node.close();
    upstream.stop(0);
  }

  private void reply(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.set(
        new Asked(
            exchange.getRequestURI().getRawPath(),
            exchange.getRequestHeaders().getFirst("Authorization"),
            body));
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/vnd.git-lfs+json");
    exchange.getResponseHeaders().add("X-Inside", "not for clients");
    exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Response batch(int upstreamStatus, String upstreamAnswer) {
    status = upstreamStatus;
    answer = upstreamAnswer.replace('\'', '"');
    return alice.post(
        "/objects/batch",
        "{'operation':'upload','transfers':['basic'],'objects':[{'oid':'12','size':3}]}");
  }

  @Test
  void aBatchIsForwardedInTheNameOfThisServer() {
    String objects =
        "{'transfer':'basic','objects':[{'oid':'12','size':3,'authenticated':true,'actions':"
            + "{'upload':{'href':'http://store/12','header':{'X-Key':'other'}}}}]}";
    Response told = batch(200, objects);

    assertThat(told.status()).isEqualTo(200);
    assertThat(told.header("content-type")).isEqualTo(LfsClient.LFS_JSON);
    assertThat(told.text()).isEqualTo(objects.replace('\'', '"'));
    assertThat(told.headers()).doesNotContainKeys("x-inside", "location");
    assertThat(asked.get().path()).isEqualTo("/git/org/repo.git/info/lfs/objects/batch");
    assertThat(asked.get().authorization()).isEqualTo("Basic " + SHOWN);
    assertThat(asked.get().body()).contains("\"oid\":\"12\"").doesNotContain(alice.token());
  }

  @ParameterizedTest
  @ValueSource(strings = {PASSWORD, "\\u0075pstream-secret-1"})
  void theCredentialComesBackInNoForm(String echoed) {
    for (String form : new String[] {echoed, "Basic " + SHOWN, "x " + echoed + " y"}) {
      Response told =
          batch(200, "{'objects':[{'actions':{'download':{'header':{'A':'" + form + "'}}}}]}");
      assertThat(told.status()).isEqualTo(502);
      assertThat(told.text()).doesNotContain(PASSWORD, SHOWN);
      Response asName = batch(200, "{'" + form + "':1}");
      assertThat(asName.status()).isEqualTo(502);
      Response inMessage = batch(422, "{'message':'" + form + "'}");
      assertThat(inMessage.status()).isEqualTo(422);
      assertThat(inMessage.text()).doesNotContain(PASSWORD, SHOWN);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "401, 502",
    "403, 502",
    "302, 502",
    "400, 502",
    "500, 502",
    "404, 404",
    "410, 410",
    "413, 413",
    "422, 422",
    "429, 429",
    "503, 503",
    "507, 507"
  })
  void refusalsThatConcernTheRequestAreToldAndOthersAreThisServersFault(int given, int told) {
    Response response = batch(given, "{'message':'the reason of the upstream'}");
    assertThat(response.status()).isEqualTo(told);
    if (told != 502) {
      assertThat(response.get("message")).contains("the reason of the upstream");
    } else {
      assertThat(response.get("message")).contains("admin");
    }
    assertThat(response.header("lfs-authenticate")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nothing", "[]", "{", "<html>"})
  void whatIsNoAnswerIsNotPassedOn(String body) {
    Response response = batch(200, body);
    assertThat(response.status()).isEqualTo(502);
    assertThat(response.text()).doesNotContain("html");
  }

  @Test
  void answersAreBounded() {
    Response response = batch(200, "{'objects':'" + "x".repeat(3 << 20) + "'}");
    assertThat(response.status()).isEqualTo(502);
  }

  @Test
  void whoMayNotPushUploadsNothing() {
    LfsClient auditor = new LfsClient(node, node.tokenFor("aud", "auditor"), "org%2Frepo");
    asked.set(null);
    assertThat(auditor.post("/objects/batch", "{'operation':'upload'}").status()).isEqualTo(403);
    assertThat(auditor.post("/objects/batch", "{'operation':'else'}").status()).isEqualTo(400);
    assertThat(
            auditor
                .post("/objects/batch", "{'operation':'download','Operation':'upload'}")
                .status())
        .isEqualTo(400);
    assertThat(auditor.post("/objects/batch", "").status()).isEqualTo(400);
    assertThat(asked.get()).isNull();
    status = 200;
    answer = "{\"objects\":[]}";
    assertThat(auditor.post("/objects/batch", "{'operation':'download'}").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%2F%2Fb", "%2Fa", "a%2F", "a%20b"})
  void namesOfSpacesDoNotLeadElsewhere(String space) {
    asked.set(null);
    LfsClient other = new LfsClient(node, alice.token(), space);
    Response response = other.post("/objects/batch", "{'operation':'download'}");
    assertThat(response.status()).isEqualTo(404);
    assertThat(asked.get()).isNull();
  }

  @Test
  void partsThatGoUpAreNoNamesEither() throws IOException {
    LfsUpstreamAddress address = LfsUpstreamAddress.read("https://h/{space}", null);
    assertThat(address.batchPath("a/../b")).isNull();
    assertThat(address.batchPath(".")).isNull();
    assertThat(address.batchPath("a/.b")).isEqualTo("/a/.b/objects/batch");
  }

  @Test
  void aServerThatIsGoneIsToldOf(@TempDir Path directory) throws IOException {
    try (ServedNode alone =
        ServedNode.open(directory, new LfsUpstreamSettings("http://127.0.0.1:1/{space}", null))) {
      Response response =
          LfsClient.agent(alone, "alice", "s").post("/objects/batch", "{'operation':'download'}");
      assertThat(response.status()).isEqualTo(502);
      assertThat(response.get("message")).contains("did not answer");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/lfs,              {space} once",
    "https://h/{space}/{space},  {space} once",
    "https://{space}/x,          in its path",
    "https://h/x?y={space},      no query",
    "https://u:p@h/{space},      password",
    "ftp://h/{space},            https://",
    "h/{space},                  https://",
    "http://h/{space},           sent a credential",
    "https://h/{space} x,        valid URL"
  })
  void addressesThatCannotBeMeantAreRefusedAtTheStart(
      String url, String sentence, @TempDir Path directory) throws IOException {
    Path credential = Files.writeString(directory.resolve("credential"), "robot:" + PASSWORD);
    assertThatThrownBy(
            () -> ServedNode.open(directory.resolve("d"), new LfsUpstreamSettings(url, credential)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(sentence)
        .hasMessageNotContaining(PASSWORD);
    assertThat(directory.resolve("d")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "no-colon-in-it", "user:short", "user:two words here", "a:bcdefghijk\nx"})
  void credentialsThatCannotBeMeantAreRefusedAtTheStart(String line, @TempDir Path directory)
      throws IOException {
    Path credential = Files.writeString(directory.resolve("credential"), line);
    assertThatThrownBy(() -> LfsUpstreamAddress.read("https://h/{space}", credential))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("credential");
  }

  @Test
  void aBearerTokenIsShownAsItIs(@TempDir Path directory) throws IOException {
    Path credential = Files.writeString(directory.resolve("credential"), "Bearer abcdefgh12\n");
    LfsUpstreamAddress address = LfsUpstreamAddress.read("https://h:8443/{space}", credential);
    assertThat(address.authorization()).isEqualTo("Bearer abcdefgh12");
    assertThat(address.secrets()).containsExactly("abcdefgh12");
    assertThat(address.batchPath("s")).isEqualTo("/s/objects/batch");
    assertThat(address).hasToString("https://h:8443/{space}/objects/batch");
  }
}
