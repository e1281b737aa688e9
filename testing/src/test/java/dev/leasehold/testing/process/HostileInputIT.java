package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UnknownFieldSet;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.testing.process.HostileRequests.Hostile;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.RawConnection;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.ServerProcess;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bad input gets a clear 4xx, changes nothing and leaks nothing. */
@Timeout(900)
class HostileInputIT {

  /** A secret that callers put where it does not belong. */
  static final String CANARY = "CANARY-0f1e2d3c4b5a69788796a5b4c3d2e1f0";

  /** Paths that are held, as NFC has them. */
  static final List<String> HELD = List.of("/a", "/caf\u00e9", "/\u00c5");

  private static final int MEGABYTE = 1 << 20;

  @TempDir private static Path data;
  private static ServerProcess server;
  private static Api admin;
  private static String adminToken;
  private static LeaseView anothers;
  private static int grants;

  private final SoftAssertions answers = new SoftAssertions();
  private List<LeaseView> leases;
  private LeaseView before;

  @BeforeAll
  static void holdSomething() throws Exception {
    server = ServerProcess.start(data);
    admin = server.admin();
    adminToken = server.adminToken();
    byte[] folded = "{\"caseInsensitive\":true}".getBytes(StandardCharsets.UTF_8);
    assertThat(admin.send("PUT", "/v1/spaces/folded", folded).isSuccess()).isTrue();
    admin.acquire("folded", "/README.md", "1h").lease();
    for (String path : HELD) {
      admin.acquire("aliases", path, "1h").lease();
    }
    anothers = server.as(admin.tokenFor("another")).acquire("aliases", "/b", "1h").lease();
  }

  @BeforeEach
  void measure() throws Exception {
    leases = everything();
    before = grant();
  }

  /** The next grant has the next position, so nothing was written in between. */
  @AfterEach
  void nothingHappened() throws Exception {
    assertThat(grant().fencingToken()).isEqualTo(before.fencingToken() + 1);
    assertThat(everything())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("remainingNanos")
        .isEqualTo(leases);
  }

  @AfterAll
  static void nothingLeaked() throws Exception {
    try (ServerProcess stopped = server) {
      assertThat(stopped.stop()).isZero();
      assertThat(stopped.process().output() + stopped.process().errors())
          .doesNotContain(CANARY, adminToken, "Exception", "\tat ", " ERROR ");
    }
  }

  @Test
  void everyHostileRequestIsRefused() throws Exception {
    for (Hostile hostile : HostileRequests.all("Bearer " + adminToken, anothers)) {
      assertRefusal(hostile.name(), send(hostile.bytes()));
    }
    answers.assertAll();
  }

  @Test
  void whatIsNoHttpIsRefused() throws Exception {
    for (String lines :
        List.of(
            "POST /v1/leases HTTP/1.1\r\nContent-Length: -5",
            "POST /v1/leases HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6",
            "POST /v1/leases HTTP/1.1\r\nContent-Length: " + "9".repeat(30),
            "POST /v1/leases HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked",
            "POST /v1/leases HTTP/1.1\r\nTransfer-Encoding: gzip",
            "POST /v1/leases HTTP/1.1\r\nTransfer-Encoding: gzip, chunked",
            "POST /v1/leases HTTP/1.1\r\nHost: other",
            "GET /healthz HTTP/1.2",
            "GET /healthz HTTP/2.0",
            "POST /v1/leases HTTP/1.1\r\nno colon",
            "GET /v1/leases HTTP/1.1\r\nX: " + "x".repeat(100_000),
            "POST",
            "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003")) {
      assertRefusal(lines, send(RawConnection.latin1(lines + "\r\nHost: localhost\r\n\r\n")));
    }
    answers.assertAll();
  }

  @Test
  void aHugeBodyIsRefusedBeforeItWasSent() throws Exception {
    try (RawConnection connection = RawConnection.to(server.url())) {
      connection.sendHead(
          "POST /v1/leases HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer " + adminToken,
          "Content-Length: " + 100 * MEGABYTE);
      Reply reply = connection.answer();
      assertRefusal("announced", reply);
      answers.assertThat(reply.code()).isEqualTo("PAYLOAD_TOO_LARGE");
    }
    answers.assertAll();
  }

  @Test
  void aLargeBodyIsRefused() throws Exception {
    byte[] large = new byte[2 * MEGABYTE];
    Arrays.fill(large, (byte) ' ');
    Reply reply = admin.send("POST", "/v1/leases", large);
    assertRefusal("sent", reply);
    answers.assertThat(reply.code()).isEqualTo("PAYLOAD_TOO_LARGE");
    answers.assertAll();
  }

  /** In chunks, so that nobody knows how much there will be. */
  @Test
  void aHundredMegabytesAreRefusedWhileTheyCome() throws Exception {
    byte[] chunk = new byte[MEGABYTE];
    Arrays.fill(chunk, (byte) ' ');
    try (RawConnection connection = RawConnection.to(server.url())) {
      connection.sendHead(
          "POST /v1/leases HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer " + adminToken,
          "Content-Type: application/json",
          "Transfer-Encoding: chunked");
      int sent = 0;
      try {
        while (sent < 100) {
          connection.send(RawConnection.latin1(Integer.toHexString(chunk.length) + "\r\n"));
          connection.send(chunk);
          connection.send(RawConnection.latin1("\r\n"));
          sent++;
        }
        connection.send(RawConnection.latin1("0\r\n\r\n"));
      } catch (SocketException e) {
        answers.assertThat(sent).as("megabytes taken before the line was cut").isLessThan(100);
      }
      Reply reply = connection.answer();
      answers.assertThat(reply.status()).as(reply.text()).isIn(413, 0);
    }
    answers.assertThat(server.stranger().get("/healthz").status()).isEqualTo(200);
    answers.assertAll();
  }

  /** A little on the wire, much in memory. */
  @Test
  void whatIsLargeOnlyWhenUnpackedIsRefused() throws Exception {
    byte[] large = new byte[100 * MEGABYTE];
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(large);
    }
    Hostile http =
        new Hostile(
            "gzip",
            "POST",
            "/v1/leases",
            List.of(
                "Authorization: Bearer " + adminToken,
                "Content-Type: application/json",
                "Content-Encoding: gzip"),
            packed.toByteArray());
    assertRefusal("gzip", send(http.bytes()));
    try (RawGrpc grpc = RawGrpc.to(server.url())) {
      assertRefusal("gzip", grpc.callPacked("Acquire", adminToken, large));
    }
    answers.assertAll();
  }

  @Test
  void hostileGrpcIsRefused() {
    AcquireRequest good = AcquireRequest.newBuilder().setSpace("s").addPaths("/x").build();
    UnknownFieldSet.Field unknown = UnknownFieldSet.Field.newBuilder().addVarint(1).build();
    AcquireRequest extended =
        good.toBuilder()
            .setUnknownFields(UnknownFieldSet.newBuilder().addField(99, unknown).build())
            .build();
    byte[] notUtf8 = {(byte) 0x12, 2, (byte) 0xc0, (byte) 0xaf};
    byte[] nested = new byte[100_000];
    Arrays.fill(nested, (byte) 0x0b);
    byte[] large = good.toBuilder().setSession("x".repeat(2 * MEGABYTE)).build().toByteArray();
    try (RawGrpc grpc = RawGrpc.to(server.url())) {
      assertRefusal("half", grpc.call("Acquire", adminToken, half(good.toByteArray())));
      assertRefusal("empty", grpc.call("Acquire", adminToken, new byte[0]));
      assertRefusal("not UTF-8", grpc.call("Acquire", adminToken, notUtf8));
      assertRefusal("nested", grpc.call("Acquire", adminToken, nested));
      assertRefusal("large", grpc.call("Acquire", adminToken, large));
      assertRefusal("extended", grpc.call("Acquire", adminToken, extended.toByteArray()));
      assertRefusal("no token", grpc.call("Acquire", CANARY, good.toByteArray()));
      assertRefusal("no method", grpc.call("Explode", adminToken, good.toByteArray()));
    }
    answers.assertAll();
  }

  private static byte[] half(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length / 2);
  }

  private Reply send(byte[] request) throws IOException {
    try (RawConnection connection = RawConnection.to(server.url())) {
      connection.send(request);
      return connection.answer();
    }
  }

  private void assertRefusal(String name, Reply reply) {
    String what = "%.100s -> %d %s".formatted(name, reply.status(), reply.text());
    answers.assertThat(reply.status()).as(what).isBetween(400, 499);
    answers.assertThat(reply.text()).as(what).doesNotContain("Exception", "dev.leasehold");
    answers.assertThat(reply.contentType()).as(what).isEqualTo("application/problem+json");
    if (reply.contentType().equals("application/problem+json")) {
      answers.assertThat(reply.code()).as(what).matches("[A-Z_]+");
      answers.assertThat(reply.json().path("status").asInt()).isEqualTo(reply.status());
      answers.assertThat(reply.json().path("title").asText()).as(what).isNotEmpty();
      answers.assertThat(reply.json().path("detail").asText()).as(what).isNotEmpty();
    }
  }

  private void assertRefusal(String name, Status status) {
    Set<Status.Code> clear =
        Set.of(
            Status.Code.INVALID_ARGUMENT,
            Status.Code.RESOURCE_EXHAUSTED,
            Status.Code.UNAUTHENTICATED,
            Status.Code.UNIMPLEMENTED);
    answers.assertThat(clear).as("%s: %s", name, status).contains(status.getCode());
    answers.assertThat("" + status.getDescription()).doesNotContain("Exception", "\tat ");
  }

  private static LeaseView grant() throws IOException {
    return admin.acquire("measure", "/" + ++grants, "1h").lease();
  }

  private static List<LeaseView> everything() throws IOException {
    List<LeaseView> all = new ArrayList<>();
    for (String space : List.of("s", "folded", "aliases")) {
      all.addAll(admin.everyLease(space));
    }
    return all;
  }
}
