package dev.leasehold.node.prove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.Server;
import dev.leasehold.node.time.MovedTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The registrar's key: made once, kept for its owner alone, missed when it is gone. */
class RegistrarKeyTest {

  @TempDir Path directory;

  @Test
  void theFirstStartMakesAKeyForItsOwnerAloneAndTheNextFindsIt() throws Exception {
    ServedNode.start(directory).close();
    Path file = directory.resolve("registrar.key");
    String content = Files.readString(file);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");

    ServedNode.start(directory).close();
    assertThat(Files.readString(file)).isEqualTo(content);
  }

  @Test
  void thePublicPartIsThereForEverybodyAndThePrivateForNobody() throws Exception {
    try (ServedNode node = ServedNode.start(directory)) {
      JsonNode jwk = PublicKeys.of(node).jwk();
      JsonNode kept = new ObjectMapper().readTree(directory.resolve("registrar.key").toFile());

      assertThat(jwk.get("kty").asText()).isEqualTo("OKP");
      assertThat(jwk.get("crv").asText()).isEqualTo("Ed25519");
      assertThat(jwk.get("x")).isEqualTo(kept.get("x"));
      assertThat(jwk.has("d")).isFalse();
      assertThat(kept.get("d").asText()).isNotEmpty();
      assertThat(jwk.get("kid").asText()).isEqualTo(thumbprint(jwk.get("x").asText()));
      assertThat(node.send("", "POST", "/.well-known/jwks.json", "").status()).isEqualTo(405);
    }
  }

  /** RFC 7638: the members that the kind of key needs, in order, without blanks. */
  private static String thumbprint(String x) throws Exception {
    String members = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + x + "\"}";
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(members.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  @Test
  void aLostKeyIsNotReplacedByANewOne() throws Exception {
    ServedNode.start(directory).close();
    Files.delete(directory.resolve("registrar.key"));

    assertThatIOException()
        .isThrownBy(this::start)
        .withMessageContaining("registrar.key is missing");
    assertThat(directory.resolve("registrar.key")).doesNotExist();
  }

  @Test
  void anotherKeyIsNotTakenForTheOneThatSigned() throws Exception {
    ServedNode.start(directory).close();
    ServedNode.start(directory.resolve("other")).close();
    Files.copy(
        directory.resolve("other/registrar.key"),
        directory.resolve("registrar.key"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    assertThatIOException()
        .isThrownBy(this::start)
        .withMessageContaining("is not the key that signed this journal");
  }

  @Test
  void aDamagedKeyIsRefusedAndNotQuoted() throws Exception {
    ServedNode.start(directory).close();
    Path file = directory.resolve("registrar.key");
    String secret = new ObjectMapper().readTree(file.toFile()).get("d").asText();
    for (String damaged :
        new String[] {
          "",
          "x",
          Files.readString(file).replace("Ed25519", "X25519"),
          Files.readString(file).replace("OKP", "oct"),
          Files.readString(file).replace(secret, secret.substring(5)),
          Files.readString(file).replace("\"d\"", "\"e\"")
        }) {
      Files.writeString(file, damaged);
      assertThatIOException()
          .as(damaged)
          .isThrownBy(this::start)
          .withMessageContaining("registrar.key")
          .withNoCause()
          .satisfies(e -> assertThat(e.toString()).doesNotContain(secret.substring(5)));
    }
  }

  private void start() throws Exception {
    Server.start(Server.Options.local(directory, new MovedTime())).close();
  }
}
