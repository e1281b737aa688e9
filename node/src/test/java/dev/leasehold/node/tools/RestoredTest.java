package dev.leasehold.node.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.persist.files.DirectoryInUseException;
import dev.leasehold.node.time.MovedTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoredTest {

  private static final String ACQUIRE =
      "{\"space\":\"demo\",\"paths\":[\"/a\"],\"policy\":\"workflow\",\"ttl\":\"600s\"}";

  @TempDir Path scratch;
  private Path data;
  private Path backup;
  private String adminToken;
  private String agentToken;
  private long tokenAfterBackup;
  private long epochAfterBackup;
  private final MovedTime time = new MovedTime();

  /** A backup with one lease in it, and a server that went on after it. */
  @BeforeEach
  void backUp() throws IOException {
    data = scratch.resolve("data");
    backup = scratch.resolve("backup");
    try (ServedNode node = ServedNode.start(data, time)) {
      adminToken = node.adminToken();
      agentToken = node.tokenFor("agent-1", "agent");
      ServedNode.Response held = node.post("/v1/leases", ACQUIRE);
      Backup.take(data, backup, Instant.now());
      node.post("/v1/leases/" + held.get("leaseId") + ":release", "{}");
      ServedNode.Response later = node.post("/v1/leases", ACQUIRE);
      tokenAfterBackup = Long.parseLong(later.get("fencingToken"));
      epochAfterBackup = Long.parseLong(later.get("epoch"));
    }
  }

  private Restored restore(Path target) throws IOException {
    return Restored.from(new Restored.Request(backup, target, false, false), time);
  }

  private Restored replace(Path target) throws IOException {
    return Restored.from(new Restored.Request(backup, target, true, false), time);
  }

  private record Grant(long token, long epoch) {}

  private Grant grantOn(Path directory) throws IOException {
    try (ServedNode node = ServedNode.start(directory, time)) {
      ServedNode.Response lease = node.post("/v1/leases", ACQUIRE);
      assertThat(lease.status()).as(lease.text()).isEqualTo(200);
      return new Grant(
          Long.parseLong(lease.get("fencingToken")), Long.parseLong(lease.get("epoch")));
    }
  }

  private static List<String> names(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void everyLeaseEndsAndTokensAndEpochsGoOnFarAbove() throws IOException {
    Path target = scratch.resolve("target");
    Restored restored = restore(target);
    assertThat(restored.endedLeases()).isEqualTo(1);
    assertThat(restored.firstPosition())
        .isGreaterThan(tokenAfterBackup + Limits.RESTORE_POSITION_LIFT / 2);
    assertThat(names(target)).containsExactly("journal.db", "lock", "registrar.key");
    assertThat(Verification.of(target).livingLeases()).isZero();
    Grant grant = grantOn(target);
    assertThat(grant.token()).isGreaterThan(restored.firstPosition());
    assertThat(grant.epoch()).isGreaterThan(epochAfterBackup + Limits.RESTORE_EPOCH_LIFT / 2);
    assertThat(Verification.of(target).livingLeases()).isOne();
  }

  @Test
  void theRestoreIsTheFirstThingThatFollowsTheBackup() throws IOException {
    Path target = scratch.resolve("target");
    restore(target);
    StringBuilder after = new StringBuilder();
    new JournalPrint(Verification.of(backup).lastPosition() + 1, Long.MAX_VALUE, "", true)
        .print(target, line -> after.append(line).append('\n'));
    assertThat(after.toString().lines().findFirst()).get().asString().contains("\"Restored\"");
  }

  @Test
  void oneBackupRestoredTwiceInOneSecondGivesNothingTwice() throws IOException {
    restore(scratch.resolve("one"));
    Grant first = grantOn(scratch.resolve("one"));
    restore(scratch.resolve("two"));
    Grant second = grantOn(scratch.resolve("two"));
    assertThat(second.token()).isGreaterThan(first.token());
    assertThat(second.epoch()).isGreaterThan(first.epoch());
  }

  @Test
  void twoCopiesOfABackupRestoredOneAfterTheOtherGiveNothingTwice() throws IOException {
    Path copy = scratch.resolve("copy");
    Files.createDirectory(copy);
    for (String name : names(backup)) {
      Files.copy(backup.resolve(name), copy.resolve(name));
    }
    restore(scratch.resolve("one"));
    Grant first = grantOn(scratch.resolve("one"));
    time.advance(Limits.SECOND);
    backup = copy;
    restore(scratch.resolve("two"));
    Grant second = grantOn(scratch.resolve("two"));
    assertThat(second.token()).isGreaterThan(first.token());
    assertThat(second.epoch()).isGreaterThan(first.epoch());
  }

  @Test
  void aReplacedJournalIsSurpassedAlsoWithAWallClockThatWentBack() throws IOException {
    replace(data);
    Grant first = grantOn(data);
    time.moveWallClock(-400 * Limits.DAY);
    Files.delete(backup.resolve("restores"));
    Restored again = replace(data);
    assertThat(again.firstPosition()).isGreaterThan(first.token());
    assertThat(grantOn(data).epoch()).isGreaterThan(first.epoch());
  }

  @Test
  void allTokensAreRevokedUnlessTheyAreToBeKept() throws IOException {
    Path target = scratch.resolve("target");
    assertThat(restore(target).revokedTokens()).isEqualTo(2);
    try (ServedNode node = ServedNode.start(target, time)) {
      assertThat(node.send(adminToken, "GET", "/v1/leases", "").status()).isEqualTo(401);
      assertThat(node.send(agentToken, "GET", "/v1/leases", "").status()).isEqualTo(401);
      assertThat(node.get("/v1/leases").status()).isEqualTo(200);
    }
    Path kept = scratch.resolve("kept");
    Restored.from(new Restored.Request(backup, kept, false, true), time);
    try (ServedNode node = ServedNode.start(kept, time)) {
      assertThat(node.send(agentToken, "GET", "/v1/leases", "").status()).isEqualTo(200);
    }
  }

  @Test
  void whatIsThereIsMovedAsideOnlyIfToldSo() throws IOException {
    assertThatIOException()
        .isThrownBy(() -> restore(data))
        .withMessageContaining("is not empty", "--replace");
    assertThat(Verification.of(data).livingLeases()).isOne();
    Restored restored = replace(data);
    assertThat(names(restored.replaced())).contains("admin.token", "journal.db", "registrar.key");
    assertThat(names(data)).contains("journal.db", "registrar.key").doesNotContain("admin.token");
    assertThat(Verification.of(restored.replaced()).livingLeases()).isOne();
  }

  @Test
  void aServerKeepsItsDirectory() throws IOException {
    try (ServedNode node = ServedNode.start(data, time)) {
      assertThatIOException()
          .isThrownBy(() -> replace(data))
          .isInstanceOf(DirectoryInUseException.class);
      assertThat(node.get("/v1/leases").status()).isEqualTo(200);
    }
  }

  @Test
  void onlyAWholeBackupIsRestored() throws Exception {
    Path target = scratch.resolve("target");
    Files.delete(backup.resolve("registrar.key"));
    assertThatIOException()
        .isThrownBy(() -> restore(target))
        .withMessageContaining("has lost its registrar.key");
    Sql.execute(backup, "DELETE FROM blocks WHERE number = 3");
    Sql.execute(backup, "DELETE FROM clock");
    assertThatIOException().isThrownBy(() -> restore(target)).withMessageContaining("damaged");
    Files.delete(backup.resolve("manifest"));
    assertThatIOException()
        .isThrownBy(() -> restore(target))
        .withMessageContaining("is no whole backup");
    assertThat(target).doesNotExist();
  }

  @Test
  void aBackupWithTheJournalOfAnotherIsRefused() throws IOException {
    Path other = scratch.resolve("other");
    Backup.take(data, other, Instant.now());
    Files.delete(backup.resolve("journal.db"));
    Files.copy(other.resolve("journal.db"), backup.resolve("journal.db"));
    assertThatIOException()
        .isThrownBy(() -> restore(scratch.resolve("target")))
        .withMessageContaining("is not what was written");
  }

  @Test
  void aRestoreThatWasNotFinishedKeepsServersAwayAndCanBeDoneAgain() throws IOException {
    Path target = scratch.resolve("target");
    Files.createDirectory(target);
    Files.writeString(target.resolve("journal.db.restoring"), "half");
    assertThatIOException()
        .isThrownBy(() -> ServedNode.open(target, time))
        .withMessageContaining("was not finished");
    assertThat(names(target)).doesNotContain("journal.db");
    restore(target);
    assertThat(grantOn(target).token()).isGreaterThan(tokenAfterBackup);
  }
}
