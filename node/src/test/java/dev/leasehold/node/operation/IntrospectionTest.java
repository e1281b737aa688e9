package dev.leasehold.node.operation;

import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.prove.PublicKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens that draw on a pool are JWTs, and what any token is good for can be asked. */
class IntrospectionTest extends OwnNode {

  private static final String INACTIVE = "{\"active\":false}\n";

  @BeforeEach
  void start() {
    node.post("/v1/pools", "{\"id\":\"p1\"}");
  }

  private Response poolToken(String more) {
    Response issued =
        node.post(
            "/v1/tokens",
            "{\"actor\":\"bob\",\"role\":\"agent\",\"pool\":\"p1\",\"permissions\":"
                + "[\"llm:chat\",\"tool:*\"]"
                + more
                + "}");
    assertThat(issued.status()).as(issued.text()).isEqualTo(200);
    return issued;
  }

  private Response introspect(String asker, String token) {
    return node.send(asker, "POST", "/v1/tokens:introspect", "{\"token\":\"" + token + "\"}");
  }

  @Test
  void aTokenForAPoolIsAJwtOfTheRegistrar() throws Exception {
    Response issued = poolToken(",\"ttl\":\"60s\"");
    String jwt = issued.get("token");
    assertThat(jwt).matches("[A-Za-z0-9._-]+");
    assertThat(PublicKeys.of(node).verify(jwt)).isTrue();
    JsonNode claims = PublicKeys.claims(jwt);
    long now = node.time().wallNanos() / 1_000_000_000;
    assertThat(claims.get("sub").asText()).isEqualTo("bob");
    assertThat(claims.get("pool").asText()).isEqualTo("p1");
    assertThat(claims.get("permissions")).hasSize(2);
    assertThat(claims.get("iss").asText()).isEqualTo("leasehold");
    assertThat(claims.get("jti").asText()).isEqualTo(issued.get("tokenId"));
    assertThat(claims.get("iat").asLong()).isEqualTo(now);
    assertThat(claims.get("exp").asLong()).isEqualTo(now + 60);
    assertThat(PublicKeys.claims(poolToken("").get("token")).has("exp")).isFalse();
  }

  @Test
  void itIsAnOrdinaryTokenThatEndsAndIsRevokedAtOnce() throws Exception {
    String ends = poolToken(",\"ttl\":\"60s\"").get("token");
    Response stays = poolToken("");
    String jwt = stays.get("token");
    assertThat(node.send(ends, "GET", "/v1/leases", "").status()).isEqualTo(200);
    node.advance(Duration.ofSeconds(60));
    assertProblem(node.send(ends, "GET", "/v1/leases", ""), 401, "UNAUTHENTICATED");
    assertThat(introspect(node.adminToken(), ends).text()).isEqualTo(INACTIVE);

    node.close();
    node = ServedNode.start(directory, node.time());
    assertThat(node.send(jwt, "GET", "/v1/leases", "").status()).isEqualTo(200);
    assertThat(
            node.send(node.adminToken(), "DELETE", "/v1/tokens/" + stays.get("tokenId"), "")
                .status())
        .isEqualTo(200);
    assertProblem(node.send(jwt, "GET", "/v1/leases", ""), 401, "UNAUTHENTICATED");
    assertThat(introspect(node.adminToken(), jwt).text()).isEqualTo(INACTIVE);
  }

  @Test
  void aChangedJwtIsUnknown() {
    String jwt = poolToken("").get("token");
    String[] parts = jwt.split("\\.");
    String unsigned = "eyJhbGciOiJub25lIn0." + parts[1] + ".";
    for (String forged :
        new String[] {
          unsigned,
          parts[0] + "." + parts[1] + ".",
          jwt.substring(0, jwt.length() - 1),
          jwt + "x",
          parts[1] + "." + parts[0] + "." + parts[2]
        }) {
      assertProblem(node.send(forged, "GET", "/v1/leases", ""), 401, "UNAUTHENTICATED");
    }
  }

  @Test
  void theJournalHoldsNoJwt() throws Exception {
    String jwt = poolToken("").get("token");
    String signature = jwt.substring(jwt.lastIndexOf('.') + 1);
    node.close();
    try (var files = Files.list(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(signature);
      }
    }
    node = ServedNode.start(directory, node.time());
  }

  @Test
  void introspectionHasTheFieldsOfRfc7662() {
    Response issued = poolToken(",\"ttl\":\"60s\",\"spaces\":[\"a\"]");
    JsonNode found = introspect(node.adminToken(), issued.get("token")).json();
    long now = node.time().wallNanos() / 1_000_000_000;
    assertThat(found.get("active").asBoolean()).isTrue();
    assertThat(found.get("sub").asText()).isEqualTo("bob");
    assertThat(found.get("scope").asText()).isEqualTo("agent");
    assertThat(found.get("role").asText()).isEqualTo("agent");
    assertThat(found.get("token_type").asText()).isEqualTo("Bearer");
    assertThat(found.get("iss").asText()).isEqualTo("leasehold");
    assertThat(found.get("jti").asText()).isEqualTo(issued.get("tokenId"));
    assertThat(found.get("iat").isNumber()).isTrue();
    assertThat(found.get("iat").asLong()).isEqualTo(now);
    assertThat(found.get("exp").asLong()).isEqualTo(now + 60);
    assertThat(found.get("pool").asText()).isEqualTo("p1");
    assertThat(found.get("permissions")).hasSize(2);
    assertThat(found.get("spaces")).hasSize(1);

    JsonNode plain = introspect(node.adminToken(), node.tokenFor("eve", "auditor")).json();
    assertThat(plain.get("active").asBoolean()).isTrue();
    assertThat(plain.get("scope").asText()).isEqualTo("auditor");
    assertThat(plain.has("exp")).isFalse();
    assertThat(plain.has("pool")).isFalse();
  }

  @Test
  void adminsAndAuditorsAskAboutAnyTokenAndABearerAboutItsOwn() {
    String bob = node.tokenFor("bob", "agent");
    String eve = node.tokenFor("eve", "auditor");
    assertThat(introspect(bob, bob).get("active")).isEqualTo("true");
    assertThat(introspect(eve, bob).get("active")).isEqualTo("true");
    assertThat(introspect(bob, eve).text()).isEqualTo(INACTIVE);
    assertThat(introspect(bob, node.adminToken()).text()).isEqualTo(INACTIVE);
    assertThat(introspect(bob, node.tokenFor("bob", "agent")).text()).isEqualTo(INACTIVE);
    assertThat(introspect(node.adminToken(), "no-token").text()).isEqualTo(INACTIVE);
    assertThat(introspect(node.adminToken(), bob + "x").text()).isEqualTo(INACTIVE);
    assertProblem(introspect(node.adminToken(), ""), 400, "INVALID_INPUT");
  }

  @Test
  void permissionsAreBounded() {
    Response refused =
        node.post(
            "/v1/tokens",
            "{\"actor\":\"bob\",\"role\":\"agent\",\"permissions\":[\"" + "x".repeat(65) + "\"]}");
    assertProblem(refused, 400, "INVALID_INPUT");
    assertThat(refused.get("field")).isEqualTo("permissions[0]");
  }
}
