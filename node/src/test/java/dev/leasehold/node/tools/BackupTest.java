package dev.leasehold.node.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.leasehold.node.ServedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {

  private static final Instant NOW = Instant.parse("2026-05-04T03:02:01Z");

  @TempDir Path directory;
  @TempDir Path backups;

  private static List<String> names(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aBackupBesideAServerIsWholeVerifiedAndItsOwnersAlone() throws IOException {
    Path to = backups.resolve("one");
    try (ServedNode node = ServedNode.start(directory)) {
      node.post("/v1/leases", "{\"space\":\"demo\",\"paths\":[\"/a\"]}");
      Backup backup = Backup.take(directory, to, NOW);
      assertThat(backup.path()).isEqualTo(to);
      assertThat(backup.verified().stateHash()).isEqualTo(node.stateHash());
      node.post("/v1/leases", "{\"space\":\"demo\",\"paths\":[\"/b\"]}");
    }
    assertThat(names(to)).containsExactly("journal.db", "manifest", "registrar.key");
    for (String name : names(to)) {
      assertThat(Files.getPosixFilePermissions(to.resolve(name)))
          .as(name)
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
    assertThat(Files.getPosixFilePermissions(to))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(Verification.of(to).lastPosition()).isEqualTo(2);
    assertThat(Files.readString(to.resolve("manifest")))
        .contains("leasehold-backup=1", "blocks=2", "last-position=2", "registrar-key=true");
  }

  @Test
  void inADirectoryItGetsANameByTheTime() throws IOException {
    ServedNode.start(directory).close();
    Backup backup = Backup.take(directory, backups, NOW);
    assertThat(backup.path()).isEqualTo(backups.resolve("leasehold-20260504T030201.000Z"));
    assertThat(names(backups)).containsExactly("leasehold-20260504T030201.000Z");
  }

  @Test
  void nothingIsWrittenOver() throws IOException {
    ServedNode.start(directory).close();
    Path to = backups.resolve("one");
    Backup.take(directory, to, NOW);
    assertThatIOException()
        .isThrownBy(() -> Backup.take(directory, to, NOW))
        .withMessageContaining("is a backup already");
    Path file = Files.createFile(backups.resolve("file"));
    assertThatIOException()
        .isThrownBy(() -> Backup.take(directory, file, NOW))
        .withMessageContaining("is there already");
    assertThat(file).isEmptyFile();
  }

  @Test
  void whatIsDamagedIsNotBackedUpAndNothingIsLeftBehind() throws Exception {
    ServedNode.start(directory).close();
    Sql.execute(directory, "UPDATE blocks SET tick = tick + 1");
    assertThatIOException()
        .isThrownBy(() -> Backup.take(directory, backups.resolve("one"), NOW))
        .withMessageContaining("block 1 (position 1)");
    assertThatIOException()
        .isThrownBy(() -> Backup.take(directory.resolve("absent"), backups, NOW))
        .withMessageContaining("there is no journal");
    assertThat(names(backups)).isEmpty();
  }
}
