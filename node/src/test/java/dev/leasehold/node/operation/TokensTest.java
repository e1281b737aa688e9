package dev.leasehold.node.operation;

import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Bearer tokens: issued, used, narrowed, expired, revoked. */
class TokensTest extends OwnNode {

  @Test
  void theFirstStartWritesATokenForItsOwnerAlone() throws Exception {
    Path file = node.directory().resolve("admin.token");
    String content = Files.readString(file);
    assertThat(content).matches("[A-Za-z0-9._-]+\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(node.get("/v1/tokens").status()).isEqualTo(200);

    restart();
    assertThat(Files.readString(file)).isEqualTo(content);
    assertThat(node.get("/v1/tokens").json().get("tokens")).hasSize(1);
  }

  @Test
  void aLostAdminTokenIsReplacedAndTheOldOneStaysValid() throws Exception {
    String old = node.adminToken();
    Files.delete(node.directory().resolve("admin.token"));
    restart();
    assertThat(node.adminToken()).isNotEqualTo(old);
    assertThat(node.get("/v1/leases").status()).isEqualTo(200);
    assertThat(node.send(old, "GET", "/v1/leases", "").status()).isEqualTo(200);
  }

  @Test
  void theBearerOfARevokedTokenIsToldWhyForAMonth() throws Exception {
    Response issued = node.post("/v1/tokens", "{\"actor\":\"bob\",\"role\":\"agent\"}");
    String token = issued.get("token");
    String address = "/v1/tokens/" + issued.get("tokenId");
    assertThat(
            node.send(node.adminToken(), "DELETE", address + "?reason=lost%20laptop", "").status())
        .isEqualTo(200);

    Response refused = node.send(token, "GET", "/v1/leases", "");
    assertProblem(refused, 401, "UNAUTHENTICATED");
    assertThat(refused.get("reason")).isEqualTo("lost laptop");
    assertThat(refused.get("detail")).contains("was revoked at").contains(": lost laptop");
    String guess = token.substring(0, token.length() - 1) + (token.endsWith("A") ? "B" : "A");
    assertThat(node.send(guess, "GET", "/v1/leases", "").text()).doesNotContain("laptop");

    restart();
    assertThat(node.send(token, "GET", "/v1/leases", "").get("reason")).isEqualTo("lost laptop");
    node.advance(Duration.ofDays(30));
    refused = node.send(token, "GET", "/v1/leases", "");
    assertProblem(refused, 401, "UNAUTHENTICATED");
    assertThat(refused.text()).doesNotContain("laptop");
  }

  @Test
  void aTokenIsShownOnceAndOutlivesARestart() throws Exception {
    Response issued = node.post("/v1/tokens", "{\"actor\":\"bob\",\"role\":\"Agent\"}");
    String token = issued.get("token");
    assertThat(token).matches("[A-Za-z0-9._-]{60,}").contains(issued.get("tokenId"));
    assertThat(issued.get("actor")).isEqualTo("bob");
    assertThat(issued.get("role")).isEqualTo("agent");
    assertThat(node.get("/v1/tokens").text())
        .contains(issued.get("tokenId"))
        .doesNotContain(token.substring(token.lastIndexOf('_')));
    assertThat(acquire(token, "a").get("holder")).isEqualTo("bob");

    restart();
    assertThat(node.send(token, "GET", "/v1/leases", "").json().get("leases")).hasSize(1);
  }

  @Test
  void theJournalHoldsNoSecret() throws Exception {
    String token = node.tokenFor("bob", "agent");
    String secret = token.split("_", 3)[2];
    node.close();
    try (var files = Files.list(directory)) {
      for (Path file : files.filter(f -> !f.endsWith("admin.token")).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(secret);
      }
    }
    node = ServedNode.start(directory);
  }

  @Test
  void aRevokedTokenIsUnknownAtOnce() {
    Response issued = node.post("/v1/tokens", "{\"actor\":\"bob\",\"role\":\"agent\"}");
    String token = issued.get("token");
    assertThat(node.send(token, "GET", "/v1/leases", "").status()).isEqualTo(200);
    Response revoked =
        node.send(node.adminToken(), "DELETE", "/v1/tokens/" + issued.get("tokenId"), "");
    assertThat(revoked.status()).isEqualTo(200);
    assertThat(revoked.get("actor")).isEqualTo("bob");
    assertProblem(node.send(token, "GET", "/v1/leases", ""), 401, "UNAUTHENTICATED");
  }

  @Test
  void aTokenExpiresByTheSameClockAsLeases() {
    JsonNode issued =
        node.post("/v1/tokens", "{\"actor\":\"bob\",\"role\":\"agent\",\"ttl\":\"60s\"}").json();
    String token = issued.get("token").asText();
    node.advance(Duration.ofSeconds(60).minusNanos(1));
    assertThat(node.send(token, "GET", "/v1/leases", "").status()).isEqualTo(200);
    node.advance(Duration.ofNanos(1));
    assertProblem(node.send(token, "GET", "/v1/leases", ""), 401, "UNAUTHENTICATED");
  }

  @Test
  void aTokenReachesOnlyTheSpacesItNames() {
    String token =
        node.post("/v1/tokens", "{\"actor\":\"bob\",\"role\":\"agent\",\"spaces\":[\"a\",\"b\"]}")
            .get("token");
    assertThat(acquire(token, "a").status()).isEqualTo(200);
    assertThat(acquire(token, "b").status()).isEqualTo(200);
    assertProblem(acquire(token, "c"), 403, "FORBIDDEN");
    assertProblem(node.send(token, "GET", "/v1/spaces/c:check?path=/x", ""), 403, "FORBIDDEN");
  }

  @Test
  void anAdminOfSomeSpacesIssuesNoTokenThatReachesFurther() {
    String some =
        node.post("/v1/tokens", "{\"actor\":\"ann\",\"role\":\"admin\",\"spaces\":[\"a\",\"b\"]}")
            .get("token");
    String wider = "{\"actor\":\"x\",\"role\":\"admin\",\"spaces\":[\"a\",\"c\"]}";
    assertProblem(node.send(some, "POST", "/v1/tokens", wider), 403, "FORBIDDEN");
    String narrower = "{\"actor\":\"x\",\"role\":\"agent\",\"spaces\":[\"a\"]}";
    assertThat(node.send(some, "POST", "/v1/tokens", narrower).status()).isEqualTo(200);
    Response own = node.send(some, "POST", "/v1/tokens", "{\"actor\":\"y\",\"role\":\"agent\"}");
    assertThat(own.status()).isEqualTo(200);
    assertThat(acquire(own.get("token"), "b").status()).isEqualTo(200);
    assertProblem(acquire(own.get("token"), "c"), 403, "FORBIDDEN");
    String everywhere = node.adminToken().split("_")[1];
    assertProblem(node.send(some, "DELETE", "/v1/tokens/" + everywhere, ""), 404, "NOT_FOUND");
    assertThat(node.send(some, "GET", "/v1/tokens", "").text()).doesNotContain(everywhere);
    assertProblem(
        node.send(some, "PUT", "/v1/spaces/c", "{\"caseInsensitive\":true}"), 403, "FORBIDDEN");
  }

  @Test
  void anAgentThatSeesItsOwnListsThoseAndAnAuditorAll() {
    node.send(node.adminToken(), "PUT", "/v1/config/agents_see", "{\"value\":\"own\"}");
    String bob = node.tokenFor("bob", "agent");
    String eve = node.tokenFor("eve", "auditor");
    acquire(bob, "a");
    acquire(node.adminToken(), "b");
    assertThat(node.send(bob, "GET", "/v1/leases", "").json().get("leases"))
        .singleElement()
        .satisfies(lease -> assertThat(lease.get("holder").asText()).isEqualTo("bob"));
    assertThat(node.send(eve, "GET", "/v1/leases", "").json().get("leases")).hasSize(2);
  }

  @Test
  void whateverIsWrongWithATokenTheAnswerIsTheSame() {
    String good = node.adminToken();
    Set<String> answers = new HashSet<>();
    for (String header :
        new String[] {
          good,
          "Basic " + good,
          "Bearer",
          "Bearer ",
          "Bearer x",
          "Bearer lh_",
          "Bearer lh__",
          "Bearer lh_none_secret",
          "Bearer " + good + "x",
          "Bearer " + good.substring(0, good.length() - 1),
          "Bearer " + good.toUpperCase(Locale.ROOT),
          "Bearer " + good + ", Bearer " + good,
          "Bearer " + "lh_" + "x".repeat(7_000)
        }) {
      Response response = authorized(header);
      assertProblem(response, 401, "UNAUTHENTICATED");
      answers.add(response.text());
    }
    assertThat(answers).hasSize(1);
    assertThat(authorized("Bearer " + good).status()).isEqualTo(200);
    assertThat(authorized("bearer " + good).status()).isEqualTo(200);
  }

  private Response authorized(String... values) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(node.url() + "/v1/leases"));
    for (String value : values) {
      request.header("Authorization", value);
    }
    return node.send(request.build());
  }

  @Test
  void twoAuthorizationsAreNone() {
    String good = "Bearer " + node.adminToken();
    assertProblem(authorized(good, good), 401, "UNAUTHENTICATED");
  }

  private Response acquire(String token, String space) {
    return node.send(
        token, "POST", "/v1/leases", "{\"space\":\"%s\",\"scope\":[\"/**\"]}".formatted(space));
  }

  private void restart() throws Exception {
    node.close();
    node = ServedNode.start(directory, node.time());
  }
}
