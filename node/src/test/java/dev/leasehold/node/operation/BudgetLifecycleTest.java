package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The lifecycle of seed 001 as a caller sees it: each transition, each invariant, both tokens. */
class BudgetLifecycleTest extends OwnNode {

  private Clients admin;
  private Response ic;
  private Clients alice;
  private String lease;
  private String ipToken;

  @BeforeEach
  void start() {
    admin = Clients.admin(node);
    admin.ok("/v1/pools", "{'id':'p','amounts':{'usd_micros':100}}");
    ic = admin.ok("/v1/tokens", "{'actor':'alice','role':'agent','pool':'p','spaces':['repo']}");
    alice = new Clients(node, ic.get("token"));
    JsonNode made = handshake("{'requested':{'usd_micros':10},'ttl':'10s','requestId':'h'}").json();
    lease = made.at("/lease/leaseId").asText();
    ipToken = made.get("ipToken").asText();
  }

  private Response handshake(String body) {
    return alice.ok("/v1/budget:handshake", body);
  }

  private Clients runtime() {
    return new Clients(node, ipToken);
  }

  private boolean isActive(String token) {
    return admin
        .ok("/v1/tokens:introspect", "{'token':'" + token + "'}")
        .json()
        .get("active")
        .asBoolean();
  }

  private String state() {
    return ok(admin.get("/v1/leases/" + lease)).get("state");
  }

  private Response spend(Clients who, String requestId, long amount) {
    return who.verb(
        lease,
        "spend",
        "{'requestId':'%s','amounts':{'usd_micros':%d}}".formatted(requestId, amount));
  }

  /** The problem that the bearer of an IP token gets when it is not let in. */
  private JsonNode turnedAway() {
    Response refused = runtime().get("/v1/leases/" + lease);
    assertThat(refused.status()).as(refused.text()).isEqualTo(401);
    return refused.json();
  }

  private long pool(String part) {
    return ok(admin.get("/v1/pools/p")).json().at("/" + part + "/usd_micros").asLong();
  }

  private void assertConserved() {
    assertThat(pool("free") + pool("outstanding") + pool("spent")).isEqualTo(100);
    assertThat(isActive(ipToken)).isEqualTo(state().equals("ACTIVE"));
  }

  @Nested
  class Transitions {

    @Test
    void none_handshakeSuccess_active() {
      assertThat(state()).isEqualTo("ACTIVE");
      assertThat(isActive(ipToken)).isTrue();
      assertThat(isActive(alice.token())).isTrue();
      assertConserved();
    }

    @Test
    void active_expirationTimeReached_expired() {
      node.advance(Duration.ofSeconds(10));
      assertThat(state()).isEqualTo("EXPIRED");
      assertConserved();
      JsonNode told = turnedAway();
      assertThat(told.get("leaseId").asText()).isEqualTo(lease);
      assertThat(told.get("detail").asText())
          .contains("in grace for another 60 seconds", "a refresh makes the token valid again");
    }

    @Test
    void active_explicitClose_closed() {
      spend(runtime(), "s", 4);
      alice.okVerb(lease, "close", "{}");
      assertThat(state()).isEqualTo("CLOSED");
      assertThat(pool("free")).isEqualTo(96);
      assertConserved();
      assertThat(isActive(alice.token())).as("a close ends the IP token alone").isTrue();
      assertThat(turnedAway().get("reason").asText()).isEqualTo("lease " + lease + " was closed");
    }

    @Test
    void active_budgetExhausted_expired() {
      assertThat(ok(spend(runtime(), "s", 10)).get("cause")).isEqualTo("EXHAUSTED");
      assertThat(state()).isEqualTo("EXPIRED");
      assertConserved();
    }

    @Test
    void active_serverRevocation_revoked() {
      admin.okVerb(lease, "revoke", "{'reason':'fraud'}");
      assertThat(state()).isEqualTo("REVOKED");
      assertConserved();
      assertThat(isActive(ic.get("token"))).isFalse();
      String why = "lease " + lease + " was revoked: fraud";
      assertThat(turnedAway().get("reason").asText()).isEqualTo(why);
      Response turned = alice.get("/v1/leases/" + lease);
      assertThat(turned.status()).isEqualTo(401);
      assertThat(turned.get("reason")).isEqualTo(why);
    }

    @Test
    void expired_refreshSuccess_active() {
      node.advance(Duration.ofSeconds(69));
      alice.okVerb(lease, "refresh", "{'requested':{'usd_micros':5}}");
      assertThat(state()).isEqualTo("ACTIVE");
      assertConserved();
      ok(spend(runtime(), "s", 15));
    }

    @Test
    void expired_gracePeriodExceeded_closed() {
      node.advance(Duration.ofSeconds(70));
      assertThat(state()).isEqualTo("CLOSED");
      assertThat(pool("free")).isEqualTo(100);
      assertConserved();
    }

    @Test
    void expired_explicitClose_closed() {
      node.advance(Duration.ofSeconds(20));
      alice.okVerb(lease, "close", "{}");
      assertThat(state()).isEqualTo("CLOSED");
      assertConserved();
    }

    @Test
    void closed_anyEvent_closed() {
      alice.okVerb(lease, "close", "{}");
      for (String verb : List.of("refresh", "close")) {
        assertThat(alice.verb(lease, verb, "{}").get("code")).isEqualTo("LEASE_ALREADY_TERMINAL");
      }
      assertThat(spend(alice, "s", 1).get("code")).isEqualTo("LEASE_ALREADY_TERMINAL");
      assertThat(admin.verb(lease, "revoke", "{'reason':'late'}").status()).isEqualTo(409);
      assertThat(state()).isEqualTo("CLOSED");
      assertConserved();
    }

    @Test
    void revoked_anyEvent_revoked() {
      admin.okVerb(lease, "revoke", "{'reason':'fraud','keepToken':true}");
      for (String verb : List.of("refresh", "close")) {
        assertThat(alice.verb(lease, verb, "{}").get("code")).isEqualTo("LEASE_REVOKED");
      }
      assertThat(spend(alice, "s", 1).get("code")).isEqualTo("LEASE_REVOKED");
      assertThat(state()).isEqualTo("REVOKED");
      assertConserved();
    }
  }

  @Nested
  class Invariants {

    @Test
    void i1_singleActiveLeasePerAgent() {
      Response second = alice.post("/v1/budget:handshake", "{'requested':{'usd_micros':1}}");
      assertThat(second.status()).isEqualTo(409);
      assertThat(second.get("code")).isEqualTo("ALREADY_LEASED");
      node.advance(Duration.ofSeconds(10));
      JsonNode next = handshake("{'requested':{'usd_micros':1}}").json();
      assertThat(next.at("/lease/leaseId").asText()).isNotEqualTo(lease);
      assertThat(state()).isEqualTo("CLOSED");
      assertConserved();
    }

    @Test
    void i2_budgetConservation() {
      assertThat(spend(runtime(), "s", 11).get("code")).isEqualTo("INSUFFICIENT_BUDGET");
      ok(spend(runtime(), "s1", 7));
      assertThat(spend(runtime(), "s2", 4).get("code")).isEqualTo("INSUFFICIENT_BUDGET");
      assertThat(pool("spent")).isEqualTo(7);
      assertConserved();
    }

    @Test
    void i3_terminalStateImmutability() throws Exception {
      alice.okVerb(lease, "close", "{}");
      node.close();
      node = ServedNode.start(directory);
      admin = Clients.admin(node);
      alice = new Clients(node, alice.token());
      assertThat(alice.verb(lease, "refresh", "{}").status()).isEqualTo(409);
      assertThat(state()).isEqualTo("CLOSED");
      assertThat(turnedAway().get("reason").asText()).contains("was closed");
    }

    @Test
    void i4_tokenValidityInActive() throws Exception {
      assertThat(isActive(ipToken) && isActive(alice.token())).isTrue();
      node.close();
      node = ServedNode.start(directory);
      admin = Clients.admin(node);
      alice = new Clients(node, alice.token());
      assertThat(isActive(ipToken)).as("after a restart").isTrue();
      ok(spend(runtime(), "s", 1));
      String address = "/v1/tokens/" + ic.get("tokenId");
      ok(node.send(admin.token(), "DELETE", address, ""));
      assertThat(state()).isEqualTo("REVOKED");
      assertConserved();
    }

    @Test
    void i5_monotonicBudgetConsumption() {
      ok(spend(runtime(), "s", 4));
      ok(spend(runtime(), "s", 4));
      node.advance(Duration.ofSeconds(10));
      Response refreshed = alice.okVerb(lease, "refresh", "{'requested':{'usd_micros':5}}");
      assertThat(refreshed.json().at("/budget/spent/usd_micros").asLong()).isEqualTo(4);
      assertConserved();
    }
  }

  @Nested
  class Tokens {

    @Test
    void theOwnBudgetIsInReachThoughTheTokenNamesOtherSpaces() {
      assertThat(ok(alice.get("/v1/leases/" + lease)).get("space")).isEqualTo("leasehold.budgets");
      assertThat(alice.post("/v1/leases", "{'space':'elsewhere','paths':['/a']}").status())
          .isEqualTo(403);
    }

    @Test
    void introspectionTellsTheLeaseToAdminsAndTheHolder() {
      String body = "{'token':'" + ipToken + "'}";
      for (Clients who : List.of(admin, alice)) {
        JsonNode told = who.ok("/v1/tokens:introspect", body).json();
        assertThat(told.get("active").asBoolean()).isTrue();
        assertThat(told.get("lease_id").asText()).isEqualTo(lease);
        assertThat(told.get("sub").asText()).isEqualTo("alice");
      }
      Clients bob = Clients.agent(node, "bob");
      assertThat(bob.ok("/v1/tokens:introspect", body).json().get("active").asBoolean()).isFalse();
    }

    @Test
    void othersAreToldNothingOfItNorOfWhatIsSpent() {
      ok(spend(runtime(), "s", 9));
      String address = "/v1/leases/" + lease + "/history";
      assertThat(ok(alice.get(address)).text()).contains("token_issued", "threshold");
      Clients bob = Clients.agent(node, "bob");
      assertThat(ok(bob.get(address)).text())
          .contains("acquired")
          .doesNotContain("token_issued", "threshold", "spent");
    }

    @Test
    void itsRevocationRevokesTheLease() {
      String id = ipToken.split("_")[1];
      assertThat(ok(admin.get("/v1/tokens")).text()).contains(id);
      Response gone = node.send(admin.token(), "DELETE", "/v1/tokens/" + id + "?reason=leaked", "");
      assertThat(ok(gone).get("leaseId")).isEqualTo(lease);
      assertThat(state()).isEqualTo("REVOKED");
      assertConserved();
    }

    @Test
    void theIcTokensExpiryCapsLeaseAndIpToken() {
      String token =
          admin
              .ok("/v1/tokens", "{'actor':'bob','role':'agent','pool':'p','ttl':'5s'}")
              .get("token");
      JsonNode made =
          new Clients(node, token)
              .ok("/v1/budget:handshake", "{'requested':{'usd_micros':1},'ttl':'1h'}")
              .json();
      assertThat(made.at("/lease/remaining").asText()).isEqualTo("5s");
      node.advance(Duration.ofSeconds(5));
      assertThat(isActive(made.get("ipToken").asText())).isFalse();
      assertThat(isActive(token)).isFalse();
      assertThat(new Clients(node, token).get("/v1/leases").get("detail"))
          .startsWith("this token expired at ");
    }

    @Test
    void aRepeatEndsTheOldTokenAndSaysSo() {
      JsonNode again =
          handshake("{'requested':{'usd_micros':10},'ttl':'10s','requestId':'h'}").json();
      assertThat(again.at("/lease/leaseId").asText()).isEqualTo(lease);
      assertThat(turnedAway().get("detail").asText()).contains("a repeated handshake");
      ipToken = again.get("ipToken").asText();
      assertConserved();
      assertThat(pool("outstanding")).isEqualTo(10);
    }

    @Test
    void theJournalHoldsNoSecretOfIt() throws Exception {
      String secret = ipToken.split("_", 3)[2];
      node.close();
      try (var files = Files.walk(directory)) {
        for (var file : files.filter(Files::isRegularFile).toList()) {
          assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
              .as(file.toString())
              .doesNotContain(secret);
        }
      }
    }
  }
}
