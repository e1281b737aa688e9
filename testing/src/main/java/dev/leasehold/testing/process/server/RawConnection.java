package dev.leasehold.testing.process.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** A connection for what no HTTP client would send. */
public final class RawConnection implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 30_000;
  private static final String END_OF_HEAD = "\r\n\r\n";

  private final Socket socket;
  private final OutputStream out;
  private final InputStream in;

  private RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.out = socket.getOutputStream();
    this.in = socket.getInputStream();
    socket.setSoTimeout(TIMEOUT_MILLIS);
  }

  public static RawConnection to(String url) throws IOException {
    URI server = URI.create(url);
    return new RawConnection(new Socket(server.getHost(), server.getPort()));
  }

  /** Sends the lines as ISO 8859-1, and an empty one that ends them. */
  public void sendHead(String... lines) throws IOException {
    send(latin1(String.join("\r\n", lines) + END_OF_HEAD));
  }

  public void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  public static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Waits until the server asks for the body, as it was told to with {@code Expect}. */
  public void awaitContinue() throws IOException {
    byte[] expected = latin1("HTTP/1.1 100 Continue" + END_OF_HEAD);
    byte[] said = in.readNBytes(expected.length);
    if (!Arrays.equals(said, expected)) {
      throw new IOException("no invitation: " + new String(said, StandardCharsets.ISO_8859_1));
    }
  }

  /** Whether the server has said something already. */
  public boolean isAnswered() throws IOException {
    return in.available() > 0;
  }

  /** The first whole answer, or what there was of it when the server said no more. */
  public Reply answer() throws IOException {
    StringBuilder text = new StringBuilder();
    byte[] buffer = new byte[8_192];
    try {
      while (!isWhole(text)) {
        int count = in.read(buffer);
        if (count < 0) {
          break;
        }
        text.append(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
      }
    } catch (SocketException | SocketTimeoutException e) {
      // An incomplete answer is returned as it is: a bad request need not get a good one.
    }
    return parse(text.toString());
  }

  private static boolean isWhole(StringBuilder text) {
    int end = text.indexOf(END_OF_HEAD);
    if (end < 0) {
      return false;
    }
    String length = header(text.substring(0, end), "content-length");
    return !length.isEmpty()
        && text.length() >= end + END_OF_HEAD.length() + Integer.parseInt(length);
  }

  private static Reply parse(String text) {
    int end = text.indexOf(END_OF_HEAD);
    if (end < 0) {
      return new Reply(0, "", text);
    }
    String head = text.substring(0, end);
    int status = Integer.parseInt(head.split(" ", 3)[1]);
    String body = text.substring(end + END_OF_HEAD.length());
    return new Reply(status, header(head, "content-type"), body);
  }

  /** The value of a header; empty if there is none. */
  private static String header(String head, String name) {
    for (String line : head.split("\r\n")) {
      if (line.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
        return line.substring(name.length() + 1).strip();
      }
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
