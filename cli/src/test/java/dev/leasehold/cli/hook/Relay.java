package dev.leasehold.cli.hook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes questions on to a server, and remembers them. */
final class Relay implements AutoCloseable {

  private final HttpServer here;
  private final String server;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private int pageSize;

  private Relay(HttpServer here, String server) {
    this.here = here;
    this.server = server;
  }

  static Relay to(String server) throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Relay relay = new Relay(HttpServer.create(anyPort, 0), server);
    relay.here.createContext("/", relay::pass);
    relay.here.start();
    return relay;
  }

  /** Lists have this many entries on a page, whatever is asked for. */
  Relay inPagesOf(int entries) {
    pageSize = entries;
    return this;
  }

  String url() {
    return "http://127.0.0.1:" + here.getAddress().getPort();
  }

  /** The paths of all questions, without what follows a question mark. */
  List<String> asked() {
    return asked;
  }

  private void pass(HttpExchange exchange) throws IOException {
    asked.add(exchange.getRequestURI().getPath());
    String question = exchange.getRequestURI().toString();
    if (pageSize > 0) {
      question = question.replaceFirst("pageSize=\\d+", "pageSize=" + pageSize);
    }
    HttpURLConnection onward =
        (HttpURLConnection) URI.create(server + question).toURL().openConnection();
    onward.setRequestProperty(
        "Authorization", exchange.getRequestHeaders().getFirst("Authorization"));
    try (exchange;
        InputStream answer = onward.getInputStream()) {
      byte[] body = answer.readAllBytes();
      exchange.getResponseHeaders().set("Content-Type", onward.getContentType());
      exchange.sendResponseHeaders(onward.getResponseCode(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    here.stop(0);
  }
}
