package dev.leasehold.gateway;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;

/**
 * A provider on this machine that answers as a test says, byte by byte if need be. The name of the
 * model chooses the answer, so that tests can run side by side.
 */
final class PlayedProvider implements AutoCloseable {

  /** A request as it came. */
  record Asked(String path, Map<String, String> headers, String body) {}

  /** Answers one request, with the connection in its hand. */
  interface Part {
    void play(Asked asked, Answer answer) throws IOException, InterruptedException;
  }

  private final ServerSocket entrance;
  private final Map<String, Part> parts = new ConcurrentHashMap<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final List<Closeable> open = new CopyOnWriteArrayList<>();

  PlayedProvider() throws IOException {
    entrance = new ServerSocket(0, 600, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::listen);
  }

  String url() {
    return "http://127.0.0.1:" + entrance.getLocalPort();
  }

  /** From now on requests for this model are answered so. */
  void when(String model, Part part) {
    parts.put(model, part);
  }

  /** The requests for a model. */
  List<Asked> asked(String model) {
    return asked.stream().filter(one -> one.body.contains('"' + model + '"')).toList();
  }

  private void listen() {
    try {
      while (true) {
        Socket socket = entrance.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      Asked request = read(socket.getInputStream());
      asked.add(request);
      Part part =
          parts.entrySet().stream()
              .filter(entry -> request.body.contains('"' + entry.getKey() + '"'))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("nobody plays " + request.body));
      part.play(request, new Answer(socket, socket.getOutputStream()));
    } catch (IOException e) {
      // The gateway has hung up.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  private static Asked read(InputStream in) throws IOException {
    String first = line(in);
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Asked(first.split(" ")[1], headers, body);
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("hung up");
      }
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /** The other end of the line. */
  record Answer(Socket socket, OutputStream out) {

    void head(int status, String... headers) throws IOException {
      StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Played\r\n");
      for (String header : headers) {
        head.append(header).append("\r\n");
      }
      send(head + "Connection: close\r\n\r\n");
    }

    void send(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    void json(int status, String body, String... headers) throws IOException {
      bytes(status, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    void gzipped(String body, String type) throws IOException {
      bytes(200, gzip(body), "Content-Encoding: gzip", "Content-Type: " + type);
    }

    void bytes(int status, byte[] body, String... headers) throws IOException {
      String[] all = Arrays.copyOf(headers, headers.length + 1);
      all[headers.length] = "Content-Length: " + body.length;
      boolean typed = String.join("", headers).contains("Content-Type");
      if (!typed) {
        all = Arrays.copyOf(all, all.length + 1);
        all[all.length - 1] = "Content-Type: application/json";
      }
      head(status, all);
      out.write(body);
      out.flush();
    }

    /** Begins a stream of events. */
    void events() throws IOException {
      head(200, "Content-Type: text/event-stream; charset=utf-8");
    }

    void event(String data) throws IOException {
      send("data: " + data + "\n\n");
    }

    void event(String name, String data) throws IOException {
      send("event: " + name + "\ndata: " + data + "\n\n");
    }

    /** Hangs up as a machine does that dies: the other side sees a reset. */
    void breakOff() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    /** Returns when the other side has hung up. */
    void awaitHangUp() throws IOException {
      while (socket.getInputStream().read() >= 0) {
        // Nothing more is expected.
      }
    }

    static byte[] gzip(String text) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    for (Closeable one : open) {
      one.close();
    }
  }
}
