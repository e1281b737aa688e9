package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.TestCertificates;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.time.MovedTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks over https, to receivers whose certificates are good or not. */
@Timeout(180)
class WebhookTlsTest {

  private static final String BAD_CERTIFICATE =
      "the receiver's certificate is not trusted, is out of date, or is of another host";

  @TempDir static Path directory;

  private static Receiver receiver;
  private static Receiver stranger;
  private static ServedNode node;

  @BeforeAll
  static void start() throws Exception {
    TestCertificates.Pair known = TestCertificates.make(directory, "CN=known");
    TestCertificates.Pair unknown = TestCertificates.make(directory, "CN=unknown");
    receiver = new Receiver(TestCertificates.server(known));
    stranger = new Receiver(TestCertificates.server(unknown));
    node =
        ServedNode.start(
            directory.resolve("data"),
            new MovedTime(),
            new DeliverySettings(
                true,
                null,
                WebhookTlsTest::find,
                Duration.ofSeconds(20),
                clients ->
                    clients.tlsCustomizer(tls -> tls.trustManager(known.certificate().toFile()))));
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
    receiver.close();
    stranger.close();
  }

  private static List<InetAddress> find(String host) throws UnknownHostException {
    InetAddress here = InetAddress.getByName("127.0.0.1");
    return switch (host) {
      case "localhost", "127.0.0.1", "other.example" -> List.of(here);
      case "two-faced.example" -> List.of(here, InetAddress.getByName("169.254.169.254"));
      default -> throw new UnknownHostException(host);
    };
  }

  /** Adds a webhook, has it tested, and tells what has become of the test. */
  private static JsonNode tested(String url) {
    ServedNode.Response added =
        node.post("/v1/webhooks", "{\"url\":\"" + url + "\",\"types\":[\"lease.revoked\"]}");
    assertThat(added.status()).as(added.text()).isEqualTo(200);
    String webhook = "/v1/webhooks/" + added.get("id");
    node.post(webhook + ":test", "");
    await().until(() -> attempted(webhook).path("attempts").asInt() == 1);
    return attempted(webhook);
  }

  private static JsonNode attempted(String webhook) {
    return node.get(webhook).json().at("/report/deliveries/0");
  }

  private static void assertRefused(JsonNode delivery, String why) {
    assertThat(delivery.path("state").asText()).as("tried again later").isEqualTo("WAITING");
    assertThat(delivery.path("error").asText()).isEqualTo(why);
  }

  @Test
  void aReceiverWhoseCertificateIsTrustedGetsTheMessage() {
    JsonNode delivery = tested("https://localhost:" + receiver.port() + "/good?x=1");
    assertThat(delivery.path("state").asText()).isEqualTo("DELIVERED");
    assertThat(receiver.received())
        .filteredOn(one -> one.path().equals("/good?x=1"))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.header("host")).isEqualTo("localhost:" + receiver.port());
              assertThat(one.header("webhook-signature")).startsWith("v1,");
              assertThat(one.body()).contains("This is a test of the address");
            });
  }

  @Test
  void aCertificateThatNobodyVouchesForIsRefused() {
    assertRefused(tested("https://localhost:" + stranger.port() + "/"), BAD_CERTIFICATE);
    assertThat(stranger.received()).isEmpty();
  }

  @Test
  void aGoodCertificateOfAnotherHostIsRefused() {
    assertRefused(tested("https://other.example:" + receiver.port() + "/other"), BAD_CERTIFICATE);
    assertThat(receiver.received()).noneMatch(one -> one.path().equals("/other"));
  }

  @Test
  void aReceiverThatSpeaksNoTlsIsTold() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Thread.ofVirtual().start(() -> answerInClear(plain));
      assertRefused(
          tested("https://localhost:" + plain.getLocalPort() + "/"),
          "the receiver does not speak TLS as it should");
    }
  }

  private static void answerInClear(ServerSocket plain) {
    try (Socket socket = plain.accept()) {
      socket.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void addressesAreCheckedBeforeAnyHandshake() {
    JsonNode delivery = tested("https://two-faced.example:" + receiver.port() + "/guarded");
    assertThat(delivery.path("error").asText()).contains("an address that messages never go to");
    assertThat(receiver.received()).noneMatch(one -> one.path().equals("/guarded"));
  }
}
