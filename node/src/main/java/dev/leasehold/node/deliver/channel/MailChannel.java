package dev.leasehold.node.deliver.channel;

import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.node.persist.files.Sha256;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Date;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Properties;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands mail over to a server: plain text, one message for each notice, those of one lease in one
 * thread.
 */
final class MailChannel implements Channel {

  private static final String PATIENCE_MILLIS = "20000";
  private static final Logger LOG = LoggerFactory.getLogger(MailChannel.class);

  private final MailServer server;
  private final LongSupplier wallNanos;
  private final Session session;

  /**
   * @throws IOException with a sentence for the person who started the server
   */
  MailChannel(MailServer server, LongSupplier wallNanos) throws IOException {
    this.server = server;
    this.wallNanos = wallNanos;
    this.session = Session.getInstance(properties(server));
  }

  private static Properties properties(MailServer server) throws IOException {
    Properties properties = new Properties();
    properties.put("mail.smtp.host", server.host());
    properties.put("mail.smtp.port", Integer.toString(server.port()));
    for (String which : new String[] {"connectiontimeout", "timeout", "writetimeout"}) {
      properties.put("mail.smtp." + which, PATIENCE_MILLIS);
    }
    properties.put("mail.smtp.quitwait", "false");
    properties.put("mail.smtp.auth", Boolean.toString(!server.user().isEmpty()));
    boolean starts = server.tls() == MailServer.Tls.STARTTLS;
    properties.put("mail.smtp.starttls.enable", Boolean.toString(starts));
    properties.put("mail.smtp.starttls.required", Boolean.toString(starts));
    properties.put("mail.smtp.ssl.enable", Boolean.toString(server.tls() == MailServer.Tls.TLS));
    properties.put("mail.smtp.ssl.checkserveridentity", "true");
    Path trusted = server.trusted();
    if (trusted != null) {
      properties.put("mail.smtp.ssl.socketFactory", trusting(trusted));
    }
    return properties;
  }

  private static SSLSocketFactory trusting(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca-" + number++, certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IOException(file + " holds no certificates that can be trusted", e);
    }
  }

  @Override
  public void send(Subscription to, String secret, Outgoing message)
      throws DeliveryFailedException {
    try {
      MimeMessage mail = written(to, message);
      Transport transport = session.getTransport("smtp");
      try {
        if (server.user().isEmpty()) {
          transport.connect();
        } else {
          transport.connect(server.user(), server.password());
        }
        transport.sendMessage(mail, mail.getAllRecipients());
      } finally {
        hangUp(transport);
      }
    } catch (AuthenticationFailedException e) {
      throw DeliveryFailedException.forNow("the mail server refused the server's password");
    } catch (SendFailedException e) {
      throw DeliveryFailedException.forNow("the mail server refused the message: " + lastOf(e));
    } catch (MessagingException e) {
      throw DeliveryFailedException.forNow("the mail server cannot be reached, or not safely");
    }
  }

  /**
   * Closes the connection. The server has the mail that it took, so a failure here does not matter.
   */
  private static void hangUp(Transport transport) {
    try {
      transport.close();
    } catch (MessagingException e) {
      LOG.debug("the mail server did not say goodbye", e);
    }
  }

  private static String lastOf(MessagingException failure) {
    Exception last = failure;
    while (last instanceof MessagingException e && e.getNextException() != null) {
      last = e.getNextException();
    }
    return String.valueOf(last.getMessage());
  }

  private MimeMessage written(Subscription to, Outgoing message) throws MessagingException {
    String id = "<" + message.id() + "@" + domain() + ">";
    MimeMessage mail =
        new MimeMessage(session) {
          /** Every attempt has one id, by which a mail that arrives twice is known. */
          @Override
          protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", id);
          }
        };
    mail.setFrom(new InternetAddress(server.from(), true));
    mail.setRecipient(Message.RecipientType.TO, new InternetAddress(to.address(), true));
    mail.setSubject(oneLine(message.subject()), StandardCharsets.UTF_8.name());
    mail.setSentDate(new Date(wallNanos.getAsLong() / 1_000_000));
    // RFC 3834: no machine answers to it.
    mail.setHeader("Auto-Submitted", "auto-generated");
    if (!message.thread().isEmpty()) {
      String root = "<lease." + hash(message.thread()) + "@" + domain() + ">";
      mail.setHeader("In-Reply-To", root);
      mail.setHeader("References", root);
    }
    mail.setText(text(to, message), StandardCharsets.UTF_8.name());
    mail.saveChanges();
    return mail;
  }

  private static String text(Subscription to, Outgoing message) {
    return message.text()
        + "\n\n-- \nLeasehold sends this to an address of %s. To stop it: leasehold notify rm %s\n"
            .formatted(to.holder(), to.id());
  }

  private String domain() {
    return server.from().substring(server.from().indexOf('@') + 1).toLowerCase(Locale.ROOT);
  }

  /** No line ends inside a header. */
  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }

  private static String hash(String leaseId) {
    byte[] all = Sha256.of(leaseId.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(all, 0, 16);
  }
}
