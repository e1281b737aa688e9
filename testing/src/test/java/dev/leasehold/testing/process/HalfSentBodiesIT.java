package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.RawConnection;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hundreds of requests that are sent by half stop nobody else, in a heap that could not hold them.
 */
@Timeout(900)
class HalfSentBodiesIT {

  private static final String ACQUIRE_LINE = "POST /v1/leases HTTP/1.1";
  private static final String ACQUIRE = "/leasehold.v1.LeaseService/Acquire";
  private static final String EXCHANGE = "/leasehold.v1.StreamService/Exchange";
  private static final String REFLECTION =
      "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";

  /** Of gRPC's message: not compressed, and so many bytes. */
  private static final int PREFIX_BYTES = 5;

  @TempDir private static Path data;
  private static ServerProcess server;
  private static String agent;
  private static int grants;

  private final Deque<Closeable> open = new ArrayDeque<>();

  @BeforeAll
  static void start() throws Exception {
    // Every buffer is followed, so that one that is not given back is reported.
    server = ServerProcess.start(data, "-Xmx128m", "-Dio.netty.leakDetection.samplingInterval=1");
    agent = server.admin().tokenFor("agent");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void itAnswersEverybodyAgain() throws Exception {
    for (Closeable connection : open) {
      connection.close();
    }
    assertThat(server.process().isAlive()).isTrue();
    assertThat(acquire(agent).isSuccess()).isTrue();
    assertThat(server.process().errors()).doesNotContain("OutOfMemory", "LEAK");
  }

  @Test
  void bodiesThatNoAcquireHas() throws Exception {
    assertThat(statuses(half(300, 1_040_000, 1_000_000, agent))).containsOnly(413);
    assertOthersAreAnswered();
  }

  /** Nobody knows their size before they have come. */
  @Test
  void bodiesInChunks() throws Exception {
    byte[] part = new byte[1_000_000];
    for (int i = 0; i < 150; i++) {
      RawConnection connection = RawConnection.to(server.url());
      open.add(connection::close);
      connection.sendHead(
          ACQUIRE_LINE,
          "Host: localhost",
          "Authorization: Bearer " + agent,
          "Content-Type: application/json",
          "Transfer-Encoding: chunked");
      try {
        connection.send("fde80\r\n".getBytes(StandardCharsets.US_ASCII));
        connection.send(part);
      } catch (SocketException e) {
        // It is refused already, and the connection closed.
      }
    }
    assertOthersAreAnswered();
  }

  @Test
  void bodiesOfOneCaller() throws Exception {
    List<RawConnection> halves = half(500, 500_000, 490_000, agent);
    assertOthersAreAnswered();
    await().atMost(RunningProcess.PATIENCE).until(() -> answered(halves).size() > 400);
    assertThat(statuses(answered(halves))).containsOnly(429);
  }

  /** The connections of another test may still be on their way to be closed. */
  @Test
  void aBodyThatWasLetInIsAnsweredWhenItIsWhole() throws Exception {
    String other = server.admin().tokenFor("let-in");
    await()
        .atMost(RunningProcess.PATIENCE)
        .ignoreExceptions()
        .until(() -> whole(half(1, 500_000, 490_000, other).get(0)) == 400);
    List<RawConnection> halves = half(20, 500_000, 490_000, other);
    assertThat(whole(halves.get(0))).isEqualTo(400);
  }

  /** Sends the rest; the body is no JSON. */
  private static int whole(RawConnection half) throws IOException {
    half.send(new byte[10_000]);
    return half.answer().status();
  }

  @Test
  void bodiesOfMany() throws Exception {
    for (int caller = 0; caller < 10; caller++) {
      half(50, 500_000, 490_000, server.admin().tokenFor("one-of-many-" + caller));
    }
    assertThat(server.stranger().get("/healthz").status()).isEqualTo(200);
    assertThat(server.admin().get("/v1/leases?space=s").status()).isEqualTo(200);
  }

  @Test
  void bodiesOfNobody() throws Exception {
    List<RawConnection> halves = half(300, 500_000, 490_000, "nobody");
    assertOthersAreAnswered();
    assertThat(statuses(halves)).containsOnly(401);
  }

  @Test
  void grpcOfNobody() throws Exception {
    assertThat(halfCalls(300, ACQUIRE, 1_000_000, "nobody")).isZero();
    assertThat(halfCalls(100, EXCHANGE, 1_000_000, "nobody")).isZero();
    assertThat(halfCalls(100, REFLECTION, 1_000_000, "nobody")).isZero();
    assertOthersAreAnswered();
  }

  @Test
  void grpcOfOneCaller() throws Exception {
    assertThat(halfCalls(300, ACQUIRE, 490_000, agent)).isLessThan(100);
    assertOthersAreAnswered();
  }

  @Test
  void streamsOfOneCaller() throws Exception {
    assertThat(halfCalls(300, EXCHANGE, 900_000, agent)).isLessThan(100);
    assertOthersAreAnswered();
  }

  /** A stream of events takes no body, and still reads what comes as one. */
  @Test
  void bodiesOfStreamsOfEvents() throws Exception {
    List<RawConnection> halves =
        half(400, "GET /v1/events HTTP/1.1", 16_000, 15_000, agent, "X-Pad: none");
    assertOthersAreAnswered();
    assertMoreThanAHundredAreRefused(halves);
  }

  /** Headers are held as long as their request is under way. */
  @Test
  void headersOfOneCaller() throws Exception {
    List<RawConnection> halves =
        half(400, ACQUIRE_LINE, 1_000, 0, agent, "X-Pad: " + "p".repeat(15_000));
    assertOthersAreAnswered();
    assertMoreThanAHundredAreRefused(halves);
  }

  /** A request that waits is read, and its headers are still there. */
  @Test
  void headersOfRequestsThatWait() throws Exception {
    String waiter = server.admin().tokenFor("waiter");
    assertThat(server.admin().acquire("waits", "/x", "1h").isSuccess()).isTrue();
    String body = "{\"space\":\"waits\",\"paths\":[\"/x\"],\"wait\":\"60s\",\"session\":\"%d\"}";
    List<RawConnection> waits =
        half(400, ACQUIRE_LINE, body.length() + 1, 0, waiter, "X-Pad: " + "p".repeat(15_000));
    for (int i = 0; i < waits.size(); i++) {
      try {
        waits.get(i).send(body.formatted(100 + i).getBytes(StandardCharsets.UTF_8));
      } catch (SocketException e) {
        // It is refused already, and the connection closed.
      }
    }
    assertOthersAreAnswered();
    assertMoreThanAHundredAreRefused(waits);
  }

  private List<RawConnection> half(int count, int announced, int sent, String token)
      throws IOException {
    return half(count, ACQUIRE_LINE, announced, sent, token, "X-Pad: none");
  }

  /** Opens connections that announce a body and send a part of it. */
  private List<RawConnection> half(
      int count, String line, int announced, int sent, String token, String header)
      throws IOException {
    byte[] part = new byte[sent];
    Arrays.fill(part, (byte) ' ');
    List<RawConnection> connections = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RawConnection connection = RawConnection.to(server.url());
      open.add(connection::close);
      connections.add(connection);
      connection.sendHead(
          line,
          "Host: localhost",
          header,
          "Authorization: Bearer " + token,
          "Content-Type: application/json",
          "Content-Length: " + announced);
      try {
        connection.send(part);
      } catch (SocketException e) {
        // It is refused already, and the connection closed.
      }
    }
    return connections;
  }

  /** The last ones that were sent may still be on their way. */
  private static void assertMoreThanAHundredAreRefused(List<RawConnection> connections)
      throws IOException {
    await().atMost(RunningProcess.PATIENCE).until(() -> answered(connections).size() > 100);
    assertThat(statuses(answered(connections))).containsOnly(429);
  }

  private static List<RawConnection> answered(List<RawConnection> connections) throws IOException {
    List<RawConnection> answered = new ArrayList<>();
    for (RawConnection connection : connections) {
      if (connection.isAnswered()) {
        answered.add(connection);
      }
    }
    return answered;
  }

  private static List<Integer> statuses(List<RawConnection> connections) throws IOException {
    List<Integer> statuses = new ArrayList<>();
    for (RawConnection connection : connections) {
      statuses.add(connection.answer().status());
    }
    return statuses;
  }

  /** Opens calls that send a part of their message; returns how many of these parts were taken. */
  private int halfCalls(int count, String method, int sent, String token) throws IOException {
    byte[] part = new byte[sent];
    ByteBuffer.wrap(part).put((byte) 0).putInt(sent + 100 - PREFIX_BYTES);
    List<RawHttp2> sentWhole = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RawHttp2 connection = RawHttp2.to(server.url());
      open.add(connection::close);
      connection.frame(
          RawHttp2.HEADERS,
          RawHttp2.END_HEADERS,
          1,
          RawHttp2.call(method, List.of("authorization", "Bearer " + token)));
      if (connection.send(part)) {
        sentWhole.add(connection);
      }
    }
    int taken = 0;
    for (RawHttp2 connection : sentWhole) {
      taken += connection.isOver() ? 0 : 1;
    }
    return taken;
  }

  private void assertOthersAreAnswered() throws IOException {
    assertThat(server.stranger().get("/healthz").status()).isEqualTo(200);
    assertThat(acquire(server.adminToken()).isSuccess()).isTrue();
  }

  private static Reply acquire(String token) throws IOException {
    return server.as(token).acquire("s", "/" + ++grants, "1h");
  }
}
