package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.ServedNode.Response;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A retry is known for what it is when the kernel has forgotten its lease: history answers. */
class ForgottenMoneyTest extends OwnNode {

  private Clients admin;
  private Clients ann;
  private String id;

  @BeforeEach
  void spendAndForget() {
    admin = Clients.admin(node);
    admin.ok("/v1/pools", "{'id':'p','amounts':{'usd':9}}");
    String token = admin.ok("/v1/tokens", "{'actor':'ann','role':'agent','pool':'p'}").get("token");
    ann = new Clients(node, token);
    id = ann.acquire("'space':'s','paths':['/a'],'policy':'budget','budget':{'usd':7}");
    ann.okVerb(id, "spend", "{'requestId':'r1','amounts':{'usd':2}}");
    ann.okVerb(id, "reserve", "{'requestId':'r2','amounts':{'usd':1}}");
    ann.okVerb(id, "adjust", "{'requestId':'r3','reservationId':'r2','amounts':{'usd':2}}");
    ann.okVerb(id, "settle", "{'reservationId':'r2','amounts':{'usd':1}}");
    ann.okVerb(id, "refresh", "{'requestId':'r4','requested':{'usd':1}}");
    ann.okVerb(id, "close", "{'requestId':'r5'}");
    node.advance(Duration.ofDays(31));
    await()
        .until(
            () -> {
              node.advance(Duration.ofSeconds(5));
              return node.endedCount() == 0;
            });
  }

  @Test
  void aRetryMovesNothingAndIsAnsweredWithTheLease() {
    long position = node.lastPosition();

    assertAnswered(ann.verb(id, "spend", "{'requestId':'r1','amounts':{'usd':2}}"));
    assertAnswered(ann.verb(id, "reserve", "{'requestId':'r2','amounts':{'usd':1}}"));
    assertAnswered(
        ann.verb(id, "adjust", "{'requestId':'r3','reservationId':'r2','amounts':{'usd':2}}"));
    assertAnswered(ann.verb(id, "refresh", "{'requestId':'r4','requested':{'usd':1}}"));
    assertAnswered(ann.verb(id, "close", "{'requestId':'r5'}"));

    assertThat(node.lastPosition()).isEqualTo(position);
    JsonNode pool = Clients.ok(admin.get("/v1/pools/p")).json();
    assertThat(pool.at("/spent/usd").asLong()).isEqualTo(3);
    assertThat(pool.at("/free/usd").asLong()).isEqualTo(6);
  }

  private void assertAnswered(Response again) {
    assertThat(again.get("leaseId")).as(again.text()).isEqualTo(id);
    assertThat(again.get("state")).isEqualTo("CLOSED");
  }

  @Test
  void anotherRequestUnderTheSameIdIsRefused() {
    Response other = ann.verb(id, "spend", "{'requestId':'r1','amounts':{'usd':3}}");

    assertThat(other.status()).as(other.text()).isEqualTo(400);
    assertThat(other.get("field")).isEqualTo("requestId");
  }

  /** A gateway is told the same of a forgotten lease as of one that is remembered. */
  @Test
  void aGatewayLearnsNoMoreThanOfALeaseThatIsKnown() {
    Clients stranger = gateway("gateway-2");
    String known = ann.acquire("'space':'s','paths':['/b'],'policy':'budget','budget':{'usd':1}");
    for (String verb :
        new String[] {
          "settle {'reservationId':'r2','amounts':{'usd':1}}",
          "cancel {'reservationId':'r2'}",
          "reserve {'requestId':'r9','ipToken':'x','amounts':{'usd':1}}"
        }) {
      String[] words = verb.split(" ", 2);
      Response ofForgotten = stranger.verb(id, words[0], words[1]);
      Response ofKnown = stranger.verb(known, words[0], words[1]);
      assertThat(ofForgotten.status()).as(ofForgotten.text()).isEqualTo(403);
      assertThat(ofForgotten.text().replace(id, known)).isEqualTo(ofKnown.text());
    }
  }

  private Clients gateway(String name) {
    String body = "{'actor':'" + name + "','role':'gateway'}";
    return new Clients(node, admin.ok("/v1/tokens", body).get("token"));
  }

  @Test
  void aNewRequestIsToldThatTheLeaseHasEnded() {
    Response late = ann.verb(id, "spend", "{'requestId':'r9','amounts':{'usd':1}}");

    assertThat(late.get("code")).isEqualTo("LEASE_ALREADY_TERMINAL");
  }
}
