package dev.leasehold.node.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.leasehold.node.ServedNode;
import dev.leasehold.node.persist.JournalDamagedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verification looks at what the registrar signed. */
class SignatureCheckTest {

  @TempDir Path scratch;
  Path directory;

  /** A grant under a signed policy, its renewal, and a checkpoint at the end. */
  @BeforeEach
  void write() {
    directory = scratch.resolve("data");
    work(directory);
  }

  private static void work(Path directory) {
    try (ServedNode node = ServedNode.start(directory)) {
      String id =
          node.post("/v1/leases", "{\"policy\":\"work\",\"space\":\"q\",\"paths\":[\"/item\"]}")
              .get("leaseId");
      node.advance(java.time.Duration.ofSeconds(1));
      assertThat(node.post("/v1/leases/" + id + ":renew", "{}").status()).isEqualTo(200);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void assertDamaged(String... parts) {
    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(() -> Verification.of(directory))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts));
  }

  @Test
  void whatIsSignedAsItShouldBeIsNotRemarkedOn() throws Exception {
    assertThat(Verification.of(directory).notes()).isEmpty();
  }

  @Test
  void anotherKeyHasSignedNothingHere() throws Exception {
    work(scratch.resolve("other"));
    Files.copy(
        scratch.resolve("other/registrar.key"),
        directory.resolve("registrar.key"),
        StandardCopyOption.REPLACE_EXISTING);
    assertDamaged("block 2 (position 2) is not as it was signed", "not the registrar's");
  }

  @Test
  void withoutTheKeyItIsSaidThatNothingWasChecked() throws Exception {
    Files.delete(directory.resolve("registrar.key"));
    assertThat(Verification.of(directory).notes())
        .singleElement()
        .asString()
        .contains("registrar.key is not there");
  }

  @Test
  void aForgedCheckpointIsFound() throws Exception {
    Sql.execute(directory, "UPDATE checkpoints SET signature = zeroblob(64)");
    assertDamaged("block 3 (position 3) is not as it was signed", "checkpoint is not signed");
  }

  @Test
  void aCheckpointOfAnotherBlockIsFound() throws Exception {
    Sql.execute(directory, "UPDATE checkpoints SET hash = zeroblob(32)");
    assertDamaged("block 3 (position 3) is not as it was signed", "checkpoint names");
  }

  @Test
  void signedBlocksThatAreMissingAreMissed() throws Exception {
    Sql.execute(directory, "UPDATE checkpoints SET block = 4");
    assertDamaged("block 4 (position 4) is missing");
  }
}
