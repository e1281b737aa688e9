package dev.leasehold.node.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.common.HttpHeaderNames;
import dev.leasehold.api.v1.CloudEvent;
import dev.leasehold.api.v1.EventData;
import dev.leasehold.api.v1.EventServiceGrpc.EventServiceBlockingStub;
import dev.leasehold.api.v1.WatchRequest;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An event that is told late promises what is left by then, over HTTP and over gRPC. */
class TimeLeftInEventsTest extends ServedByNode {

  private static final String TYPE = "dev.leasehold.lease.reminded";
  private static final String REMINDERS = "?from=0&types=" + TYPE;

  private String lease;

  /** A checkout of 72 hours, and the reminder 2 hours before its end. */
  @BeforeEach
  void remind() {
    lease =
        node.post("/v1/leases", "{\"policy\":\"checkout\",\"space\":\"s\",\"paths\":[\"/a\"]}")
            .get("leaseId");
    node.advance(Duration.ofHours(70));
    await().until(() -> node.get("/v1/leases/" + lease + "/history").text().contains("reminded"));
  }

  private WatchedStream.Message told() {
    try (WatchedStream stream = WatchedStream.open(node, REMINDERS)) {
      return stream.await(1).get(0);
    }
  }

  private EventData toldByGrpc() {
    try (ClientFactory connections = ClientFactory.builder().build()) {
      CloudEvent event =
          GrpcClients.builder(node.url().replace("http:", "gproto+http:"))
              .factory(connections)
              .responseTimeout(Duration.ZERO)
              .setHeader(HttpHeaderNames.AUTHORIZATION, "Bearer " + node.adminToken())
              .build(EventServiceBlockingStub.class)
              .watch(WatchRequest.newBuilder().setFrom(0).addTypes(TYPE).build())
              .next();
      return event.getData();
    }
  }

  @Test
  void toldAtOnceAReminderSaysTheWholeTime() {
    assertThat(told().inData("left").asText()).isEqualTo("7200s");
    assertThat(toldByGrpc().getLeft().getSeconds()).isEqualTo(7200);
  }

  @Test
  void toldLateItSaysWhatIsLeftByThen() {
    node.advance(Duration.ofMinutes(90));

    assertThat(told().inData("left").asText()).isEqualTo("1800s");
    assertThat(toldByGrpc().getLeft().getSeconds()).isEqualTo(1800);
  }

  @Test
  void ofALeaseThatHasEndedNothingIsLeft() {
    node.post("/v1/leases/" + lease + ":release", "{}");

    assertThat(told().inData("left").isMissingNode()).isTrue();
    assertThat(toldByGrpc().hasLeft()).isFalse();
  }

  @Test
  void ofALeaseWhoseTimeIsOverNothingIsLeft() {
    node.advance(Duration.ofHours(3));

    assertThat(told().inData("left").isMissingNode()).isTrue();
    assertThat(toldByGrpc().hasLeft()).isFalse();
  }

  @Test
  void anEndThatWasAnnouncedSinceIsKnown() {
    node.post("/v1/leases/" + lease + ":revoke", "{\"reason\":\"r\",\"notice\":\"5m\"}");
    node.advance(Duration.ofMinutes(1));

    assertThat(told().inData("left").asText()).isEqualTo("240s");
    assertThat(toldByGrpc().getLeft().getSeconds()).isEqualTo(240);
  }
}
