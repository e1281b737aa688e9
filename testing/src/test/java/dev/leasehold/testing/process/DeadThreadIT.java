package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that has lost a thread that it needs ends: it would only seem to be there. */
@Timeout(120)
class DeadThreadIT {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"leasehold-kernel", "leasehold-waiting"})
  void theProcessEnds(String thread) throws Exception {
    Path data = directory.resolve("data");
    Path sign = directory.resolve("sign");
    RunningProcess process =
        RunningProcess.start(
            ServerProcess.java(
                DyingThreadServer.class.getName(), data.toString(), thread, sign.toString()));
    try (ServerProcess server = ServerProcess.awaitReady(process, data)) {
      server.admin().acquire("s", "/a", "1h").lease();
      Api other = server.as(server.admin().tokenFor("other"));
      Files.createFile(sign);
      // Something for the thread to look at: a wait whose time is soon up.
      try {
        other.post("/v1/leases", Map.of("space", "s", "paths", List.of("/a"), "wait", "0.1s"));
      } catch (IOException e) {
        // It may end before it answers.
      }
      assertThat(process.awaitExit()).isEqualTo(DyingThreadServer.ENDED);
    }
  }
}
