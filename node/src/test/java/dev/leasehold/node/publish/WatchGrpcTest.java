package dev.leasehold.node.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import com.linecorp.armeria.common.HttpHeaderNames;
import dev.leasehold.api.v1.CloudEvent;
import dev.leasehold.api.v1.EventServiceGrpc.EventServiceBlockingStub;
import dev.leasehold.api.v1.WatchRequest;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Iterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same events as a gRPC stream. */
class WatchGrpcTest extends OwnNode {

  final ClientFactory connections = ClientFactory.builder().build();

  @AfterEach
  void stop() {
    connections.close();
  }

  private EventServiceBlockingStub stub(String token) {
    return GrpcClients.builder(node.url().replace("http:", "gproto+http:"))
        .factory(connections)
        .responseTimeout(Duration.ZERO)
        .setHeader(HttpHeaderNames.AUTHORIZATION, "Bearer " + token)
        .build(EventServiceBlockingStub.class);
  }

  private String acquire(String path) {
    return node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"%s\"]}".formatted(path))
        .get("leaseId");
  }

  @Test
  void tellsThePastAndGoesOn() {
    String first = acquire("/a");
    Iterator<CloudEvent> events =
        stub(node.adminToken()).watch(WatchRequest.newBuilder().setFrom(1).build());
    CloudEvent granted = events.next();
    assertThat(granted.getType()).isEqualTo("dev.leasehold.lease.granted");
    assertThat(granted.getSpecversion()).isEqualTo("1.0");
    assertThat(granted.getData().getLeaseId()).isEqualTo(first);
    assertThat(granted.getData().getPosition()).isEqualTo(2);
    for (int i = 0; i < 200; i++) {
      String next = acquire("/b" + i);
      assertThat(events.next().getData().getLeaseId()).isEqualTo(next);
    }
  }

  @Test
  void aStreamOutlastsTheTimeOfARequest() {
    Iterator<CloudEvent> events =
        stub(node.adminToken()).watch(WatchRequest.newBuilder().setFrom(1).build());
    String id = acquire("/a");
    assertThat(events.next().getData().getLeaseId()).isEqualTo(id);
    node.advance(Duration.ofHours(2));
    acquire("/b");
    assertThat(events.next().getType()).isEqualTo("dev.leasehold.lease.expired");
  }

  @Test
  void saysWhyAndWhereToResumeWhenTheTokenEnds() {
    ServedNode.Response issued = node.post("/v1/tokens", "{\"actor\":\"x\",\"role\":\"auditor\"}");
    Iterator<CloudEvent> events =
        stub(issued.get("token")).watch(WatchRequest.newBuilder().setFrom(0).build());
    acquire("/a");
    assertThat(events.next().getData().getPosition()).isEqualTo(3);
    node.send(node.adminToken(), "DELETE", "/v1/tokens/" + issued.get("tokenId"), "");
    assertThatThrownBy(events::next)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
              assertThat(e.getStatus().getDescription()).contains("resume with from=");
            });
  }

  @Test
  void refusesLikeAnyOperation() {
    assertThatThrownBy(
            () ->
                stub(node.adminToken()).watch(WatchRequest.newBuilder().setFrom(99).build()).next())
        .hasMessageContaining("INVALID_INPUT");
    assertThatThrownBy(() -> stub("lh_00_x").watch(WatchRequest.getDefaultInstance()).next())
        .hasMessageContaining("UNAUTHENTICATED");
  }
}
