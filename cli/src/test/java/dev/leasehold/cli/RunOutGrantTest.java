package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A wait whose lease ran out before the server could say that it was granted. */
@Timeout(180)
class RunOutGrantTest {

  private static final String LEASE =
      "{\"leaseId\":\"l-1\",\"holder\":\"a\",\"state\":\"ACTIVE\",\"space\":\"s\",\"scope\":[\"/a\"]}";
  private static final String RUN_OUT =
      "{\"status\":409,\"code\":\"LEASE_EXPIRED\",\"detail\":\"it has run"
          + " out\",\"leaseId\":\"l-0\"}";

  private final List<Fields> asked = new CopyOnWriteArrayList<>();
  private final AtomicInteger runOut = new AtomicInteger(1);
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/leases", this::answer);
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.add(
          Fields.parse(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
      boolean over = runOut.getAndDecrement() > 0;
      byte[] body = (over ? RUN_OUT : LEASE).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(over ? 409 : 200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private int run(String... words) {
    return new TestSurroundings()
        .with("LEASEHOLD_SERVER", "http://127.0.0.1:" + server.getAddress().getPort())
        .with("LEASEHOLD_TOKEN", "t")
        .run(words);
  }

  @Test
  void goesOnWaitingWithAnotherRequest() {
    assertThat(run("acquire", "--space", "s", "--path", "/a", "--wait", "50s")).isZero();

    assertThat(asked).hasSize(2);
    assertThat(asked.get(1).text("requestId"))
        .isNotEmpty()
        .isNotEqualTo(asked.get(0).text("requestId"));
    assertThat(asked.get(0).text("wait")).isEqualTo("50s");
    assertThat(asked.get(1).text("wait")).matches("(50000|4\\d{4})ms");
  }

  @Test
  void isToldWhatItIsIfItHasNamedTheRequestOrDoesNotWait() {
    int named =
        run("acquire", "--space", "s", "--path", "/a", "--wait", "50s", "--request-id", "mine");
    assertThat(named).isEqualTo(Exit.ENDED.code());
    runOut.set(1);
    assertThat(run("acquire", "--space", "s", "--path", "/a")).isEqualTo(Exit.ENDED.code());
    assertThat(asked).hasSize(2);
  }

  @Test
  void hasWaitedInVainWhenItsTimeIsOver() {
    runOut.set(Integer.MAX_VALUE);
    assertThat(run("acquire", "--space", "s", "--path", "/a", "--wait", "200ms"))
        .isEqualTo(Exit.TIMED_OUT.code());
  }

  @Test
  void claimsAnItemAllTheSame() {
    assertThat(run("claim", "--space", "s", "--wait", "50s", "one", "two")).isZero();
    runOut.set(1);
    assertThat(run("claim", "--space", "s", "--wait", "50s", "one")).isZero();
  }
}
