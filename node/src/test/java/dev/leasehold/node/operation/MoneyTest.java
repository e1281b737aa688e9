package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode.Response;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Corner cases of pools and budgets; the rules themselves are in {@code MoneyContract}. */
class MoneyTest extends OwnNode {

  Clients admin;
  Clients alice;

  @BeforeEach
  void start() {
    admin = Clients.admin(node);
    admin.ok("/v1/pools", "{'id':'p','amounts':{'tokens':1000,'usd_micros':'500'}}");
    alice = drawer("alice", "p");
  }

  private Clients drawer(String actor, String pool) {
    return new Clients(
        node,
        admin
            .ok("/v1/tokens", "{'actor':'%s','role':'agent','pool':'%s'}".formatted(actor, pool))
            .get("token"));
  }

  private String budget(String amounts) {
    return alice.acquire("'policy':'budget','space':'b','paths':['/alice'],'budget':" + amounts);
  }

  @Test
  void inGraceLeaseErrorAndNoticeSayHowLongItMayStillBeRefreshed() {
    String id =
        alice.acquire(
            "'policy':'budget','space':'b','paths':['/alice'],'ttl':'10s','budget':{'tokens':9}");
    node.advance(Duration.ofSeconds(40));

    JsonNode refused = alice.verb(id, "spend", "{'requestId':'r','amounts':{'tokens':1}}").json();
    assertThat(refused.get("code").asText()).isEqualTo("LEASE_EXPIRED");
    assertThat(refused.get("graceRemaining").asText()).isEqualTo("30s");
    assertThat(refused.get("detail").asText()).contains("another 30 seconds; refresh or close it");
    assertThat(refused.at("/notices/0/text").asText()).contains("refresh or close it");
    assertThat(ok(alice.get("/v1/leases/" + id)).get("graceRemaining")).isEqualTo("30s");

    node.advance(Duration.ofSeconds(30));
    assertThat(ok(alice.get("/v1/leases/" + id)).json().has("graceRemaining")).isFalse();
  }

  @Test
  void whoHasRefreshedOrClosedALeaseInGraceIsNotToldToDoItAgain() {
    for (String verb : List.of("refresh", "close")) {
      String id =
          alice.acquire(
              "'policy':'budget','space':'b','paths':['/alice'],'ttl':'10s','budget':{'tokens':9}");
      node.advance(Duration.ofSeconds(20));
      assertThat(expiryOf(id)).contains("refresh or close it");

      alice.okVerb(id, verb, "{}");
      assertThat(expiryOf(id))
          .isEqualTo(
              "lease %s on /alice in b had expired; you have refreshed or closed it since"
                  .formatted(id));
      if (verb.equals("refresh")) {
        alice.okVerb(id, "close", "{}");
      }
    }
  }

  @Test
  void whoseLeaseWasClosedWhenItsGraceWasOverIsToldToTakeAnother() {
    String id =
        alice.acquire(
            "'policy':'budget','space':'b','paths':['/alice'],'ttl':'10s','budget':{'tokens':9}");
    node.advance(Duration.ofSeconds(90));
    assertThat(expiryOf(id)).contains("has expired; acquire a new one");
  }

  /** The text of the notice that the lease has expired, as it is told now. */
  private String expiryOf(String id) {
    for (JsonNode notice : ok(alice.get("/v1/leases")).json().get("notices")) {
      if (notice.get("leaseId").asText().equals(id)) {
        return notice.get("text").asText();
      }
    }
    return "";
  }

  @Test
  void halfOfAPurseIsRefusedAndTheOtherHalfNamed() {
    Clients bob = Clients.agent(node, "bob");
    Response noPool =
        bob.post("/v1/leases", "{'space':'b','paths':['/bob'],'budget':{'tokens':9}}");
    assertProblem(noPool, 400, "INVALID_INPUT");
    assertThat(noPool.get("detail")).contains("say in pool which");
    Response noBudget = alice.post("/v1/leases", "{'space':'b','paths':['/a'],'pool':'p'}");
    assertProblem(noBudget, 400, "INVALID_INPUT");
    assertThat(noBudget.get("detail")).contains("say in budget how much");
  }

  @Test
  void aRightToSpendNeedsABudget() {
    admin.ok("/v1/policies", "{'name':'purse','base':'budget'}");
    for (String policy : List.of("budget", "purse")) {
      Response refused =
          alice.post(
              "/v1/leases", "{'policy':'%s','space':'b','paths':['/alice']}".formatted(policy));
      assertProblem(refused, 400, "INVALID_INPUT");
      assertThat(refused.get("field")).isEqualTo("budget");
    }
  }

  @Test
  void theHistoryTellsAmountsAndTheEndWhatBecameOfThem() {
    String id = budget("{'tokens':100}");
    String lease = "/v1/leases/" + id;
    alice.ok(lease + ":spend", "{'requestId':'r1','amounts':{'tokens':30}}");
    assertProblem(
        alice.post(lease + ":spend", "{'requestId':'r2','amounts':{'tokens':90}}"),
        409,
        "INSUFFICIENT_BUDGET");
    JsonNode closed = alice.ok(lease + ":close", "{}").json();
    assertThat(closed.at("/budget/returned/tokens").asText()).isEqualTo("70");

    JsonNode events = ok(alice.get(lease + "/history")).json().get("events");
    assertThat(events.findValuesAsText("type"))
        .containsExactly("acquired", "spent", "overdrawn", "closed");
    assertThat(events.get(0).at("/amounts/tokens").asText()).isEqualTo("100");
    assertThat(events.get(1).at("/amounts/tokens").asText()).isEqualTo("30");
    assertThat(events.get(2).at("/amounts/tokens").asText()).isEqualTo("90");
    assertThat(events.get(3).at("/granted/tokens").asText()).isEqualTo("100");
    assertThat(events.get(3).at("/spent/tokens").asText()).isEqualTo("30");
    assertThat(events.get(3).at("/returned/tokens").asText()).isEqualTo("70");
  }

  @Test
  void aPoolShowsItsAmountsByUnit() {
    assertThat(ok(admin.get("/v1/pools/p")).text())
        .isEqualTo(
            """
            {"id":"p","total":{"tokens":"1000","usd_micros":"500"},\
            "free":{"tokens":"1000","usd_micros":"500"},\
            "outstanding":{"tokens":"0","usd_micros":"0"},\
            "spent":{"tokens":"0","usd_micros":"0"},"open":true}
            """);
    admin.ok("/v1/pools", "{'id':'empty'}");
    assertThat(ok(admin.get("/v1/pools/empty")).json().get("free")).isEmpty();
    assertThat(ok(admin.get("/v1/pools")).json().get("pools").findValuesAsText("id"))
        .containsExactly("empty", "p");
  }

  @Test
  void poolsRefuseWhatMakesNoSense() {
    assertField(admin.post("/v1/pools", "{'id':'p'}"), "id");
    assertField(admin.post("/v1/pools", "{'id':'a b'}"), "id");
    assertField(admin.post("/v1/pools/p:deposit", "{'amounts':{'tokens':1}}"), "reason");
    assertField(admin.post("/v1/pools/p:deposit", "{'reason':'r'}"), "amounts");
    assertField(admin.post("/v1/pools/p:confirm", "{'spent':{'tokens':1}}"), "id");
    assertProblem(admin.get("/v1/pools/none"), 404, "NOT_FOUND");
    assertProblem(
        admin.post("/v1/pools/none:deposit", "{'amounts':{'t':1},'reason':'r'}"), 404, "NOT_FOUND");
    Response tooMuch =
        admin.post(
            "/v1/pools/p:withdraw", "{'amounts':{'tokens':1001,'usd_micros':1},'reason':'r'}");
    assertProblem(tooMuch, 409, "INSUFFICIENT_BUDGET");
    assertThat(tooMuch.json().get("asked").toString())
        .isEqualTo("{\"tokens\":\"1001\",\"usd_micros\":\"1\"}");
    assertThat(tooMuch.json().get("rest").get("tokens").asText()).isEqualTo("1000");
    assertField(
        admin.post("/v1/pools/p:withdraw", "{'amounts':{'tokens':1,'x':1},'reason':'r'}"),
        "amounts.x");
  }

  @Test
  void anAgentSeesThePoolThatItsTokenNames() {
    ok(alice.get("/v1/pools/p"));
    admin.ok("/v1/pools", "{'id':'q'}");
    assertProblem(alice.get("/v1/pools/q"), 403, "FORBIDDEN");
    assertProblem(alice.get("/v1/pools"), 403, "FORBIDDEN");
    Clients nobody = Clients.agent(node, "nobody");
    assertProblem(nobody.get("/v1/pools/p"), 403, "FORBIDDEN");
    assertProblem(
        nobody.post(
            "/v1/leases",
            "{'policy':'budget','space':'b','paths':['/n'],'pool':'p','budget':{'tokens':1}}"),
        403,
        "FORBIDDEN");
    assertThat(ok(admin.get("/v1/tokens")).json().findValuesAsText("pool")).containsExactly("p");
  }

  @Test
  void aBudgetIsDelegatedAndNotTransferred() {
    String id = budget("{'tokens':100}");
    JsonNode child = alice.okVerb(id, "derive", "{'holder':'bob','budget':{'tokens':60}}").json();
    assertThat(child.get("budget").get("granted").get("tokens").asLong()).isEqualTo(60);
    assertThat(
            ok(alice.get("/v1/leases/" + id))
                .json()
                .get("budget")
                .get("delegated")
                .get("tokens")
                .asLong())
        .isEqualTo(60);
    Response refused = alice.verb(id, "transfer", "{'toHolder':'bob'}");
    assertProblem(refused, 409, "NOT_TRANSFERABLE");
    assertThat(refused.get("leaseId")).isEqualTo(id);
  }

  @Test
  void moneyNeedsARequestIdAndTheHolder() {
    String id = budget("{'tokens':100}");
    assertField(alice.verb(id, "spend", "{'amounts':{'tokens':1}}"), "requestId");
    assertField(alice.verb(id, "reserve", "{'amounts':{'tokens':1}}"), "requestId");
    assertField(alice.verb(id, "spend", "{'requestId':'r'}"), "amounts");
    assertField(alice.verb(id, "settle", "{'amounts':{'tokens':1}}"), "reservationId");
    Clients bob = drawer("bob", "p");
    String one = "'amounts':{'tokens':1}";
    List.of(
            "spend {'requestId':'r'," + one + "}",
            "reserve {'requestId':'r'," + one + "}",
            "settle {'reservationId':'r'," + one + "}",
            "cancel {'reservationId':'r'}",
            "adjust {'reservationId':'r'," + one + "}",
            "refresh {}",
            "close {}")
        .forEach(
            row -> {
              String[] words = row.split(" ", 2);
              assertProblem(bob.verb(id, words[0], words[1]), 403, "NOT_HOLDER");
            });
    String file = alice.acquire("'space':'b','paths':['/file']");
    assertProblem(
        alice.verb(file, "spend", "{'requestId':'f'," + one + "}"), 409, "INSUFFICIENT_BUDGET");
  }

  @Test
  void aRestoredPoolGrantsWhenItsSpendingIsConfirmed() {
    String id = budget("{'tokens':100}");
    alice.okVerb(id, "spend", "{'requestId':'s','amounts':{'tokens':10}}");
    node.restore();
    assertThat(ok(admin.get("/v1/pools/p")).get("open")).isEqualTo("false");
    Response closed =
        alice.post(
            "/v1/leases",
            "{'policy':'budget','space':'b','paths':['/alice'],'budget':{'tokens':1}}");
    assertProblem(closed, 409, "INSUFFICIENT_BUDGET");
    assertField(admin.post("/v1/pools/p:confirm", "{'spent':{'tokens':9}}"), "spent");
    JsonNode pool = admin.ok("/v1/pools/p:confirm", "{'spent':{'tokens':'60'}}").json();
    assertThat(pool.get("open").asBoolean()).isTrue();
    assertThat(pool.get("free").get("tokens").asLong()).isEqualTo(940);
    assertThat(pool.get("spent").get("tokens").asLong()).isEqualTo(60);
    budget("{'tokens':1}");
  }

  @Test
  void aBudgetWithoutAPoolIsRefused() {
    Response refused =
        admin.post("/v1/leases", "{'space':'b','paths':['/x'],'budget':{'tokens':1}}");
    assertField(refused, "budget");
  }

  private static void assertField(Response response, String field) {
    assertProblem(response, 400, "INVALID_INPUT");
    assertThat(response.get("field")).as(response.text()).isEqualTo(field);
  }

  @Test
  void anAdminOfSomeSpacesDrawsOnNoPoolAndLetsNobodyElse() {
    Clients some =
        new Clients(
            node,
            admin.ok("/v1/tokens", "{'actor':'ann','role':'admin','spaces':['b']}").get("token"));
    Response minted = some.post("/v1/tokens", "{'actor':'eve','role':'agent','pool':'p'}");
    assertProblem(minted, 403, "FORBIDDEN");
    assertThat(minted.get("detail"))
        .isEqualTo("only an admin of all spaces may issue tokens for pools");
    Response drawn =
        some.post(
            "/v1/leases",
            "{'policy':'budget','space':'b','paths':['/n'],'pool':'p','budget':{'tokens':1}}");
    assertProblem(drawn, 403, "FORBIDDEN");
    assertThat(drawn.get("detail")).isEqualTo("only an admin of all spaces may draw on pools");
    assertThat(ok(admin.get("/v1/pools/p")).json().at("/free/tokens").asText()).isEqualTo("1000");
  }

  @Test
  void aTokenNamesAPoolThatIsThereAndOnlyAnAgentsDoes() {
    Response none = admin.post("/v1/tokens", "{'actor':'eve','role':'agent','pool':'nope'}");
    assertProblem(none, 404, "NOT_FOUND");
    assertField(admin.post("/v1/tokens", "{'actor':'eve','role':'auditor','pool':'p'}"), "pool");
    assertField(admin.post("/v1/tokens", "{'actor':'eve','role':'admin','pool':'p'}"), "pool");
  }
}
