package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a data directory that lack something: refused where that can be known. */
@Timeout(900)
class CopiedJournalIT {

  @TempDir private Path data;

  @BeforeEach
  void killAServerInUse() throws Exception {
    try (ServerProcess server = ServerProcess.start(data)) {
      for (int i = 0; i < 5; i++) {
        assertThat(server.admin().acquire("demo", "/" + i, "1h").isSuccess()).isTrue();
      }
      assertThat(server.admin().everyLease("demo")).hasSize(5);
      server.kill();
    }
  }

  /** The list above has seen the tables catch up. */
  @Test
  void aJournalThatEndsBeforeTheTablesIsRefused() throws Exception {
    removeLogOf("journal.db");
    assertRefused("leasehold.db knows of position");
  }

  @Test
  void aJournalThatIsEmptyInADirectoryThatWasInUseIsRefused() throws Exception {
    removeLogOf("journal.db");
    removeLogOf("leasehold.db");
    assertRefused("journal.db-wal");
  }

  private void removeLogOf(String name) throws IOException {
    Files.delete(data.resolve(name + "-wal"));
    Files.delete(data.resolve(name + "-shm"));
  }

  private void assertRefused(String why) throws IOException {
    try (RunningProcess refused = RunningProcess.start(ServerProcess.serve(data))) {
      assertThat(refused.awaitExit()).isNotZero();
      Complaint.of(refused).says(why);
    }
  }
}
