package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.leasehold.node.publish.WatchedStream;
import dev.leasehold.node.time.MovedTime;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tokens of an issuer when the file with its keys changes or breaks. */
class OidcKeysTest {

  private static final String ISSUER = "https://id.example";

  private static final String WAITING = "{\"space\":\"s\",\"paths\":[\"/a\"],\"wait\":\"1h\"}";

  static ECKey first;
  static ECKey second;

  @TempDir Path directory;
  Path jwks;
  MovedTime time = new MovedTime();
  ServedNode node;

  @BeforeAll
  static void makeKeys() throws Exception {
    first = new ECKeyGenerator(Curve.P_256).keyID("key").generate();
    second = new ECKeyGenerator(Curve.P_256).keyID("key").generate();
  }

  @BeforeEach
  void start() throws Exception {
    jwks = directory.resolve("jwks.json");
    writeKeys(first);
    node = startOn(directory.resolve("data"));
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  private ServedNode startOn(Path data) {
    Access access =
        new Access(null, null, null, ISSUER, jwks, "leases", "sub", "role", "spaces", 100);
    return ServedNode.start(data, time, access);
  }

  /** As deployments do that give every file the same time. */
  private void writeKeys(ECKey... keys) throws Exception {
    Files.writeString(jwks, new JWKSet(List.of(keys)).toString(true));
    Files.setLastModifiedTime(jwks, FileTime.fromMillis(1_000));
  }

  private String token(ECKey key) throws Exception {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(ISSUER)
            .audience("leases")
            .subject("alice")
            .expirationTime(new Date(time.wallNanos() / 1_000_000 + 86_400_000))
            .build();
    SignedJWT jwt =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("key").build(), claims);
    jwt.sign(new ECDSASigner(key));
    return jwt.serialize();
  }

  private int list(String token) {
    return node.send(token, "GET", "/v1/leases", "").status();
  }

  private double figure(String name) {
    return node.get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theLastKeyTakenAwayRevokesAllTokens() throws Exception {
    String used = token(first);
    assertThat(list(used)).isEqualTo(200);
    try (WatchedStream stream = WatchedStream.open(node, used, "")) {
      Files.writeString(jwks, "{\"keys\": []}");
      node.advance(Duration.ofSeconds(5));
      assertThat(list(used)).isEqualTo(401);
      assertThat(list(token(first))).isEqualTo(401);
      stream.awaitEnd();
    }
    assertThat(figure("leasehold_issuer_keys")).isZero();
    assertThat(figure("leasehold_issuer_keys_unreadable_seconds")).isZero();
    writeKeys(first);
    node.advance(Duration.ofSeconds(2));
    assertThat(list(used)).isEqualTo(200);
  }

  @Test
  void aWaitEndsWithinSecondsWhenItsIssuerVouchesForItNoMore() throws Exception {
    String held = take(node.tokenFor("bob", "agent"));
    CompletableFuture<HttpResponse<String>> open = node.open(token(first), "/v1/leases", WAITING);
    await().until(() -> node.openRequests() == 1);
    node.advance(Duration.ofSeconds(5));
    assertThat(open).isNotDone();

    Files.writeString(jwks, "{\"keys\": []}");
    node.advance(Duration.ofSeconds(5));

    assertThat(ServedNode.answered(open).status()).isEqualTo(401);
    assertThat(node.get("/v1/leases?state=PENDING").json().path("leases")).isEmpty();
    assertThat(node.get("/v1/leases/" + held).get("state")).isEqualTo("ACTIVE");
  }

  @Test
  void nobodyWhoIsVouchedForNoMoreIsToldOfAGrant() throws Exception {
    String held = take(node.tokenFor("bob", "agent"));
    CompletableFuture<HttpResponse<String>> open = node.open(token(first), "/v1/leases", WAITING);
    await().until(() -> node.openRequests() == 1);
    Files.writeString(jwks, "{\"keys\": []}");
    node.advance(Duration.ofSeconds(3));

    node.post("/v1/leases/" + held + ":revoke", "{\"reason\":\"r\"}");

    assertThat(ServedNode.answered(open).status()).isEqualTo(401);
    await().until(() -> node.get("/v1/leases").json().path("leases").isEmpty());
    JsonNode taken = node.get("/v1/leases?state=FAILED").json().path("leases").path(0);
    assertThat(taken.path("reason").asText()).isEqualTo("TOKEN_REVOKED");
  }

  private String take(String token) {
    String body = "{\"space\":\"s\",\"paths\":[\"/a\"]}";
    return node.send(token, "POST", "/v1/leases", body).get("leaseId");
  }

  /** The same length, the same time of change, the same id. */
  @Test
  void aKeyThatIsExchangedForOneThatLooksTheSameCountsNoMore() throws Exception {
    String used = token(first);
    assertThat(list(used)).isEqualTo(200);
    writeKeys(second);
    node.advance(Duration.ofSeconds(2));
    assertThat(list(used)).isEqualTo(401);
    assertThat(list(token(second))).isEqualTo(200);
  }

  @Test
  void aServerStartsWithAnEmptySet() throws Exception {
    Files.writeString(jwks, "{\"keys\": []}");
    try (ServedNode other = startOn(directory.resolve("other"))) {
      assertThat(other.send(token(first), "GET", "/v1/leases", "").status()).isEqualTo(401);
    }
  }

  /** The ways in which a file holds no set of keys. */
  enum Fault {
    MISSING,
    DIRECTORY,
    EMPTY,
    CUT_OFF,
    NO_SET,
    OVERSIZE;

    void befall(Path file) throws Exception {
      String whole = Files.readString(file);
      Files.delete(file);
      switch (this) {
        case MISSING -> {}
        case DIRECTORY -> Files.createDirectory(file);
        case EMPTY -> Files.writeString(file, "");
        case CUT_OFF -> Files.writeString(file, whole.substring(0, whole.length() / 2));
        case NO_SET -> Files.writeString(file, "{\"keys\": 7}");
        case OVERSIZE -> Files.writeString(file, whole + " ".repeat(1 << 20));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void keysOfAFileThatCannotBeReadCountForFiveMinutesAndTheFiguresSaySo(Fault fault)
      throws Exception {
    String used = token(first);
    assertThat(list(used)).isEqualTo(200);
    fault.befall(jwks);
    node.advance(Duration.ofSeconds(2));
    assertThat(list(used)).isEqualTo(200);
    assertThat(list(token(first))).isEqualTo(200);
    node.advance(Duration.ofSeconds(299));
    assertThat(figure("leasehold_issuer_keys_unreadable_seconds")).isEqualTo(299);
    assertThat(list(used)).isEqualTo(200);
    node.advance(Duration.ofSeconds(2));
    assertThat(list(used)).isEqualTo(401);
    assertThat(list(token(first))).isEqualTo(401);
    assertThat(figure("leasehold_issuer_keys")).isZero();
    assertThat(figure("leasehold_issuer_keys_unreadable_seconds")).isEqualTo(301);

    Files.deleteIfExists(jwks);
    writeKeys(first);
    node.advance(Duration.ofSeconds(2));
    assertThat(list(used)).isEqualTo(200);
    assertThat(figure("leasehold_issuer_keys")).isEqualTo(1);
    assertThat(figure("leasehold_issuer_keys_unreadable_seconds")).isZero();
  }

  @Test
  void aBreakThatIsOverIsForgotten() throws Exception {
    String used = token(first);
    for (int i = 0; i < 3; i++) {
      Files.delete(jwks);
      node.advance(Duration.ofSeconds(200));
      assertThat(list(used)).isEqualTo(200);
      writeKeys(first);
      node.advance(Duration.ofSeconds(2));
      assertThat(list(used)).isEqualTo(200);
    }
  }
}
