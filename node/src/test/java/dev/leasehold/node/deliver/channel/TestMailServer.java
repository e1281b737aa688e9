package dev.leasehold.node.deliver.channel;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.internet.MimeMessage;
import java.util.List;

/**
 * A mail server in this process. Its threads die with an exception when a client hangs up, and
 * Awaitility lets any dying thread fail any test that waits; so they live in a group that keeps
 * their exceptions to itself.
 */
public final class TestMailServer implements AutoCloseable {

  private final GreenMail mail;
  private final String protocol;

  private TestMailServer(GreenMail mail, String protocol) {
    this.mail = mail;
    this.protocol = protocol;
  }

  /** A server that speaks plain SMTP. */
  public static TestMailServer plain() {
    return start(ServerSetup.PROTOCOL_SMTP);
  }

  /** A server that speaks TLS from the first byte. */
  public static TestMailServer overTls() {
    return start(ServerSetup.PROTOCOL_SMTPS);
  }

  private static TestMailServer start(String protocol) {
    GreenMail[] started = new GreenMail[1];
    Thread starter =
        new Thread(
            new QuietGroup(),
            () -> {
              GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", protocol));
              mail.start();
              started[0] = mail;
            });
    starter.start();
    try {
      starter.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (started[0] == null) {
      throw new IllegalStateException("the mail server did not start");
    }
    return new TestMailServer(started[0], protocol);
  }

  public void addUser(String address, String login, String password) {
    mail.setUser(address, login, password);
  }

  public int port() {
    return protocol.equals(ServerSetup.PROTOCOL_SMTPS)
        ? mail.getSmtps().getPort()
        : mail.getSmtp().getPort();
  }

  public List<MimeMessage> received() {
    return List.of(mail.getReceivedMessages());
  }

  @Override
  public void close() {
    mail.stop();
  }

  /** The group of the server's threads. */
  private static final class QuietGroup extends ThreadGroup {

    private QuietGroup() {
      super("mail server");
    }

    @Override
    public void uncaughtException(Thread thread, Throwable exception) {
      // A client that hangs up is a case of these tests.
    }
  }
}
