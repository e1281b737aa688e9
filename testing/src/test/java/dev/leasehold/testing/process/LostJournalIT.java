package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.load.Load;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of the data directory that are taken away from a running server: it still could write them,
 * and nobody would find what it wrote. How a process ends of it is tried with some of them; the
 * rows have a server in this process.
 */
@Timeout(900)
class LostJournalIT {

  private static final int TRIES = 30;

  private enum Loss {
    DELETED("was deleted or moved away") {
      @Override
      void carryOut(Path data) throws IOException {
        Files.delete(data.resolve("journal.db"));
      }
    },
    REPLACED("is no longer the file") {
      @Override
      void carryOut(Path data) throws IOException {
        replace(data.resolve("journal.db"));
      }
    },
    LOG_REPLACED("is no longer the file") {
      @Override
      void carryOut(Path data) throws IOException {
        replace(data.resolve("journal.db-wal"));
      }
    },
    CUT_SHORT("was cut short") {
      @Override
      void carryOut(Path data) throws IOException {
        Files.write(data.resolve("journal.db"), new byte[0]);
      }
    },
    LINKED("put the file back in place of the link") {
      @Override
      void carryOut(Path data) throws IOException {
        Path elsewhere = data.resolveSibling("elsewhere.db");
        Files.move(data.resolve("journal.db"), elsewhere);
        Files.createSymbolicLink(data.resolve("journal.db"), elsewhere);
      }
    },
    LOG_EMPTIED("journal.db-wal was cut short") {
      @Override
      void carryOut(Path data) throws IOException {
        Files.write(data.resolve("journal.db-wal"), new byte[0]);
      }
    },
    DIRECTORY_MOVED("was deleted or moved away") {
      @Override
      void carryOut(Path data) throws IOException {
        Files.move(data, data.resolveSibling("elsewhere"));
      }
    };

    private final String complaint;

    Loss(String complaint) {
      this.complaint = complaint;
    }

    abstract void carryOut(Path data) throws IOException;

    static void replace(Path file) throws IOException {
      Path copy = file.resolveSibling("copy");
      Files.copy(file, copy);
      Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @TempDir private Path directory;

  private Path data() {
    return directory.resolve("data");
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsAcknowledgedAnyMore(Loss loss) throws Exception {
    try (ServerHere server = ServerHere.start(data())) {
      Api admin = server.admin();
      assertThat(admin.acquire("demo", "/before", "1h").isSuccess()).isTrue();
      loss.carryOut(data());
      assertNothingIsAcknowledged(admin);
      assertThat(server.awaitFailure()).hasMessageContaining(loss.complaint);
    }
  }

  /** Acknowledged leases are in the log alone, and the open file is all there is of it. */
  @Test
  void ofALogThatWasDeletedNothingIsLost() throws Exception {
    List<LeaseView> acknowledged = new ArrayList<>();
    try (ServerProcess server = ServerProcess.start(data())) {
      Api admin = server.admin();
      for (int i = 0; i < TRIES; i++) {
        acknowledged.add(admin.acquire("demo", "/" + i, "1h").lease());
      }
      Files.delete(data().resolve("journal.db-wal"));
      assertNothingIsAcknowledged(admin);
      assertStopped(server, "journal.db-wal was deleted");
    }
    assertAllAreThere(acknowledged);
  }

  /** Commits go on to be written behind the gap, so that the size does not show it. */
  @Test
  void aLogThatIsEmptiedUnderLoadStopsTheServer() throws Exception {
    try (ServerProcess server = ServerProcess.start(data())) {
      Load.Run run = new Load(server, 1).start(server, 200);
      run.awaitDone();
      Files.write(data().resolve("journal.db-wal"), new byte[0]);
      assertStopped(server, "journal.db-wal was cut short");
      run.end();
    }
  }

  @Test
  void aDirectoryMayBeReachedThroughALink() throws Exception {
    Path link = directory.resolve("link");
    Files.createDirectory(data());
    Files.createSymbolicLink(link, data());
    LeaseView held;
    try (ServerHere server = ServerHere.start(link)) {
      held = server.admin().acquire("demo", "/before", "1h").lease();
    }
    assertAllAreThere(List.of(held));
  }

  /** It still can be written by those who have it open, so that nothing is lost until they stop. */
  @ParameterizedTest
  @ValueSource(strings = {"journal.db", "journal.db-wal"})
  void madeReadOnlyItIsSoonNotWrittenAnyMore(String name) throws Exception {
    Path file = data().resolve(name);
    List<LeaseView> acknowledged = new ArrayList<>();
    try (ServerProcess server = ServerProcess.start(data())) {
      acknowledged.add(server.admin().acquire("demo", "/before", "1h").lease());
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
      acquireUntilItAnswersNoMore(server.admin(), acknowledged);
      assertStopped(server, name + " was made read-only");
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertAllAreThere(acknowledged);
  }

  private static void acquireUntilItAnswersNoMore(Api admin, List<LeaseView> acknowledged) {
    await()
        .until(
            () -> {
              try {
                Reply reply = admin.acquire("demo", "/after/" + acknowledged.size(), "1h");
                if (reply.isSuccess()) {
                  acknowledged.add(reply.lease());
                }
                return false;
              } catch (IOException e) {
                return true;
              }
            });
  }

  @Test
  void aServerThatNobodyAsksStopsToo() throws Exception {
    try (ServerProcess server = ServerProcess.start(data())) {
      Files.delete(data().resolve("journal.db"));
      assertStopped(server, "was deleted or moved away");
    }
  }

  @Test
  void theAdminTokenIsForPeopleAndGrantsGoOnWithoutIt() throws Exception {
    try (ServerHere server = ServerHere.start(data())) {
      Api admin = server.admin();
      Files.delete(data().resolve("admin.token"));
      for (int i = 0; i < TRIES; i++) {
        assertThat(admin.acquire("demo", "/" + i, "1h").isSuccess()).isTrue();
      }
      assertThat(server.stranger().get("/readyz").status()).isEqualTo(503);
    }
  }

  private static void assertNothingIsAcknowledged(Api admin) {
    for (int i = 0; i < TRIES; i++) {
      try {
        Reply reply = admin.acquire("demo", "/after/" + i, "1h");
        assertThat(reply.status()).as(reply.text()).isEqualTo(503);
        assertThat(reply.text()).doesNotContain("Exception", "dev.leasehold", "java.");
      } catch (IOException e) {
        return; // it answers no more
      }
    }
  }

  private static void assertStopped(ServerProcess server, String complaint) {
    assertThat(server.process().awaitExit()).isEqualTo(1);
    List<String> lines =
        server.process().errors().lines().filter(line -> line.startsWith("leasehold: ")).toList();
    assertThat(lines).singleElement().asString().contains("stops", complaint, "start again");
    assertThat(server.process().errors()).doesNotContain("\tat ", "Exception");
  }

  private void assertAllAreThere(List<LeaseView> acknowledged) throws IOException {
    try (ServerHere server = ServerHere.start(data())) {
      for (LeaseView lease : acknowledged) {
        assertThat(server.admin().lookUp(lease).isActive()).isTrue();
      }
    }
  }
}
