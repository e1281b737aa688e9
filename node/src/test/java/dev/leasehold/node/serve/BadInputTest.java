package dev.leasehold.node.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.linecorp.armeria.client.BlockingWebClient;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.RequestHeaders;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input gets a clear 4xx and changes nothing, whatever it is. */
class BadInputTest {

  private static final String GOOD =
      "{\"space\":\"s\",\"scope\":[\"/a/*\"],\"ttl\":\"60s\",\"labels\":{\"k\":\"v\"}}";

  @TempDir static Path directory;
  static ServedNode node;
  private String hashBefore;
  private long positionBefore;

  @BeforeAll
  static void start() {
    node = ServedNode.start(directory);
    assertThat(node.post("/v1/leases", GOOD).status()).isEqualTo(200);
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
  }

  @BeforeEach
  void remember() {
    hashBefore = node.stateHash();
    positionBefore = node.lastPosition();
  }

  @AfterEach
  void nothingHasChanged() {
    assertThat(node.lastPosition()).isEqualTo(positionBefore);
    assertThat(node.stateHash()).isEqualTo(hashBefore);
  }

  @Test
  void hostileBodies() {
    List<String> bodies =
        List.of(
            "[".repeat(100_000),
            "{\"a\":".repeat(100_000),
            "{\"labels\":" + "{\"a\":".repeat(100_000),
            "{\"space\":\"\\ud800\"}",
            "{\"space\":\"\\u0000\"}",
            "{\"maxRenewals\":" + "9".repeat(500_000) + "}",
            "{\"maxRenewals\":1e999999999}",
            "{\"space\":\"s\",\"space\":\"s\"}",
            "{\"space\":\"" + "x".repeat(129) + "\",\"scope\":[\"/a\"]}",
            "{\"space\":\"s\",\"scope\":[\"/" + "*a".repeat(600) + "\"]}",
            "{\"space\":\"s\",\"scope\":[\"/" + "{a,b}".repeat(300) + "\"]}",
            "{\"space\":\"s\",\"scope\":[" + "\"/a\",".repeat(300) + "\"/b\"]}",
            "{\"space\":\"s\",\"paths\":[\"/a/../b\"]}",
            "{\"space\":\"s\",\"paths\":[\"/a\\u200bb\"]}",
            "{\"" + "x".repeat(100_000) + "\":1}",
            "{\"" + "x".repeat(199) + "😀\":1}",
            "\u0000",
            "{\"__proto__\":{}}");
    for (String body : bodies) {
      assertRefused(node.post("/v1/leases", body), body);
    }
  }

  @Test
  void aGoodBodyWithOneByteChanged() {
    Random random = new Random(7);
    byte[] good = GOOD.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 300; i++) {
      byte[] body = good.clone();
      // What still is a valid acquire meets the lease that is there: nothing before "/a/" changes.
      int at = random.nextInt(GOOD.indexOf("/a/"));
      body[at] = (byte) random.nextInt(256);
      Response response =
          node.send(node.adminToken(), "POST", "/v1/leases", body, "application/json");
      if (response.status() != 200) {
        assertRefused(response, new String(body, StandardCharsets.ISO_8859_1));
      } else {
        node.post("/v1/leases/" + response.get("leaseId") + ":release", "");
        remember();
      }
    }
  }

  @Test
  void malformedProtobuf() throws Exception {
    BlockingWebClient client = WebClient.of("h2c://" + node.url().substring(7)).blocking();
    byte[][] frames = {
      {0, 0, 0, 0, 2, (byte) 0xff, (byte) 0xff},
      {0, 0, 0, 0, 3, 0x12, 0x7f, 'a'},
      {0, 0, 0, 0, 4, 0x12, 2, (byte) 0xc0, (byte) 0x80},
    };
    for (byte[] frame : frames) {
      AggregatedHttpResponse response = grpc(client, frame);
      assertThat(response.headers().get("grpc-status")).isEqualTo("3");
      assertThat(problem(response).getCode()).isEqualTo("DECODE_ERROR");
    }
  }

  @Test
  void brokenGrpcFrames() throws Exception {
    BlockingWebClient client = WebClient.of("h2c://" + node.url().substring(7)).blocking();
    byte[][] frames = {
      {}, {0}, {0, 0, 0, 0, 9, 1}, {9, 0, 0, 0, 0}, {1, 0, 0, 0, 1, 1}, {0, -1, -1, -1, -1, 0},
    };
    for (byte[] frame : frames) {
      AggregatedHttpResponse response = grpc(client, frame);
      assertThat(response.headers().get("grpc-status")).as("of %s", response).isIn("3", "8");
      assertThat(problem(response).getCode()).isIn("DECODE_ERROR", "PAYLOAD_TOO_LARGE");
    }
  }

  private static AggregatedHttpResponse grpc(BlockingWebClient client, byte[] frame) {
    return client.execute(
        HttpRequest.of(
            RequestHeaders.builder(HttpMethod.POST, "/leasehold.v1.LeaseService/Acquire")
                .set("content-type", "application/grpc")
                .set("te", "trailers")
                .set("authorization", "Bearer " + node.adminToken())
                .build(),
            HttpData.wrap(frame)));
  }

  private static Problem problem(AggregatedHttpResponse response) throws Exception {
    byte[] details = Base64.getDecoder().decode(response.headers().get("grpc-status-details-bin"));
    Any detail = com.google.rpc.Status.parseFrom(details).getDetails(0);
    return detail.unpack(Problem.class);
  }

  private static void assertRefused(Response response, String body) {
    String what = body.substring(0, Math.min(100, body.length())) + " -> " + response.text();
    assertThat(response.status()).as(what).isBetween(400, 499);
    assertThat(response.header("content-type")).as(what).isEqualTo("application/problem+json");
    assertThat(response.text()).as(what).doesNotContain("Exception").hasSizeLessThan(4_000);
  }
}
