package dev.leasehold.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.RunningServer;
import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a run lets go of its lease, at a real server. */
@Timeout(180)
class LeaseReleaseTest {

  @TempDir private Path data;
  private final StringWriter said = new StringWriter();

  /**
   * A command that could not be killed may still write, so nobody else gets the lease before its
   * time.
   */
  @Test
  void whatCannotBeKilledKeepsOthersOutForAsLongAsTheLeaseLasts() throws Exception {
    try (RunningServer server = RunningServer.in(data);
        LeaseholdClient client = client(server)) {
      HeldLease held = client.lease("demo").path("/a").ttl(Duration.ofMinutes(10)).hold();
      release(held).keepOthersOut();
      assertThat(said.toString()).matches("leasehold: others wait another 5\\d\\d s\\R");

      TestSurroundings other = server.agent("other");
      assertThat(other.run("acquire", "--space", "demo", "--path", "a")).isEqualTo(3);
    }
  }

  @Test
  void whatWasNeverStartedKeepsNobodyOut() throws Exception {
    try (RunningServer server = RunningServer.in(data);
        LeaseholdClient client = client(server)) {
      HeldLease held = client.lease("demo").path("/a").ttl(Duration.ofMinutes(10)).hold();
      release(held).notStarted();
      assertThat(said.toString()).isEmpty();

      TestSurroundings other = server.agent("other");
      assertThat(other.run("acquire", "--space", "demo", "--path", "a")).isZero();
    }
  }

  private LeaseholdClient client(RunningServer server) throws Exception {
    return LeaseholdClient.connect(
        ClientOptions.builder()
            .address(server.url())
            .token(Files.readString(data.resolve("admin.token")).strip())
            .build());
  }

  private LeaseRelease release(HeldLease held) {
    RunMessages say = new RunMessages(new PrintWriter(said, true), true);
    return new LeaseRelease(held, System.nanoTime(), Duration.ZERO, say);
  }
}
