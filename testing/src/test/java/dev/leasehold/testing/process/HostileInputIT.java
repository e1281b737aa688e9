package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.HostileRequests.Hostile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input gets a clear 4xx, changes nothing and leaks nothing. */
class HostileInputIT {

  /** A secret that callers put where it does not belong. */
  static final String CANARY = "CANARY-0f1e2d3c4b5a69788796a5b4c3d2e1f0";

  /** A path that is held, in the form that NFC gives it. */
  static final String HELD = "/caf\u00e9";

  private static final int MEGABYTE = 1 << 20;

  @TempDir private Path data;
  private ServerProcess server;
  private Api admin;
  private LeaseView held;
  private LeaseView before;
  private List<LeaseView> leases;

  @BeforeEach
  void holdSomething() throws Exception {
    server = ServerProcess.start(data);
    admin = server.admin();
    admin.send("PUT", "/v1/spaces/folded", json("{\"caseInsensitive\":true}"));
    admin.acquire("folded", "/README.md", "1h").lease();
    admin.acquire("aliases", "/a", "1h").lease();
    held = server.as(admin.tokenFor("holder")).acquire("aliases", HELD, "1h").lease();
    leases = everything();
    before = admin.acquire("measure", "/before", "1h").lease();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void everythingHostileIsRefusedAndNothingHappens() throws Exception {
    String authorization = "Authorization: Bearer " + server.adminToken();
    SoftAssertions answers = new SoftAssertions();
    for (Hostile hostile : HostileRequests.all(authorization, held).requests()) {
      assertRefusal(answers, hostile.name(), send(HostileRequests.bytes(hostile)));
    }
    answers.assertAll();
    assertNothingHappened();
  }

  @Test
  void whatIsNoHttpIsNotAnswered() throws Exception {
    String authorization = "Authorization: Bearer " + server.adminToken();
    SoftAssertions answers = new SoftAssertions();
    for (String head :
        List.of(
            "POST /v1/leases HTTP/1.1\r\nHost: a\r\nContent-Length: -5",
            "POST /v1/leases HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6",
            "POST /v1/leases HTTP/1.1\r\nHost: a\r\nContent-Length: " + "9".repeat(30),
            "POST /v1/leases HTTP/1.1\r\nHost: a\r\nno colon",
            "POST /v1/leases HTTP/7.7\r\nHost: a",
            "POST\r\nHost: a",
            "GET /v1/leases HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(100_000),
            "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003")) {
      String[] lines = head.split("\r\n", 2);
      String rest = lines.length == 1 ? authorization : authorization + "\r\n" + lines[1];
      Reply reply = send(RawConnection.latin1(lines[0] + "\r\n" + rest + "\r\n\r\n"));
      answers.assertThat(reply.status()).as(lines[0]).isIn(0, 400, 413, 414, 431, 505);
      answers.assertThat(reply.text()).doesNotContain("Exception", "\tat ");
    }
    answers.assertAll();
    assertNothingHappened();
  }

  @Test
  void aHugeBodyIsRefusedBeforeItIsRead() throws Exception {
    Reply announced =
        send(
            RawConnection.latin1(
                "POST /v1/leases HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nAuthorization: Bearer "
                    + server.adminToken()
                    + "\r\nContent-Length: "
                    + 100 * MEGABYTE
                    + "\r\n\r\n"));
    SoftAssertions answers = new SoftAssertions();
    assertRefusal(answers, "announced", announced);
    answers.assertThat(announced.status()).isEqualTo(413);

    byte[] large = new byte[2 * MEGABYTE];
    Arrays.fill(large, (byte) ' ');
    Reply sent = admin.send("POST", "/v1/leases", large);
    assertRefusal(answers, "sent", sent);
    answers.assertThat(sent.status()).isEqualTo(413);
    answers.assertAll();
    assertNothingHappened();
  }

  private Reply send(byte[] request) throws IOException {
    try (RawConnection connection = RawConnection.to(server.url())) {
      connection.send(request);
      return connection.answer();
    }
  }

  private static void assertRefusal(SoftAssertions answers, String name, Reply reply) {
    answers.assertThat(reply.status()).as("%s: %s", name, reply.text()).isBetween(400, 499);
    answers.assertThat(reply.contentType()).as(name).startsWith("application/problem+json");
    answers.assertThat(reply.text()).as(name).doesNotContain("Exception", "\\tat ", "dev.leasehold");
    if (reply.contentType().startsWith("application/problem+json")) {
      answers.assertThat(reply.code()).as(name).matches("[A-Z_]+");
      answers.assertThat(reply.json().path("status").asInt()).isEqualTo(reply.status());
      answers.assertThat(reply.json().path("detail").asText()).as(name).isNotEmpty();
    }
  }

  /** The next grant has the next position, so nothing was written in between. */
  private void assertNothingHappened() throws Exception {
    LeaseView after = admin.acquire("measure", "/after", "1h").lease();
    assertThat(after.fencingToken()).isEqualTo(before.fencingToken() + 1);
    assertThat(everything())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("remainingNanos")
        .isEqualTo(leases);
    String secret = server.adminToken();
    server.stop();
    assertThat(server.process().output() + server.process().errors())
        .doesNotContain(CANARY, secret, "Exception", "\tat ", " ERROR ");
  }

  private List<LeaseView> everything() throws IOException {
    List<LeaseView> all = new ArrayList<>();
    for (String space : List.of("s", "folded", "aliases")) {
      all.addAll(admin.everyLease(space));
    }
    return Collections.unmodifiableList(all);
  }

  private static byte[] json(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
