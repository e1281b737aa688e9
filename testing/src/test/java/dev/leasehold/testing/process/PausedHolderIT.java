package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.testing.process.FencedRegister.Write;
import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A holder that was stopped past its ttl finds out before it does harm, and could do none. */
@Timeout(900)
class PausedHolderIT {

  @TempDir private Path data;

  @Test
  void afterAPauseTheHolderKnowsThatItLostAndItsNextWriteIsRefused() throws Exception {
    try (ServerHere server = ServerHere.start(data);
        FencedRegister register = new FencedRegister();
        LeaseholdClient other =
            LeaseholdClient.connect(server.url(), server.admin().tokenFor("other"));
        RunningProcess holder = start(server, register)) {
      await().atMost(RunningProcess.PATIENCE).until(() -> register.writes().size() > 10);
      long first = register.writes().get(0).token();

      holder.signal("STOP");
      HeldLease taken =
          other.lease("demo").path("/register").waitAtMost(Duration.ofSeconds(30)).hold();
      assertThat(FencedRegister.write(register.port(), taken.fencingToken())).isTrue();
      holder.signal("CONT");

      assertThat(holder.awaitExit()).as(holder.errors()).isZero();
      assertThat(holder.output().lines())
          .filteredOn(line -> !line.equals("refused in time"))
          .containsExactlyInAnyOrder(
              "holding " + first, "lost DEADLINE", "told DEADLINE", "careless write refused");
      assertThat(register.writes())
          .filteredOn(Write::accepted)
          .last()
          .isEqualTo(new Write(taken.fencingToken(), true));
      assertThat(taken.isHeld()).isTrue();
    }
  }

  private static RunningProcess start(AskedServer server, FencedRegister register)
      throws Exception {
    return RunningProcess.start(
        ServerProcess.java(WritingHolder.class.getName(), Integer.toString(register.port())),
        Path.of("").toAbsolutePath(),
        Map.of(
            "LEASEHOLD_SERVER",
            server.url(),
            "LEASEHOLD_TOKEN",
            server.admin().tokenFor("holder")));
  }
}
