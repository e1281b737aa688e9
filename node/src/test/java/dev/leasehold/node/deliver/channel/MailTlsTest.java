package dev.leasehold.node.deliver.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.config.EncryptedKey;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.notice.SubscriptionKind;
import dev.leasehold.node.TestCertificates;
import jakarta.mail.internet.MimeMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mail over TLS with a password, against a server in this process. */
@Timeout(120)
class MailTlsTest {

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
      new Outgoing("msg_1", "Grüße\r\nBcc: eve@example.com", "A text.", "lease-1", new byte[0]);

  @TempDir Path directory;
  private static Path certificate;

  /** The mail server of the library takes its key from a file that properties name. */
  @BeforeAll
  static void makeCertificate(@TempDir Path keys) throws Exception {
    TestCertificates.Pair pair = TestCertificates.make(keys, "CN=mail");
    certificate = pair.certificate();
    System.setProperty("greenmail.tls.keystore.file", pair.store().toString());
    System.setProperty("greenmail.tls.keystore.password", "password");
  }

  private TestMailServer mail;

  @BeforeEach
  void start() {
    mail = TestMailServer.overTls();
    mail.addUser("ann@example.org", "leasehold", "right");
  }

  @AfterEach
  void stop() {
    mail.close();
  }

  private MailChannel channel(MailServer.Tls tls, String password, boolean trusts)
      throws Exception {
    return new MailChannel(
        new MailServer(
            "127.0.0.1",
            mail.port(),
            tls,
            "leasehold",
            password,
            "leases@example.com",
            trusts ? certificate : null),
        () -> 1_700_000_000_000_000_000L);
  }

  @Test
  void mailGoesOverTlsWithAPasswordAndNoHeaderCanBeAdded() throws Exception {
    channel(MailServer.Tls.TLS, "right", true).send(ANN, "s", MESSAGE);

    MimeMessage received = mail.received().get(0);
    assertThat(received.getSubject()).isEqualTo("Grüße Bcc: eve@example.com");
    assertThat(received.getAllRecipients()).hasSize(1);
    assertThat(received.getHeader("Bcc")).isNull();
    assertThat(received.getMessageID()).isEqualTo("<msg_1@example.com>");
    assertThatThrownBy(() -> channel(MailServer.Tls.TLS, "wrong", true).send(ANN, "s", MESSAGE))
        .isInstanceOf(DeliveryFailedException.class)
        .hasMessageContaining("password")
        .hasMessageNotContaining("wrong");
  }

  @Test
  void aServerThatIsNotTrustedGetsNothing() throws Exception {
    MailChannel channel = channel(MailServer.Tls.TLS, "right", false);
    assertThatThrownBy(() -> channel.send(ANN, "s", MESSAGE))
        .isInstanceOf(DeliveryFailedException.class)
        .hasMessageContaining("not safely");
    assertThat(mail.received()).isEmpty();
  }

  @Test
  void aServerWithoutTlsGetsNothingWhereTlsIsNeeded() throws Exception {
    try (TestMailServer plain = TestMailServer.plain()) {
      MailChannel channel =
          new MailChannel(
              new MailServer(
                  "127.0.0.1",
                  plain.port(),
                  MailServer.Tls.STARTTLS,
                  "leasehold",
                  "canary",
                  "leases@example.com",
                  null),
              () -> 0);
      assertThatThrownBy(() -> channel.send(ANN, "s", MESSAGE))
          .isInstanceOf(DeliveryFailedException.class)
          .hasMessageNotContaining("canary");
      assertThat(plain.received()).isEmpty();
    }
  }

  @Test
  void whatTheServerTookIsDeliveredHoweverTheConnectionEnds() throws Exception {
    try (ServerSocket rude = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server = Thread.ofVirtual().start(() -> takeOneAndHangUp(rude));
      MailServer at =
          new MailServer(
              "127.0.0.1",
              rude.getLocalPort(),
              MailServer.Tls.NONE,
              "",
              "",
              "leases@example.com",
              null);
      assertThatCode(() -> new MailChannel(at, () -> 0).send(ANN, "s", MESSAGE))
          .doesNotThrowAnyException();
      server.join();
    }
  }

  /** Takes one message, and resets the connection instead of an answer to the goodbye. */
  private static void takeOneAndHangUp(ServerSocket rude) {
    try (Socket socket = rude.accept();
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      OutputStream out = socket.getOutputStream();
      out.write("220 here\r\n".getBytes(StandardCharsets.US_ASCII));
      boolean inText = false;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith("QUIT")) {
          socket.setSoLinger(true, 0);
          return;
        }
        boolean starts = line.equals("DATA");
        boolean ends = line.equals(".");
        inText = starts || (inText && !ends);
        if (starts || !inText) {
          out.write((starts ? "354 go on\r\n" : "250 ok\r\n").getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFileWithoutCertificatesIsRefusedAtTheStart() throws Exception {
    Path file = Files.writeString(directory.resolve("empty.pem"), "nothing");
    assertThatThrownBy(
            () ->
                new MailChannel(
                    new MailServer(
                        "mail", 25, MailServer.Tls.TLS, "", "", "leases@example.com", file),
                    () -> 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("certificates");
  }
}
