package dev.leasehold.node.operation;

import static dev.leasehold.node.Clients.ok;
import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.ConfigServiceGrpc.ConfigServiceBlockingStub;
import dev.leasehold.api.v1.GetConfigRequest;
import dev.leasehold.api.v1.SetConfigRequest;
import dev.leasehold.api.v1.Setting;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.node.Clients;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings, as clients see them. */
class ConfigTest extends OwnNode {

  Clients admin;
  Clients alice;

  @BeforeEach
  void start() {
    admin = Clients.admin(node);
    alice = Clients.agent(node, "alice");
  }

  private Response put(Clients client, String key, String body) {
    return node.send(client.token(), "PUT", "/v1/config/" + key, body.replace('\'', '"'));
  }

  @Test
  void everybodyReadsAllKeysWithTheirDefaults() {
    JsonNode settings = ok(alice.get("/v1/config")).json().get("settings");
    assertThat(settings.findValuesAsText("key"))
        .containsExactlyElementsOf(Arrays.stream(ConfigKey.values()).map(ConfigKey::text).toList());
    JsonNode first = settings.get(0);
    assertThat(first.get("key").asText()).isEqualTo("default_ttl_seconds");
    assertThat(first.get("value").asText()).isEqualTo("3600");
    assertThat(first.get("defaultValue").asText()).isEqualTo("3600");
    assertThat(first.get("type").asText()).isEqualTo("int");
    assertThat(first.has("changedAt") || first.has("changedBy")).isFalse();
  }

  @Test
  void anAdminChangesAKeyAndItCounts() throws Exception {
    Response changed = ok(put(admin, "default_ttl_seconds", "{'value':600}"));
    assertThat(changed.get("value")).isEqualTo("600");
    assertThat(changed.get("changedBy")).isEqualTo("admin");
    assertThat(changed.get("changedAt")).endsWith("Z");
    assertThat(alice.ok("/v1/leases", "{'space':'s','paths':['/a']}").get("ttl")).isEqualTo("600s");
    ok(put(admin, "default_ttl_seconds", "{'value':'700'}"));
    ok(put(admin, "blocking_mode_enabled", "{'value':false}"));
    Response wait = alice.post("/v1/leases", "{'space':'s','paths':['/a'],'wait':'1s'}");
    assertProblem(wait, 400, "INVALID_INPUT");
    assertThat(wait.get("field")).isEqualTo("wait");
    node.close();
    node = ServedNode.start(directory, node.time());
    assertThat(node.get("/v1/config").json().get("settings").get(0).get("value").asText())
        .isEqualTo("700");
  }

  @Test
  void whileNothingIsRecordedByItselfAnAdminHasItRecordedAndIsToldHowMuchThereWas() {
    ok(put(admin, "auto_expire_enabled", "{'value':false}"));
    for (String path : new String[] {"/a", "/b", "/c"}) {
      alice.ok("/v1/leases", "{'space':'s','paths':['" + path + "'],'ttl':'10s'}");
    }
    node.advance(Duration.ofSeconds(10));
    assertThat(admin.ok("/v1/leases:expire", "{}").get("expired")).isEqualTo("3");
    assertThat(admin.ok("/v1/leases:expire", "{}").get("expired")).isEqualTo("0");
    assertThat(admin.get("/v1/leases?state=EXPIRED").json().get("leases")).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          default_ttl_seconds   | {'value':0}      | value
          default_ttl_seconds   | {'value':1.5}    | value
          default_ttl_seconds   | {'value':'many'} | value
          default_ttl_seconds   | {'value':true}   | value
          default_ttl_seconds   | {'value':[1]}    | value
          default_ttl_seconds   | {'value':{}}     | value
          default_ttl_seconds   | {}               | value
          default_ttl_seconds   | {'key':'x'}      | key
          blocking_mode_enabled | {'value':1}      | value
          blocking_mode_enabled | {'value':'TRUE'} | value
          a%20b                 | {'value':1}      | key
          """)
  void aValueThatMakesNoSenseIsRefused(String key, String body, String field) {
    String before = node.stateHash();
    Response refused = put(admin, key, body);
    assertProblem(refused, 400, "INVALID_INPUT");
    assertThat(refused.get("field")).isEqualTo(field);
    assertThat(node.stateHash()).isEqualTo(before);
  }

  @Test
  void aKeyThatIsNotThereIsNotFound() {
    assertProblem(put(admin, "nothing", "{'value':1}"), 404, "NOT_FOUND");
    assertProblem(put(alice, "max_renewals", "{'value':1}"), 403, "FORBIDDEN");
  }

  @Test
  void theSameOverGrpc() {
    ConfigServiceBlockingStub config =
        GrpcClients.builder("gproto+" + node.url() + "/")
            .setHeader("authorization", "Bearer " + node.adminToken())
            .build(ConfigServiceBlockingStub.class);
    Setting changed =
        config.setConfig(
            SetConfigRequest.newBuilder().setKey("max_renewals").setValue("3").build());
    assertThat(changed.getValue()).isEqualTo("3");
    assertThat(config.getConfig(GetConfigRequest.getDefaultInstance()).getSettingsList())
        .contains(changed)
        .hasSize(ConfigKey.values().length);
  }

  @Test
  void aNumberWithAnExponentIsToldWhatIsExpected() {
    Response refused = put(admin, "history_retention_days", "{'value':1e3}");
    assertProblem(refused, 400, "INVALID_INPUT");
    assertThat(refused.get("detail")).contains("a whole number in digits, true, false or a string");
  }
}
