package dev.leasehold.node.operation;

import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.prove.PublicKeys;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Certificates: what they say, to whom, and what they do not prove. */
class CertificatesTest extends OwnNode {

  private JsonNode acquire(String token) {
    return node.send(
            token, "POST", "/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"],\"ttl\":\"60s\"}")
        .json();
  }

  private static String path(JsonNode lease) {
    return "/v1/leases/" + lease.get("leaseId").asText() + "/certificate";
  }

  @Test
  void aCertificateSaysWhatWasGrantedAndThatItMayBeOver() throws Exception {
    JsonNode lease = acquire(node.tokenFor("bob", "agent"));
    String jws = node.get(path(lease)).get("certificate");

    assertThat(PublicKeys.of(node).verify(jws)).isTrue();
    assertThat(PublicKeys.header(jws).get("typ").asText()).isEqualTo("lease-certificate+jwt");
    JsonNode claims = PublicKeys.claims(jws);
    JsonNode granted = claims.get("lease");
    for (String field :
        List.of(
            "leaseId",
            "policy",
            "space",
            "scope",
            "mode",
            "holder",
            "issuedAtTick",
            "expiresAtTick",
            "renewalCount",
            "maxRenewals",
            "fencingToken",
            "fencePath",
            "epoch")) {
      assertThat(granted.get(field)).as(field).isEqualTo(lease.get(field));
    }
    assertThat(claims.get("sub").asText()).isEqualTo("bob");
    assertThat(claims.get("iat").asLong()).isEqualTo(node.time().wallNanos() / 1_000_000_000);
    assertThat(claims.has("exp")).isFalse();
    assertThat(claims.get("proves").asText()).isEqualTo("grant");
    assertThat(claims.get("note").asText()).contains("not that it still stands");
  }

  @Test
  void aCertificateSaysWhatTheHolderMayUse() throws Exception {
    JsonNode lease =
        node.post(
                "/v1/leases",
                """
                {"space":"s","paths":["/a"],"authority":{"tools":["sh"],"namespaces":["n"]}}
                """)
            .json();
    JsonNode granted = PublicKeys.claims(node.get(path(lease)).get("certificate")).get("lease");

    assertThat(granted.at("/authority/tools/0").asText()).isEqualTo("sh");
    assertThat(granted.at("/authority/namespaces/0").asText()).isEqualTo("n");
    assertThat(granted.at("/authority/workIds").size()).isZero();
  }

  @Test
  void aCertificateLastsAsLongAsIsAskedFor() throws Exception {
    JsonNode lease = acquire(node.adminToken());
    JsonNode claims = PublicKeys.claims(node.get(path(lease) + "?ttl=90s").get("certificate"));
    assertThat(claims.get("exp").asLong()).isEqualTo(claims.get("iat").asLong() + 90);

    for (String wrong : List.of("0s", "-1s", "1.5s", "500ms", "9000h")) {
      Response refused = node.get(path(lease) + "?ttl=" + wrong);
      assertProblem(refused, 400, "INVALID_INPUT");
      assertThat(refused.get("field")).isEqualTo("ttl");
    }
    assertThat(node.get(path(lease) + "?ttl=8784h").status()).isEqualTo(200);
  }

  @Test
  void aRenewalShowsInTheNextCertificateAndAnEndInNone() throws Exception {
    JsonNode lease = acquire(node.adminToken());
    node.advance(Duration.ofSeconds(5));
    node.post("/v1/leases/" + lease.get("leaseId").asText() + ":renew", "{}");
    String renewed = node.get(path(lease)).get("certificate");
    assertThat(PublicKeys.claims(renewed).at("/lease/renewalCount").asInt()).isEqualTo(1);

    node.post("/v1/leases/" + lease.get("leaseId").asText() + ":release", "{}");
    JsonNode after = PublicKeys.claims(node.get(path(lease)).get("certificate"));
    assertThat(after.get("lease")).isEqualTo(PublicKeys.claims(renewed).get("lease"));
  }

  @Test
  void theHolderAnAuditorAndAnAdminGetOne() {
    String bob = node.tokenFor("bob", "agent");
    JsonNode lease = acquire(bob);
    for (String token : List.of(bob, node.tokenFor("eve", "auditor"), node.adminToken())) {
      assertThat(node.send(token, "GET", path(lease), "").status()).isEqualTo(200);
    }
    Response refused = node.send(node.tokenFor("mallory", "agent"), "GET", path(lease), "");
    assertThat(refused.status()).isIn(403, 404);
    assertProblem(node.get("/v1/leases/none/certificate"), 404, "LEASE_NOT_FOUND");
  }

  @Test
  void aChangedOrCutCertificateDoesNotVerify() throws Exception {
    PublicKeys keys = PublicKeys.of(node);
    String jws = node.get(path(acquire(node.adminToken()))).get("certificate");
    String[] parts = jws.split("\\.");
    assertThat(keys.verify(jws)).isTrue();

    char last = parts[1].charAt(20) == 'A' ? 'B' : 'A';
    String changed = parts[1].substring(0, 20) + last + parts[1].substring(21);
    assertThat(keys.verify(parts[0] + "." + changed + "." + parts[2])).isFalse();
    assertThat(keys.verify(jws.substring(0, jws.length() - 4))).isFalse();
    try (ServedNode other = ServedNode.start(directory.resolve("other"))) {
      assertThat(PublicKeys.of(other).verify(jws)).isFalse();
    }
    assertThat(node.send(jws, "GET", "/v1/leases", "").status())
        .as("a certificate is no token")
        .isEqualTo(401);
  }
}
