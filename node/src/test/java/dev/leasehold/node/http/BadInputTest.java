package dev.leasehold.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.linecorp.armeria.client.BlockingWebClient;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.RequestHeaders;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.AddPolicyRequest;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReserveRequest;
import dev.leasehold.api.v1.SpendRequest;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.SharedNode;
import dev.leasehold.node.operation.RefusalsTest;
import dev.leasehold.node.wire.GrpcWire;
import dev.leasehold.node.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad input gets a clear 4xx and changes nothing, whatever it is. */
class BadInputTest extends SharedNode {

  private static final String GOOD =
      "{\"space\":\"s\",\"scope\":[\"/a/*\"],\"ttl\":\"60s\",\"labels\":{\"k\":\"v\"}}";

  private String hashBefore;
  private long positionBefore;
  private Wire grpc;

  @BeforeAll
  void start() {
    grpc = new GrpcWire(node.url());
    assertThat(node.post("/v1/leases", GOOD).status()).isEqualTo(200);
  }

  @AfterAll
  void stop() {
    grpc.close();
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          leases           | 'space':'s','paths':['/z'],'wait':'-1s'                    | wait
          leases           | 'space':'s','paths':['/z'],'wait':'61m'                    | wait
          leases           | 'space':'s','paths':['/z'],'wait':30                       | wait
          leases           | 'space':'s','paths':['/z'],'wait':'soon'                   | wait
          leases           | 'space':'s','paths':['/z'],'priority':101                  | priority
          leases           | 'space':'s','paths':['/z'],'priority':99999999999          | priority
          leases           | 'space':'s','paths':['/z'],'priority':1.5                  | priority
          leases           | 'space':'s','paths':['/z'],'heartbeat':'0s'                | heartbeat
          leases           | 'space':'s','paths':['/z'],'heartbeat':'9000h'             | heartbeat
          leases           | 'space':'s','paths':['/z'],'authority':'all'               | authority
          leases           | 'space':'s','paths':['/z'],'authority':{'tool':['x']}      | authority.tool
          leases           | 'space':'s','paths':['/z'],'authority':{'tools':['']}      | authority.tools
          leases           | 'space':'s','paths':['/z'],'authority':{'tools':[{}]}      | authority.tools[0]
          leases           | 'space':'s','paths':['/z'],'authority':{'namespaces':['/']} | authority.namespaces
          leases           | 'space':'s','paths':['/z'],'pool':'p'                      | budget
          leases           | 'space':'s','paths':['/z'],'pool':'p','budget':{'t':-1}    | budget.t
          leases           | 'space':'s','paths':['/z'],'pool':'p','budget':{'t':'-1'}  | budget.t
          leases           | 'space':'s','paths':['/z'],'pool':'p','budget':{'t':1e3}   | budget.t
          leases           | 'space':'s','paths':['/z'],'pool':'p','budget':{'t':9223372036854775808}   | budget.t
          leases           | 'space':'s','paths':['/z'],'pool':'p','budget':{'t':'9223372036854775807'} | budget.t
          leases           | 'space':'s','paths':['/z'],'pool':'p','budget':{'a b':1}   | budget
          leases           | 'space':'s','paths':['/z'],'pool':'p','budget':[1]         | budget
          leases           | 'space':'s','paths':['/z'],'pool':'p','budget':{'t':1,'t':2} | budget.t
          leases/x:heartbeat | 'requestId':'!'                                          | requestId
          leases/x:validate  | 'epoch':-1                                               | epoch
          leases/x:validate  | 'epoch':'zero'                                           | epoch
          leases/x:validate  | 'lastProcessedEpoch':-1                                  | lastProcessedEpoch
          leases/x:validate  | 'check':'loose'                                          | check
          leases/x:validate  | 'check':'CHECK_UNSPECIFIED'                              | check
          leases/x:validate  | 'namespace':'a//b'                                       | namespace
          leases/x:advance   | 'requestId':'r'                                          | expectedEpoch
          leases/x:advance   | 'expectedEpoch':-1                                       | expectedEpoch
          leases/x:transfer  | 'note':'n'                                               | toHolder
          leases/x:transfer  | 'toHolder':'a b'                                         | toHolder
          leases/x:convert   | 'wait':'1s'                                              | mode
          leases/x:convert   | 'mode':'both'                                            | mode
          leases/x:convert   | 'mode':'\u017fhared'                                     | mode
          leases/x:convert   | 'mode':'shared','wait':'-1s'                             | wait
          leases/x:derive    | 'ttl':'1s'                                               | holder
          leases/x:derive    | 'holder':'b','ttl':'0s'                                  | ttl
          leases/x:derive    | 'holder':'b','scope':['x']                               | scope[0]
          leases/x:derive    | 'holder':'b','budget':{'t':-5}                           | budget.t
          budget:handshake   | 'requested':{'t':-5}                                     | requested.t
          budget:handshake   | 'pool':'p','requested':{'t':0}                           | requested
          budget:handshake   | 'requested':{'t':1}                                      | pool
          budget:handshake   | 'requested':{'t':1},'publicKey':'x'                      | publicKey
          leases/x:spend     | 'requestId':'r','amounts':{'t':-5}                       | amounts.t
          leases/x:spend     | 'requestId':'r','amounts':{'t':0}                        | amounts
          leases/x:spend     | 'amounts':{'t':1}                                        | requestId
          leases/x:reserve   | 'requestId':'r','amounts':{'t':1},'timeout':'25h'        | timeout
          leases/x:settle    | 'reservationId':'r','amounts':{'t':true}                 | amounts.t
          leases/x:cancel    | 'reservationId':''                                       | reservationId
          leases/x:adjust    | 'reservationId':'r'                                      | amounts
          leases/x:refresh   | 'requested':{'t':'1.0'}                                  | requested.t
          leases/x:revoke    | 'reason':'r','notice':'soon'                             | notice
          leases/x:release   | 'after':5                                                | after
          holders/x:releaseAll | 'reason':' '                                           | reason
          holders/a%20b:releaseAll | 'reason':'r'                                       | holder
          notices:ack        | 'ids':['-1']                                             | ids
          notices:ack        | 'ids':[1]                                                | ids[0]
          pools              | 'id':'a b'                                               | id
          pools              | 'id':'p','amounts':{'t':-1}                              | amounts.t
          pools/p:deposit    | 'id':'q'                                                 | id
          tokens             | 'actor':'a','role':'agent','pool':'a b'                  | pool
          """)
  void aFieldThatMakesNoSenseIsNamed(String path, String fields, String field) {
    Response response = node.post("/v1/" + path, ("{" + fields + "}").replace('\'', '"'));
    RefusalsTest.assertProblem(response, 400, "INVALID_INPUT");
    assertThat(response.get("field")).as(response.text()).isEqualTo(field);
  }

  @Test
  void namesEndAtOneHundredAndTwentyEightBytes() {
    String name = "x".repeat(129);
    for (String request :
        List.of(
            "leases/%s:heartbeat {}",
            "leases/%s:validate {}",
            "leases/x:transfer {'toHolder':'%s'}",
            "leases/x:derive {'holder':'%s'}",
            "leases/x:derive {'holder':'b','session':'%s'}",
            "leases/x:spend {'requestId':'%s','amounts':{'t':1}}",
            "leases/x:settle {'reservationId':'%s','amounts':{'t':1}}",
            "leases {'space':'s','paths':['/z'],'pool':'p','budget':{'%s':1}}",
            "leases {'space':'s','paths':['/z'],'pool':'%s','budget':{'t':1}}",
            "holders/%s:releaseAll {'reason':'r'}",
            "pools {'id':'%s'}",
            "pools {'id':'p','requestId':'%s'}",
            "pools/%s:deposit {'amounts':{'t':1},'reason':'r'}",
            "policies {'name':'%s'}",
            "tokens {'actor':'%s','role':'agent'}")) {
      String[] words = request.formatted(name).replace('\'', '"').split(" ", 2);
      RefusalsTest.assertProblem(node.post("/v1/" + words[0], words[1]), 400, "INVALID_INPUT");
    }
  }

  @Test
  void listsAndSentencesHaveTheirLimits() {
    String units =
        IntStream.range(0, 17).mapToObj(i -> "\"u" + i + "\":1").collect(Collectors.joining(","));
    String names =
        IntStream.range(0, 257).mapToObj(i -> "\"n" + i + "\"").collect(Collectors.joining(","));
    String sentence = "s".repeat(1_025);
    List<String> requests =
        List.of(
            "pools {\"id\":\"p\",\"amounts\":{" + units + "}}",
            "leases/x:spend {\"requestId\":\"r\",\"amounts\":{" + units + "}}",
            "leases {\"space\":\"s\",\"paths\":[\"/z\"],\"authority\":{\"tools\":[" + names + "]}}",
            "leases/x:transfer {\"toHolder\":\"b\",\"note\":\"" + sentence + "\"}",
            "holders/x:releaseAll {\"reason\":\"" + sentence + "\"}",
            "notices:ack {\"ids\":[" + "\"1\",".repeat(1_000) + "\"1\"]}");
    for (String request : requests) {
      String[] words = request.split(" ", 2);
      RefusalsTest.assertProblem(node.post("/v1/" + words[0], words[1]), 400, "INVALID_INPUT");
    }
  }

  @Test
  void durationsBeyondAllBoundsOverGrpc() {
    for (long seconds : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, -1, 1L << 40}) {
      Duration duration = Duration.newBuilder().setSeconds(seconds).build();
      AcquireRequest.Builder acquire =
          AcquireRequest.newBuilder().setSpace("s").addPaths("/z").setSession("grpc");
      assertGrpcField(acquire.clone().setWait(duration).build(), "wait");
      assertGrpcField(acquire.clone().setHeartbeat(duration).build(), "heartbeat");
      assertGrpcField(
          AddPolicyRequest.newBuilder().setName("n").setMaxTtl(duration).build(), "maxTtl");
      assertGrpcField(
          AddPolicyRequest.newBuilder().setName("n").setReminderLead(duration).build(),
          "reminderLead");
      assertGrpcField(
          ReserveRequest.newBuilder()
              .setLeaseId("x")
              .setRequestId("r")
              .putAmounts("t", 1)
              .setTimeout(duration)
              .build(),
          "timeout");
    }
    assertGrpcField(
        SpendRequest.newBuilder()
            .setLeaseId("x")
            .setRequestId("r")
            .putAmounts("t", Long.MIN_VALUE)
            .build(),
        "amounts.t");
  }

  private void assertGrpcField(Message request, String field) {
    Message answer = grpc.send(node.adminToken(), request).answer().join();
    assertThat(answer).isInstanceOf(Problem.class);
    Problem problem = (Problem) answer;
    assertThat(problem.getCode()).as(problem.toString()).isEqualTo("INVALID_INPUT");
    assertThat(problem.getField()).isEqualTo(field);
  }

  @Test
  void aGoodBodyWithOneByteChanged() {
    Random random = new Random(7);
    byte[] good = GOOD.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 300; i++) {
      byte[] body = good.clone();
      // A body that still is a valid acquire meets the lease that is there: only bytes before "/a/"
      // change.
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

  private AggregatedHttpResponse grpc(BlockingWebClient client, byte[] frame) {
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
