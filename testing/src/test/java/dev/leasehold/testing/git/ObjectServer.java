package dev.leasehold.testing.git;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** A small server that keeps objects of git-lfs: where they are, and the objects themselves. */
final class ObjectServer implements AutoCloseable {

  private static final String KEY = "key-of-one-transfer";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final String credential;
  private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
  private final List<String> headersSeen = new CopyOnWriteArrayList<>();
  private final List<String> batches = new CopyOnWriteArrayList<>();

  /**
   * @param credential the header that whoever asks where objects are has to show
   */
  ObjectServer(String credential) throws IOException {
    this.credential = credential;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::serve);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  Map<String, byte[]> objects() {
    return objects;
  }

  /** The paths at which it was asked where objects are. */
  List<String> batches() {
    return batches;
  }

  /** All headers of all requests. */
  List<String> headersSeen() {
    return headersSeen;
  }

  private void serve(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    headersSeen.add(headers.entrySet().toString());
    String path = exchange.getRequestURI().getPath();
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (path.endsWith("/objects/batch")) {
      batches.add(path);
      boolean known = credential.equals(headers.getFirst("Authorization"));
      answer(exchange, known ? 200 : 401, known ? batch(JSON.readTree(body)) : new byte[0]);
    } else if (!KEY.equals(headers.getFirst("X-Key"))) {
      answer(exchange, 403, new byte[0]);
    } else if (exchange.getRequestMethod().equals("PUT")) {
      objects.put(path, body);
      answer(exchange, 200, new byte[0]);
    } else {
      byte[] found = objects.get(path);
      answer(exchange, found == null ? 404 : 200, found == null ? new byte[0] : found);
    }
  }

  private byte[] batch(JsonNode asked) throws IOException {
    ObjectNode answer = JSON.createObjectNode().put("transfer", "basic");
    ArrayNode all = answer.putArray("objects");
    String operation = asked.path("operation").asText();
    for (JsonNode object : asked.path("objects")) {
      String oid = object.path("oid").asText();
      ObjectNode told = all.addObject().put("oid", oid).put("size", object.path("size").asLong());
      told.put("authenticated", true);
      if (operation.equals("download") || !objects.containsKey("/store/" + oid)) {
        ObjectNode action = told.putObject("actions").putObject(operation);
        action.put("href", url() + "/store/" + oid).putObject("header").put("X-Key", KEY);
      }
    }
    return JSON.writeValueAsBytes(answer);
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "application/vnd.git-lfs+json");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
