package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.publish.WatchedStream;
import dev.leasehold.node.time.MovedTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JWTs of an OpenID Connect issuer, signed by keys that a file names. */
class OidcTest {

  private static final String ISSUER = "https://id.example";

  static RSAKey rsa;
  static ECKey ec;

  @TempDir Path directory;
  Path jwks;
  MovedTime time = new MovedTime();
  ServedNode node;

  @BeforeAll
  static void makeKeys() throws Exception {
    rsa = new RSAKeyGenerator(2_048).keyID("rsa").generate();
    ec = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
  }

  @BeforeEach
  void start() throws Exception {
    jwks = directory.resolve("jwks.json");
    writeKeys(1, rsa, ec);
    node = ServedNode.start(directory.resolve("data"), time, access(jwks));
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  private static Access access(Path jwks) {
    return new Access(null, null, null, ISSUER, jwks, "leases", "sub", "role", "spaces", 100);
  }

  private void writeKeys(int changedSecond, JWK... keys) throws Exception {
    Files.writeString(jwks, new JWKSet(List.of(keys)).toString(true));
    Files.setLastModifiedTime(jwks, FileTime.fromMillis(changedSecond * 1_000L));
  }

  private Date in(long seconds) {
    return new Date((time.wallNanos() / 1_000_000_000 + seconds) * 1_000);
  }

  private JWTClaimsSet claims(Consumer<JWTClaimsSet.Builder> change) {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(ISSUER)
            .audience(List.of("other", "leases"))
            .subject("alice@example")
            .issueTime(in(0))
            .expirationTime(in(300))
            .jwtID("j1");
    change.accept(claims);
    return claims.build();
  }

  private static String sign(JWSAlgorithm algorithm, String keyId, JWSSigner signer, JWTClaimsSet c)
      throws Exception {
    SignedJWT jwt = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(keyId).build(), c);
    jwt.sign(signer);
    return jwt.serialize();
  }

  private String token(Consumer<JWTClaimsSet.Builder> change) throws Exception {
    return sign(JWSAlgorithm.ES256, "ec", new ECDSASigner(ec), claims(change));
  }

  private Response list(String token) {
    return node.send(token, "GET", "/v1/leases", "");
  }

  @Test
  void aTokenOfTheIssuerNamesAnAgent() throws Exception {
    String token = token(c -> {});
    Response lease = node.send(token, "POST", "/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"]}");
    assertThat(lease.status()).as(lease.text()).isEqualTo(200);
    assertThat(lease.get("holder")).isEqualTo("alice@example");
    assertThat(node.send(token, "GET", "/v1/tokens", "").status()).isEqualTo(403);

    Response known = node.post("/v1/tokens:introspect", "{\"token\":\"" + token + "\"}");
    assertThat(known.get("active")).isEqualTo("true");
    assertThat(known.get("sub")).isEqualTo("alice@example");
    assertThat(known.get("iss")).isEqualTo(ISSUER);
    assertThat(known.get("jti")).isEqualTo("j1");
    assertThat(known.json().get("exp").asLong()).isEqualTo(in(300).getTime() / 1_000);
  }

  @Test
  void roleAndSpacesComeFromTheirClaims() throws Exception {
    String admin = token(c -> c.claim("role", "admin"));
    assertThat(node.send(admin, "GET", "/v1/tokens", "").status()).isEqualTo(200);
    String narrow = token(c -> c.claim("spaces", List.of("a")));
    assertThat(node.send(narrow, "GET", "/v1/spaces/a:check?path=/x", "").status()).isEqualTo(200);
    assertThat(node.send(narrow, "GET", "/v1/spaces/b:check?path=/x", "").status()).isEqualTo(403);
  }

  @Test
  void whatTheClaimsSayWrongIsRefused() throws Exception {
    List<Consumer<JWTClaimsSet.Builder>> wrong =
        List.of(
            c -> c.issuer("https://id.evil"),
            c -> c.issuer(null),
            c -> c.audience("other"),
            c -> c.audience((String) null),
            c -> c.expirationTime(null),
            c -> c.expirationTime(in(-30)),
            c -> c.notBeforeTime(in(31)),
            c -> c.subject(null),
            c -> c.subject("not a name"),
            c -> c.subject(""),
            c -> c.claim("sub", 7),
            c -> c.claim("sub", 1e300),
            c -> c.claim("sub", true),
            c -> c.claim("sub", List.of("alice")),
            c -> c.claim("sub", java.util.Map.of("name", "alice")),
            c -> c.claim("role", "root"),
            c -> c.claim("role", List.of("admin")),
            c -> c.claim("spaces", List.of()),
            c -> c.claim("spaces", "a"),
            c -> c.claim("spaces", List.of("a", 7)));
    for (int i = 0; i < wrong.size(); i++) {
      assertThat(list(token(wrong.get(i))).status()).as("claims %d", i).isEqualTo(401);
    }
    assertThat(list(token(c -> c.expirationTime(in(-29)))).status()).isEqualTo(200);
    assertThat(list(token(c -> c.notBeforeTime(in(30)))).status()).isEqualTo(200);
  }

  @Test
  void theUsualAlgorithmsAreAcceptedAndNoOthers() throws Exception {
    JWTClaimsSet claims = claims(c -> {});
    for (JWSAlgorithm algorithm : List.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256)) {
      assertThat(list(sign(algorithm, "rsa", new RSASSASigner(rsa), claims)).status())
          .isEqualTo(200);
    }
    assertThat(list(sign(JWSAlgorithm.RS512, "rsa", new RSASSASigner(rsa), claims)).status())
        .isEqualTo(401);
    // The oldest trick: the public key, which everybody has, as the secret of an HMAC.
    byte[] publicKey = rsa.toRSAPublicKey().getEncoded();
    assertThat(list(sign(JWSAlgorithm.HS256, "rsa", new MACSigner(publicKey), claims)).status())
        .isEqualTo(401);
    String none = Base64URL.encode("{\"alg\":\"none\"}") + "." + claims.toPayload().toBase64URL();
    assertThat(list(none + ".").status()).isEqualTo(401);
    assertThat(list(none + "." + Base64URL.encode("x")).status()).isEqualTo(401);
  }

  @Test
  void ed25519IsAcceptedToo() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    byte[] encoded = pair.getPublic().getEncoded();
    Base64URL x =
        Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
    writeKeys(2, new OctetKeyPair.Builder(Curve.Ed25519, x).keyID("ed").build());
    node.advance(Duration.ofSeconds(2));
    String signed =
        new JWSHeader.Builder(JWSAlgorithm.EdDSA).keyID("ed").build().toBase64URL()
            + "."
            + claims(c -> {}).toPayload().toBase64URL();
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(pair.getPrivate());
    signature.update(signed.getBytes(StandardCharsets.US_ASCII));
    byte[] made = signature.sign();
    assertThat(list(signed + "." + Base64URL.encode(made)).status()).isEqualTo(200);
    made[0] ^= 1;
    assertThat(list(signed + "." + Base64URL.encode(made)).status()).isEqualTo(401);
  }

  @Test
  void forgedCutAndForeignSignaturesAreRefused() throws Exception {
    String good = token(c -> {});
    ECKey other = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
    JWTClaimsSet claims = claims(c -> {});
    String[] parts = good.split("\\.");
    String elevated = claims(c -> c.claim("role", "admin")).toPayload().toBase64URL().toString();
    assertThat(list(sign(JWSAlgorithm.ES256, "ec", new ECDSASigner(other), claims)).status())
        .isEqualTo(401);
    assertThat(list(sign(JWSAlgorithm.ES256, "none", new ECDSASigner(ec), claims)).status())
        .isEqualTo(401);
    assertThat(list(parts[0] + "." + elevated + "." + parts[2]).status()).isEqualTo(401);
    assertThat(list(good.substring(0, good.length() - 3)).status()).isEqualTo(401);
    assertThat(list(parts[0] + "." + parts[1] + "." + Base64URL.encode(new byte[64])).status())
        .isEqualTo(401);
    assertThat(list(good + "." + parts[2]).status()).isEqualTo(401);
    assertThat(list("..").status()).isEqualTo(401);
    assertThat(list("x".repeat(9_000) + "..").status()).isEqualTo(401);
  }

  @Test
  void aTokenThatWasAcceptedEndsWhenItSays() throws Exception {
    String token = token(c -> {});
    assertThat(list(token).status()).isEqualTo(200);
    time.moveWallClock(Duration.ofSeconds(329).toNanos());
    assertThat(list(token).status()).isEqualTo(200);
    time.moveWallClock(Duration.ofSeconds(1).toNanos());
    assertThat(list(token).status()).isEqualTo(401);
  }

  @Test
  void aStreamOfEventsEndsWithItsToken() throws Exception {
    try (WatchedStream stream = WatchedStream.open(node, token(c -> {}), "")) {
      assertThat(stream.status()).isEqualTo(200);
      node.advance(Duration.ofSeconds(330));
      stream.awaitEnd();
      assertThat(stream.lastEnd()).contains("token");
    }
  }

  @Test
  void aStreamOfEventsEndsWhenItsKeyLeavesTheFile() throws Exception {
    try (WatchedStream stream = WatchedStream.open(node, token(c -> {}), "")) {
      writeKeys(3, rsa);
      node.advance(Duration.ofSeconds(5));
      stream.awaitEnd();
      assertThat(stream.lastEnd()).contains("token");
    }
  }

  @Test
  void keysThatLeaveTheFileAreForgottenAndNewOnesLearned() throws Exception {
    String token = token(c -> {});
    assertThat(list(token).status()).isEqualTo(200);
    writeKeys(3, rsa);
    node.advance(Duration.ofSeconds(2));
    assertThat(list(token).status()).isEqualTo(401);

    String byRsa = sign(JWSAlgorithm.RS256, "rsa", new RSASSASigner(rsa), claims(c -> {}));
    assertThat(list(byRsa).status()).isEqualTo(200);
    writeKeys(5, ec);
    node.advance(Duration.ofSeconds(2));
    assertThat(list(token).status()).isEqualTo(200);
    assertThat(list(byRsa).status()).isEqualTo(401);
  }

  @Test
  void aServerDoesNotStartWithoutTheKeys() {
    Path other = directory.resolve("other");
    assertThatIOException()
        .isThrownBy(() -> startOn(other, access(directory.resolve("none.json"))));
    assertThatIOException()
        .isThrownBy(
            () ->
                startOn(
                    other,
                    new Access(null, null, null, ISSUER, null, null, "sub", "role", "spaces", 100)))
        .withMessageContaining("all three");
  }

  private void startOn(Path data, Access access) throws Exception {
    Server.start(new Server.Options(data, Server.DEFAULT_HOST, 0, false, time, e -> {}, access))
        .close();
  }
}
