package dev.leasehold.node.deliver.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.node.TestCertificates;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mail to a server that begins in clear and goes on in TLS. */
@Timeout(120)
class StartTlsTest {

  private static final Subscription ANN =
      new Subscription(
          "ad-1",
          SubscriptionKind.MAIL,
          "ann",
          "ann@example.org",
          List.of(),
          List.of(),
          "",
          new EncryptedKey(new byte[] {1}),
          "",
          "admin",
          1,
          1,
          1);

  private static final Outgoing MESSAGE =
      new Outgoing("msg_1", "A subject", "A text.", "lease-1", new byte[0]);

  private static TestCertificates.Pair known;
  private StartTlsServer server;

  @BeforeAll
  static void makeCertificate(@TempDir Path keys) throws Exception {
    known = TestCertificates.make(keys, "CN=mail");
  }

  @BeforeEach
  void start() throws Exception {
    server = new StartTlsServer(TestCertificates.server(known), "leasehold", "canary");
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private MailChannel channel(String host, String password, boolean trusts) throws Exception {
    return new MailChannel(
        new MailServer(
            host,
            server.port(),
            MailServer.Tls.STARTTLS,
            "leasehold",
            password,
            "leases@example.com",
            trusts ? known.certificate() : null),
        () -> 1_700_000_000_000_000_000L);
  }

  private void assertRefused(MailChannel channel, String why) {
    assertThatThrownBy(() -> channel.send(ANN, "s", MESSAGE))
        .isInstanceOf(DeliveryFailedException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("canary");
    assertThat(server.messages()).isEmpty();
  }

  @Test
  void passwordAndMessageGoOverTlsAlone() throws Exception {
    channel("127.0.0.1", "canary", true).send(ANN, "s", MESSAGE);

    assertThat(server.messages()).singleElement().asString().contains("A text.");
    assertThat(server.inClear())
        .extracting(line -> line.split(" ")[0])
        .containsExactly("EHLO", "STARTTLS");
    assertThat(server.inTls())
        .contains("MAIL FROM:<leases@example.com>", "RCPT TO:<ann@example.org>");
  }

  @Test
  void aWrongPasswordIsTold() throws Exception {
    assertRefused(channel("127.0.0.1", "wrong", true), "refused the server's password");
  }

  @Test
  void aServerThatIsNotTrustedGetsNoPassword() throws Exception {
    assertRefused(channel("127.0.0.1", "canary", false), "not safely");
    assertThat(server.inTls()).isEmpty();
  }

  @Test
  void aGoodCertificateOfAnotherHostIsRefused() throws Exception {
    // Another name of this machine, which the certificate does not have.
    assertRefused(channel("127.0.0.2", "canary", true), "not safely");
    assertThat(server.inTls()).isEmpty();
  }

  /** Somebody in between who takes the offer of TLS out of the answer. */
  @Test
  void aServerThatDoesNotOfferTlsGetsNoPassword() throws Exception {
    server.offerNoTls();
    assertRefused(channel("127.0.0.1", "canary", true), "not safely");
    assertThat(server.inClear())
        .noneMatch(line -> line.startsWith("AUTH") || line.startsWith("MAIL"));
  }
}
