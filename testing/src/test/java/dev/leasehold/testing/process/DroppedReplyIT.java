package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The reply is lost and the client tries again with the same request id: done once. */
@Timeout(900)
class DroppedReplyIT {

  private static final int TIMES = 10;

  @TempDir private Path data;

  @Test
  void aRetryHasNoSecondEffect() throws Exception {
    try (ServerHere server = ServerHere.start(data)) {
      for (DroppedReplies.How how : DroppedReplies.How.values()) {
        for (int i = 0; i < TIMES; i++) {
          DroppedReplies lost = DroppedReplies.send(server, how + "-" + i, how);
          assertThat(lost.retry(server)).as(how.name()).isEmpty();
        }
      }
    }
  }

  @Test
  void aRetryThatMeetsTheNextServerHasNoSecondEffect() throws Exception {
    List<DroppedReplies> lost = new ArrayList<>();
    try (ServerProcess server = ServerProcess.start(data)) {
      for (DroppedReplies.How how : DroppedReplies.How.values()) {
        lost.add(DroppedReplies.send(server, "killed-" + how, how));
      }
      server.kill();
    }
    try (ServerHere server = ServerHere.start(data)) {
      for (DroppedReplies each : lost) {
        assertThat(each.retry(server)).isEmpty();
        assertThat(each.retry(server)).isEmpty();
      }
    }
  }
}
