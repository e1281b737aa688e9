package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The keys of an issuer are exchanged, broken and taken away under a running server. */
@Timeout(900)
class IssuerKeysIT {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final String UNREADABLE = "leasehold_issuer_keys_unreadable_seconds ";

  @TempDir Path directory;

  @Test
  void tokensFallWithTheirKeyAndABrokenFileIsReported() throws Exception {
    Path jwks = directory.resolve("jwks.json");
    KeyPair first = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    KeyPair second = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Files.writeString(jwks, set(first));
    Path data = directory.resolve("data");
    List<String> serve = ServerProcess.serve(data);
    serve.addAll(List.of("--oidc-issuer", "https://id.example", "--oidc-jwks", jwks.toString()));
    serve.addAll(List.of("--oidc-audience", "leases"));
    try (ServerProcess server = ServerProcess.awaitReady(RunningProcess.start(serve), data)) {
      Api old = server.as(token(first, "\"alice\""));
      Api next = server.as(token(second, "\"alice\""));
      assertThat(old.get("/v1/leases").status()).isEqualTo(200);
      assertThat(next.get("/v1/leases").status()).isEqualTo(401);
      assertThat(server.as(token(first, "7")).get("/v1/leases").status()).isEqualTo(401);

      Files.writeString(jwks, set(second));
      awaitStatus(old, 401);
      assertThat(next.get("/v1/leases").status()).isEqualTo(200);

      Files.writeString(jwks, "{\"keys\": [");
      Api admin = server.admin();
      await()
          .atMost(RunningProcess.PATIENCE)
          .until(() -> admin.get("/metrics").text().lines().anyMatch(IssuerKeysIT::isUnreadable));
      assertThat(next.get("/v1/leases").status()).isEqualTo(200);

      Files.writeString(jwks, "{\"keys\": []}");
      awaitStatus(next, 401);
    }
  }

  private static boolean isUnreadable(String line) {
    return line.startsWith(UNREADABLE)
        && Double.parseDouble(line.substring(UNREADABLE.length())) > 0;
  }

  private static void awaitStatus(Api api, int status) {
    await().atMost(RunningProcess.PATIENCE).until(() -> statusOf(api) == status);
  }

  private static int statusOf(Api api) throws IOException {
    return api.get("/v1/leases").status();
  }

  private static String set(KeyPair pair) {
    byte[] encoded = pair.getPublic().getEncoded();
    byte[] x = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    return "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\"k\",\"x\":\"%s\"}]}"
        .formatted(BASE64.encodeToString(x));
  }

  private static String token(KeyPair pair, String subject) throws Exception {
    String claims =
        "{\"iss\":\"https://id.example\",\"aud\":\"leases\",\"sub\":%s,\"exp\":%d}"
            .formatted(subject, Instant.now().getEpochSecond() + 3_600);
    String signed = encoded("{\"alg\":\"EdDSA\",\"kid\":\"k\"}") + "." + encoded(claims);
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(pair.getPrivate());
    signature.update(signed.getBytes(StandardCharsets.US_ASCII));
    return signed + "." + BASE64.encodeToString(signature.sign());
  }

  private static String encoded(String text) {
    return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
