package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.ServerHere;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nobody lays hands on another's lease: who may do what at all is in RoleMatrixTest. */
@Timeout(900)
class OthersLeaseIT {

  /** The verbs of holders, as somebody else would try them. */
  private static final Map<String, Map<String, ?>> HOLDERS_VERBS = new LinkedHashMap<>();

  static {
    HOLDERS_VERBS.put("renew", Map.of("ttl", "2h"));
    HOLDERS_VERBS.put("release", Map.of());
    HOLDERS_VERBS.put("complete", Map.of());
    HOLDERS_VERBS.put("close", Map.of());
    HOLDERS_VERBS.put("heartbeat", Map.of());
    HOLDERS_VERBS.put("advance", Map.of("expectedEpoch", 0));
    HOLDERS_VERBS.put("transfer", Map.of("toHolder", "thief"));
    HOLDERS_VERBS.put("convert", Map.of("mode", "SHARED"));
    HOLDERS_VERBS.put("derive", Map.of("holder", "thief"));
    HOLDERS_VERBS.put("spend", Map.of("requestId", "s", "amounts", Map.of("tokens", 1)));
    HOLDERS_VERBS.put("reserve", Map.of("requestId", "r", "amounts", Map.of("tokens", 1)));
    HOLDERS_VERBS.put("settle", Map.of("reservationId", "x", "amounts", Map.of("tokens", 1)));
    HOLDERS_VERBS.put("cancel", Map.of("reservationId", "x"));
    HOLDERS_VERBS.put("adjust", Map.of("reservationId", "x", "amounts", Map.of("tokens", 1)));
    HOLDERS_VERBS.put("refresh", Map.of("requested", Map.of("tokens", 1)));
  }

  private static ServerHere server;
  private static Api admin;
  private static Api thief;
  private static Api auditor;
  private static LeaseView lease;
  private static LeaseView budget;

  @BeforeAll
  static void hold(@TempDir Path data) throws Exception {
    server = ServerHere.start(data);
    admin = server.admin();
    thief = server.as(admin.tokenFor("thief"));
    Reply token = admin.post("/v1/tokens", Map.of("actor", "eyes", "role", "auditor"));
    auditor = server.as(token.json().path("token").asText());
    lease = server.as(admin.tokenFor("owner")).acquire("demo", "/owned", "1h").lease();
    budget = drawBudget();
  }

  private static LeaseView drawBudget() throws Exception {
    admin.post("/v1/pools", Map.of("id", "p", "amounts", Map.of("tokens", 100)));
    Map<String, String> token = Map.of("actor", "owner", "role", "agent", "pool", "p");
    Api owner = server.as(admin.post("/v1/tokens", token).json().path("token").asText());
    Map<String, ?> body =
        Map.of(
            "policy",
            "budget",
            "space",
            "demo",
            "paths",
            List.of("/budget"),
            "budget",
            Map.of("tokens", 10));
    LeaseView drawn = owner.post("/v1/leases", body).lease();
    Map<String, ?> reservation = Map.of("requestId", "x", "amounts", Map.of("tokens", 1));
    return owner.post("/v1/leases/" + drawn.leaseId() + ":reserve", reservation).lease();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Test
  void noOtherAgentDoesWhatOnlyTheHolderDoes() throws Exception {
    assertRefused(thief, "NOT_HOLDER");
  }

  @Test
  void noAuditorDoesWhatOnlyTheHolderDoes() throws Exception {
    assertRefused(auditor, "FORBIDDEN");
  }

  /** An admin takes leases away, openly, and does not act as their holders. */
  @Test
  void noAdminActsAsTheHolder() throws Exception {
    assertRefused(admin, "NOT_HOLDER");
  }

  @Test
  void onlyAnAdminTakesALeaseAway() throws Exception {
    String target = "/v1/leases/" + lease.leaseId() + ":revoke";
    for (Api api : List.of(thief, auditor, server.as(admin.tokenFor("owner")))) {
      Reply reply = api.post(target, Map.of("reason", "mine now"));
      assertThat(reply.status()).as(reply.text()).isEqualTo(403);
      assertThat(reply.code()).isEqualTo("FORBIDDEN");
    }
    assertThat(admin.lookUp(lease).isActive()).isTrue();
  }

  @Test
  void noAgentActsInAnothersName() throws Exception {
    Reply reply =
        thief.post(
            "/v1/leases", Map.of("space", "demo", "paths", List.of("/x"), "holder", "owner"));
    assertThat(reply.status()).as(reply.text()).isEqualTo(403);
  }

  /** Neither the money of a lease nor proof of it is for others; by the setting nothing is. */
  @Test
  void anAgentSeesAnothersLeaseInOutline() throws Exception {
    for (LeaseView anothers : List.of(lease, budget)) {
      String path = "/v1/leases/" + anothers.leaseId();
      assertThat(thief.get(path).text())
          .contains("owner")
          .doesNotContain("tokens", "\"pool\"", "registrarSignature");
      assertThat(thief.get("/v1/leases").text())
          .contains(anothers.leaseId())
          .doesNotContain("\"tokens\"", "\"pool\"");
      assertThat(thief.get(path + "/certificate").code()).isEqualTo("NOT_HOLDER");
    }
    set("own");
    try {
      assertThat(thief.get("/v1/leases/" + lease.leaseId()).code()).isEqualTo("NOT_HOLDER");
      assertThat(thief.get("/v1/leases").text()).doesNotContain(lease.leaseId());
    } finally {
      set("spaces");
    }
  }

  private static void set(String agentsSee) throws Exception {
    byte[] body = "{\"value\":\"%s\"}".formatted(agentsSee).getBytes(StandardCharsets.UTF_8);
    Reply reply = admin.send("PUT", "/v1/config/agents_see", body);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  private static void assertRefused(Api api, String code) throws Exception {
    long before = admin.acquire("measure", "/" + System.nanoTime(), "1h").lease().fencingToken();
    SoftAssertions refusals = new SoftAssertions();
    for (LeaseView anothers : List.of(lease, budget)) {
      for (Map.Entry<String, Map<String, ?>> verb : HOLDERS_VERBS.entrySet()) {
        Reply reply =
            api.post("/v1/leases/" + anothers.leaseId() + ":" + verb.getKey(), verb.getValue());
        String what = verb.getKey() + ": " + reply.text();
        refusals.assertThat(reply.status()).as(what).isEqualTo(403);
        refusals.assertThat(reply.code()).as(what).isEqualTo(code);
      }
    }
    refusals.assertAll();
    long after = admin.acquire("measure", "/" + System.nanoTime(), "1h").lease().fencingToken();
    assertThat(after).as("nothing was recorded meanwhile").isEqualTo(before + 1);
    assertThat(admin.lookUp(lease).state()).isEqualTo("ACTIVE");
    assertThat(admin.lookUp(budget).state()).isEqualTo("ACTIVE");
  }
}
