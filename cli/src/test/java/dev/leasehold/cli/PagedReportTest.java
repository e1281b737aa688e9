package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A report that is longer than a page of the server is shown whole. */
class PagedReportTest {

  private static final String PAGE =
      "{\"from\":\"2026-11-01\",\"to\":\"2026-11-30\",\"by\":[\"model\"],\"rows\":[{\"model\":\"%s\","
          + "\"unit\":\"tokens\",\"amount\":\"%d\",\"count\":\"1\"}]%s}";

  private static final List<String> MODELS = List.of("=1+1", "+a", "-b", "@c", "plain");

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private TestSurroundings shell;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/budget:report",
        exchange -> {
          String query = exchange.getRequestURI().getRawQuery();
          asked.add(query);
          int page = asked.size();
          String next = page < MODELS.size() ? ",\"nextPageToken\":\"p" + page + "\"" : "";
          byte[] body =
              PAGE.formatted(MODELS.get(page - 1), page, next).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    shell =
        new TestSurroundings()
            .with("LEASEHOLD_SERVER", "http://127.0.0.1:" + server.getAddress().getPort())
            .with("LEASEHOLD_TOKEN", "t");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Names that a spreadsheet would take for formulas are marked as texts. */
  @Test
  void theRowsOfAllPagesAreThereAndHarmless() {
    assertThat(shell.run("budget", "report", "--by", "model", "--format", "csv"))
        .as(shell.err())
        .isZero();
    assertThat(shell.out().lines())
        .containsExactly(
            "model,unit,amount,count",
            "'=1+1,tokens,1,1",
            "'+a,tokens,2,1",
            "'-b,tokens,3,1",
            "'@c,tokens,4,1",
            "plain,tokens,5,1");
    assertThat(asked).hasSize(5);
    assertThat(asked.get(1)).contains("pageToken=p1", "by=model");
  }

  @Test
  void jsonIsALineForEachPage() {
    assertThat(shell.run("budget", "report", "--json")).isZero();
    assertThat(shell.out().lines()).hasSize(5);
  }
}
