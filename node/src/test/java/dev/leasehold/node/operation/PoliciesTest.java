package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.SharedNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The terms of leases, as an HTTP client sees them. */
class PoliciesTest extends SharedNode {

  Clients admin;

  @BeforeAll
  void start() {
    admin = Clients.admin(node);
  }

  @Test
  void sixAreBuiltIn() {
    JsonNode policies = ok(admin.get("/v1/policies")).json().get("policies");
    assertThat(policies.findValuesAsText("name"))
        .contains("work", "budget", "workflow", "file", "checkout", "lfs");
    JsonNode checkout = null;
    for (JsonNode policy : policies) {
      checkout = policy.get("name").asText().equals("checkout") ? policy : checkout;
    }
    assertThat(checkout)
        .hasToString(
            """
            {"name":"checkout","version":1,"defaultTtl":"259200s","maxTtl":"31622400s",\
            "renewable":false,"maxRenewals":0,"grace":"0s","reminderLead":"7200s",\
            "modes":["EXCLUSIVE"],"signed":false,"heartbeat":"0s","durableEpochs":false,\
            "builtIn":true,"extensions":false}\
            """);
  }

  @Test
  void anAdminAddsPoliciesInVersions() {
    Response first =
        admin.ok(
            "/v1/policies",
            "{'name':'quick','base':'checkout','defaultTtl':'10m','maxTtl':'1h','maxRenewals':2,"
                + "'reminderLead':'0s','modes':['shared','EXCLUSIVE'],'heartbeat':'30s',"
                + "'durableEpochs':true,'signed':false}");
    assertThat(first.get("version")).isEqualTo("1");
    assertThat(first.get("reminderLead")).isEqualTo("0s");
    assertThat(first.json().get("modes")).hasSize(2);
    assertThat(first.get("builtIn")).isEqualTo("false");
    JsonNode lease = admin.ok("/v1/leases", "{'policy':'quick','space':'q','paths':['/a']}").json();
    assertThat(lease.get("ttl").asText()).isEqualTo("600s");
    assertThat(lease.get("heartbeat").asText()).isEqualTo("30s");
    assertThat(lease.get("maxRenewals").asInt()).isEqualTo(2);

    Response second = admin.ok("/v1/policies", "{'name':'quick','defaultTtl':'5m'}");
    assertThat(second.get("version")).isEqualTo("2");
    assertThat(second.get("maxTtl")).as("of the version before").isEqualTo("3600s");
    assertThat(ok(admin.get("/v1/leases/" + lease.get("leaseId").asText())).get("ttl"))
        .isEqualTo("600s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                    | name
          {'name':'file'}                       | name
          {'name':'a b'}                        | name
          {'name':'n','base':'none'}            | base
          {'name':'n','defaultTtl':'0s'}        | defaultTtl
          {'name':'n','maxTtl':'8785h'}         | maxTtl
          {'name':'n','defaultTtl':'3h','maxTtl':'2h'} | defaultTtl
          {'name':'n','maxRenewals':-2}         | maxRenewals
          {'name':'n','grace':'1s'}             | grace
          {'name':'n','reminderLead':'9000h'}   | reminderLead
          {'name':'n','heartbeat':'1us'}        | heartbeat
          {'name':'n','modes':['some']}         | modes[0]
          {'name':'n','signed':'yes'}           | signed
          {'name':'n','wholeResource':true}     | wholeResource
          """)
  void aPolicyThatMakesNoSenseNamesTheField(String body, String field) {
    Response refused = admin.post("/v1/policies", body);
    assertProblem(refused, 400, "INVALID_INPUT");
    assertThat(refused.get("field")).as(refused.text()).isEqualTo(field);
  }

  @Test
  void anEmptyListOfModesIsRefused() {
    Response refused = admin.post("/v1/policies", "{'name':'modeless','modes':[]}");
    assertProblem(refused, 400, "INVALID_INPUT");
    assertThat(refused.get("field")).isEqualTo("modes");
  }

  @Test
  void aPolicySaysWhatItWasMadeFrom() {
    assertThat(admin.ok("/v1/policies", "{'name':'made','base':'workflow'}").get("base"))
        .isEqualTo("workflow");
    assertThat(admin.ok("/v1/policies", "{'name':'made','defaultTtl':'1m'}").get("base"))
        .isEqualTo("workflow");
    assertThat(admin.ok("/v1/policies", "{'name':'plain'}").get("base")).isEqualTo("file");
  }

  @Test
  void aCheckoutThatNamesNothingIsOfTheWholeProject() {
    String body = "{'policy':'checkout','space':'whole'}";
    assertThat(ok(admin.get("/v1/spaces/whole:check?policy=checkout")).get("free"))
        .isEqualTo("true");
    assertThat(admin.ok("/v1/leases", body).json().at("/scope/0").asText()).isEqualTo("/**");
    assertThat(ok(admin.get("/v1/spaces/whole:check?policy=checkout")).get("free"))
        .isEqualTo("false");
    assertProblem(admin.post("/v1/leases", "{'space':'whole'}"), 400, "INVALID_INPUT");
  }

  @Test
  void leasesUnderAPolicyHaveTheIdsOfItsBase() {
    admin.ok("/v1/policies", "{'name':'like-checkout','base':'checkout'}");
    assertThat(admin.acquire("'policy':'like-checkout','space':'ids','paths':['/a']"))
        .matches("[0-7][0-9A-HJKMNP-TV-Z]{25}");
  }
}
