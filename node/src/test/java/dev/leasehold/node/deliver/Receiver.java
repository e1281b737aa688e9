package dev.leasehold.node.deliver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Somebody outside who takes messages, or does not. */
final class Receiver implements AutoCloseable {

  /** A message that came. */
  record Received(String path, Map<String, String> headers, String body) {

    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile int status = 200;

  /** Says nothing at all instead of an answer. */
  static final int NOTHING = 0;

  Receiver() {
    this(null);
  }

  /**
   * @param tls what it speaks https with; null for http
   */
  Receiver(@Nullable SSLContext tls) {
    this.scheme = tls == null ? "http" : "https";
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try {
      if (tls == null) {
        server = HttpServer.create(free, 0);
      } else {
        HttpsServer secured = HttpsServer.create(free, 0);
        secured.setHttpsConfigurator(new HttpsConfigurator(tls));
        server = secured;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    received.add(new Received(exchange.getRequestURI().toString(), headers, body));
    int answer = status;
    if (answer == NOTHING) {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (answer >= 300 && answer < 400) {
      exchange.getResponseHeaders().set("Location", url("/elsewhere"));
    }
    exchange.sendResponseHeaders(answer == NOTHING ? 200 : answer, -1);
    exchange.close();
  }

  void answerWith(int newStatus) {
    status = newStatus;
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url(String path) {
    return scheme + "://127.0.0.1:" + port() + path;
  }

  List<Received> received() {
    return List.copyOf(received);
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
