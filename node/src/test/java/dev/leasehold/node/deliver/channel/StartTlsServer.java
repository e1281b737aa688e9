package dev.leasehold.node.deliver.channel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A mail server that begins in clear and goes on in TLS (RFC 3207), with one user. It remembers
 * what it was told before and after. The mail server of the library speaks TLS from the first byte
 * or never.
 */
final class StartTlsServer implements AutoCloseable {

  private final ServerSocket listening;
  private final SSLContext tls;
  private final String credential;
  private final List<String> inClear = new CopyOnWriteArrayList<>();
  private final List<String> inTls = new CopyOnWriteArrayList<>();
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private volatile boolean offersTls = true;

  StartTlsServer(SSLContext tls, String user, String password) throws IOException {
    this.tls = tls;
    this.credential = "\0" + user + "\0" + password;
    this.listening = new ServerSocket(0, 10, InetAddress.getByName("0.0.0.0"));
    Thread.ofVirtual().start(this::serve);
  }

  private void serve() {
    while (!listening.isClosed()) {
      try (Socket socket = listening.accept()) {
        if (new Conversation(socket, false).run()) {
          SSLSocket secured =
              (SSLSocket)
                  tls.getSocketFactory().createSocket(socket, null, socket.getPort(), false);
          secured.setUseClientMode(false);
          secured.startHandshake();
          new Conversation(secured, true).run();
        }
      } catch (IOException e) {
        // Clients that hang up are a case of these tests.
      }
    }
  }

  /** The dialogue on one connection, before TLS or after. */
  private final class Conversation {

    private final Socket socket;
    private final boolean secured;
    private final BufferedReader in;

    Conversation(Socket socket, boolean secured) throws IOException {
      this.socket = socket;
      this.secured = secured;
      this.in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    /** Whether TLS comes next. */
    boolean run() throws IOException {
      if (!secured) {
        say("220 here");
      }
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        (secured ? inTls : inClear).add(line);
        switch (line.split(" ", 2)[0].toUpperCase(Locale.ROOT)) {
          case "EHLO" -> {
            say("250-here");
            say(secured ? "250 AUTH PLAIN" : offersTls ? "250 STARTTLS" : "250 8BITMIME");
          }
          case "STARTTLS" -> {
            say("220 go on");
            return true;
          }
          case "AUTH" ->
              say(isKnown(line.substring(line.lastIndexOf(' ') + 1)) ? "235 welcome" : "535 no");
          case "DATA" -> take();
          case "QUIT" -> {
            say("221 bye");
            return false;
          }
          default -> say("250 ok");
        }
      }
      return false;
    }

    private void take() throws IOException {
      say("354 go on");
      StringBuilder text = new StringBuilder();
      for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
        text.append(line).append('\n');
      }
      messages.add(text.toString());
      say("250 ok");
    }

    private void say(String line) throws IOException {
      socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
    }
  }

  /** Before user and password may stand whom the user acts for. */
  private boolean isKnown(String shown) {
    byte[] text = Base64.getDecoder().decode(shown);
    return new String(text, StandardCharsets.US_ASCII).endsWith(credential);
  }

  void offerNoTls() {
    offersTls = false;
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Lines that anybody in between could have read. */
  List<String> inClear() {
    return List.copyOf(inClear);
  }

  List<String> inTls() {
    return List.copyOf(inTls);
  }

  List<String> messages() {
    return List.copyOf(messages);
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
