package dev.leasehold.cli;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Answers every request of HTTP/1.1 with the same leases, and refuses every call of gRPC: enough of
 * a server for a caller to load its classes, and no lease for which a command would be started.
 */
final class TrainingServer implements AutoCloseable {

  private static final String LEASE =
      "\"leaseId\":\"a\",\"policy\":\"file\",\"space\":\"s\",\"scope\":[\"/a\"],"
          + "\"mode\":\"EXCLUSIVE\",\"holder\":\"h\",\"state\":\"ACTIVE\",\"remaining\":\"300s\","
          + "\"issuedAt\":\"2026-01-01T00:00:00Z\",\"expiresAt\":\"2026-01-01T00:05:00Z\"";

  /** The answer to every request, which reads as a lease and as a list of leases. */
  private static final String LEASES = "{" + LEASE + ",\"leases\":[{" + LEASE + "}]}";

  /** The preface of an HTTP/2 connection, which looks like a request of HTTP/1.1. */
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int ACKNOWLEDGED = 1;
  private static final int WHOLE_AND_LAST = 5;

  /** The header {@code :status: 200}, by its index in the static table of HPACK (RFC 7541). */
  private static final int STATUS_200 = 0x88;

  /** A header follows that is in no table of HPACK and is not to be added to one. */
  private static final int IN_FULL = 0;

  private static final String UNAUTHENTICATED = "16";

  private final ServerSocket listener;

  private TrainingServer(ServerSocket listener) {
    this.listener = listener;
  }

  static TrainingServer start() throws IOException {
    TrainingServer server =
        new TrainingServer(new ServerSocket(0, 8, InetAddress.getLoopbackAddress()));
    Thread.ofPlatform().daemon().start(server::acceptAll);
    return server;
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket caller = listener.accept();
        Thread.ofPlatform().daemon().start(() -> answer(caller));
      } catch (IOException e) {
        // The training is over, or ends with a call that says why.
      }
    }
  }

  private static void answer(Socket caller) {
    try (caller) {
      DataInputStream in = new DataInputStream(caller.getInputStream());
      byte[] begin = new byte[PREFACE.length()];
      in.readFully(begin);
      if (new String(begin, StandardCharsets.US_ASCII).equals(PREFACE)) {
        refuseAll(in, caller.getOutputStream());
      } else if (in.read(new byte[8192]) > 0) {
        caller.getOutputStream().write(leases());
      }
    } catch (IOException e) {
      // The caller has what it wanted, or says why not.
    }
  }

  private static byte[] leases() {
    return ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
            + "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Length: "
            + LEASES.length()
            + "\r\n\r\n"
            + LEASES)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static void refuseAll(DataInputStream in, OutputStream out) throws IOException {
    out.write(frame(SETTINGS, 0, 0, new byte[0]));
    out.write(frame(SETTINGS, ACKNOWLEDGED, 0, new byte[0]));
    while (true) {
      int lengthAndType = in.readInt();
      in.readByte();
      int stream = in.readInt();
      in.skipNBytes(lengthAndType >>> 8);
      if ((lengthAndType & 0xff) == HEADERS) {
        out.write(frame(HEADERS, WHOLE_AND_LAST, stream, refusal()));
      }
    }
  }

  private static byte[] frame(int type, int flags, int stream, byte[] content) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.writeBytes(new byte[] {0, 0, (byte) content.length, (byte) type, (byte) flags, 0, 0});
    frame.writeBytes(new byte[] {(byte) (stream >>> 8), (byte) stream});
    frame.writeBytes(content);
    return frame.toByteArray();
  }

  private static byte[] refusal() {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    headers.write(STATUS_200);
    addHeader(headers, "content-type", "application/grpc");
    addHeader(headers, "grpc-status", UNAUTHENTICATED);
    return headers.toByteArray();
  }

  private static void addHeader(ByteArrayOutputStream headers, String name, String value) {
    headers.write(IN_FULL);
    for (String text : List.of(name, value)) {
      headers.write(text.length());
      headers.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
  }
}
