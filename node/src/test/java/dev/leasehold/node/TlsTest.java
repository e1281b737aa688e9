package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.node.TestCertificates.Pair;
import dev.leasehold.node.time.MovedTime;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port with TLS: what it takes, what it refuses, and whom a client's certificate names. */
class TlsTest {

  private static final String ACQUIRE = "{\"space\":\"s\",\"paths\":[\"/a\"]}";

  @TempDir static Path certificates;
  static Pair serverPair;
  static Pair bob;
  static Pair stranger;

  @TempDir Path directory;

  @BeforeAll
  static void make() throws Exception {
    serverPair = TestCertificates.make(certificates, "CN=localhost");
    bob = TestCertificates.make(certificates, "CN=bob,O=Fleet");
    stranger = TestCertificates.make(certificates, "CN=bob,O=Strangers");
  }

  private Server start(String host, Path certificate, Path key, Path clientCa) throws IOException {
    Access access =
        new Access(certificate, key, clientCa, null, null, null, "sub", "role", "spaces", 100);
    return Server.start(
        new Server.Options(directory, host, 0, false, new MovedTime(), e -> {}, access));
  }

  private static HttpResponse<String> send(
      Server server, Pair own, String token, String path, String body) throws Exception {
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(TestCertificates.client(serverPair, own))
            .build()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(server.url().replace("0.0.0.0", "localhost") + path));
      if (!token.isEmpty()) {
        request.header("Authorization", "Bearer " + token);
      }
      if (!body.isEmpty()) {
        request
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
      }
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  private static String admin(Server server) throws IOException {
    return Files.readString(server.adminTokenFile()).strip();
  }

  @Test
  void withTlsTheServerMayListenEverywhereAndSaysHttps() throws Exception {
    try (Server server = start("0.0.0.0", serverPair.certificate(), serverPair.key(), null)) {
      assertThat(server.url()).startsWith("https://0.0.0.0:");
      assertThat(send(server, null, "", "/readyz", "").statusCode()).isEqualTo(200);
      assertThat(send(server, null, admin(server), "/v1/leases", ACQUIRE).statusCode())
          .isEqualTo(200);
      assertThat(send(server, null, "", "/v1/leases", ACQUIRE).statusCode()).isEqualTo(401);
      assertThat(send(server, bob, "", "/v1/leases", ACQUIRE).statusCode())
          .as("certificates that nobody vouches for name nobody")
          .isEqualTo(401);
    }
  }

  @Test
  void withinTlsARequestMustEndBeyondDoubtToo() throws Exception {
    SSLContext tls = TestCertificates.client(serverPair, null);
    try (Server server = start("localhost", serverPair.certificate(), serverPair.key(), null);
        HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
      URI url = URI.create(server.url() + "/readyz");
      HttpResponse<String> response =
          client.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(response.statusCode()).isEqualTo(200);
      String good = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
      String bad = "GET /healthz HTTP/1.1\r\n\r\n";
      try (Socket socket = tls.getSocketFactory().createSocket("localhost", url.getPort())) {
        socket.setSoTimeout(30_000);
        socket.getOutputStream().write((good + bad + good).getBytes(StandardCharsets.US_ASCII));
        String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answers)
            .startsWith("HTTP/1.1 200 ")
            .containsOnlyOnce("HTTP/1.1 200 ")
            .containsOnlyOnce("HTTP/1.1 400 ");
      }
    }
  }

  @Test
  void whoSpeaksInClearIsNotAnswered() throws Exception {
    try (Server server = start("localhost", serverPair.certificate(), serverPair.key(), null);
        HttpClient client = HttpClient.newHttpClient()) {
      URI plain = URI.create(server.url().replace("https:", "http:") + "/readyz");
      assertThatThrownBy(
              () ->
                  client.send(
                      HttpRequest.newBuilder(plain).build(), HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aClientNeedsACertificateOfTheConfiguredIssuer() throws Exception {
    try (Server server =
        start("localhost", serverPair.certificate(), serverPair.key(), bob.certificate())) {
      assertThatThrownBy(() -> send(server, null, admin(server), "/readyz", ""))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> send(server, stranger, admin(server), "/readyz", ""))
          .isInstanceOf(IOException.class);
      assertThat(send(server, bob, "", "/readyz", "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void theCertificateNamesAnAgentUnlessATokenSaysMore() throws Exception {
    try (Server server =
        start("localhost", serverPair.certificate(), serverPair.key(), bob.certificate())) {
      HttpResponse<String> own = send(server, bob, "", "/v1/leases", ACQUIRE);
      assertThat(own.statusCode()).as(own.body()).isEqualTo(200);
      assertThat(own.body()).contains("\"holder\":\"bob\"");
      assertThat(send(server, bob, "", "/v1/tokens", "").statusCode()).isEqualTo(403);
      assertThat(send(server, bob, admin(server), "/v1/tokens", "").statusCode()).isEqualTo(200);
      assertThat(send(server, bob, "lh_wrong_token", "/v1/leases", "").statusCode())
          .as("a wrong token is not made good by a certificate")
          .isEqualTo(401);
    }
  }

  /** A browser shows the certificate for any page, so the request itself must be no page's. */
  @Test
  void aPostWithACertificateAloneNeedsTheContentTypeOfJson() throws Exception {
    try (Server server =
            start("localhost", serverPair.certificate(), serverPair.key(), bob.certificate());
        HttpClient client =
            HttpClient.newBuilder().sslContext(TestCertificates.client(serverPair, bob)).build()) {
      HttpRequest.Builder post =
          HttpRequest.newBuilder(URI.create(server.url() + "/v1/leases/x:renew"))
              .POST(HttpRequest.BodyPublishers.noBody());
      assertThat(text(client, post.copy())).contains("INVALID_INPUT", "Content-Type");
      assertThat(text(client, post.copy().header("Content-Type", "text/plain")))
          .contains("INVALID_INPUT", "Content-Type");
      assertThat(text(client, post.copy().header("Content-Type", "application/json")))
          .contains("LEASE_NOT_FOUND");
      assertThat(text(client, post.copy().header("Authorization", "Bearer " + admin(server))))
          .contains("LEASE_NOT_FOUND");
    }
  }

  private static String text(HttpClient client, HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void filesThatDoNotFitAreNamedAndTheKeyIsNotQuoted() throws Exception {
    Path nothing = certificates.resolve("nothing");
    assertThatIOException()
        .isThrownBy(() -> start("localhost", serverPair.certificate(), null, null))
        .withMessageContaining("both --tls-cert and --tls-key");
    assertThatIOException()
        .isThrownBy(() -> start("localhost", nothing, serverPair.key(), null))
        .withMessageContaining("cannot read " + nothing);
    assertThatIOException()
        .isThrownBy(() -> start("localhost", serverPair.key(), serverPair.key(), null))
        .withMessageContaining("TLS cannot start with")
        .withNoCause();
    assertThatIOException()
        .isThrownBy(() -> start("localhost", serverPair.certificate(), bob.key(), null))
        .withMessageContaining("is not the one of the certificate");
    start("localhost", serverPair.certificate(), serverPair.key(), null).close();
  }
}
