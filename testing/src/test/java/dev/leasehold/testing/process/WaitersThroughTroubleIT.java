package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Waiters are told of no hold that is over, also through a restart and on a slow disk. */
@Timeout(900)
class WaitersThroughTroubleIT {

  private static final long SECOND = 1_000_000_000L;
  private static final long TTL_NANOS = Crowd.TTL.toNanos();
  private static final int WAITERS = 3;

  private static void pass(long nanos) {
    long end = System.nanoTime() + nanos;
    await().until(() -> System.nanoTime() >= end);
  }

  @Test
  void whoComesBackAfterARestartIsGrantedThen(@TempDir Path data) throws Exception {
    List<String> tokens = new ArrayList<>();
    Crowd crowd = new Crowd();
    try (ServerProcess server = ServerProcess.start(data)) {
      for (int i = 0; i < WAITERS; i++) {
        tokens.add(server.admin().tokenFor("waiter-" + i));
      }
      crowd.hold(server.as(server.admin().tokenFor("holder")));
      for (int i = 0; i < WAITERS; i++) {
        Api waiter = server.as(tokens.get(i));
        String requestId = "crowd-" + i;
        Crowd.later(() -> Crowd.ask(waiter, requestId));
      }
      Crowd.awaitWaiting(server.admin(), WAITERS);
      server.kill();
    }
    pass(2 * TTL_NANOS);
    try (ServerProcess server = ServerProcess.start(data)) {
      for (int i = 0; i < WAITERS; i++) {
        crowd.join(server.as(tokens.get(i)), "crowd-" + i);
      }
      assertHonest(crowd);
    }
  }

  /** On a busy machine, too, a lease may run out on its way, and then the waiter is told so. */
  private static void assertHonest(Crowd crowd) {
    assertThat(crowd.replies())
        .allSatisfy(
            reply ->
                assertThat(reply.isSuccess() || reply.code().equals("LEASE_EXPIRED"))
                    .as(reply.text())
                    .isTrue());
    assertThat(crowd.replies()).anyMatch(Reply::isSuccess);
    assertThat(crowd.violations()).isEmpty();
  }

  /** Each sync takes longer than a lease lasts: most are told that it ran out on the way. */
  @Test
  void onASlowDiskNobodyIsToldOfALeaseThatRanOutOnTheWay(@TempDir Path data) throws Exception {
    SyncIT.needStrace();
    Crowd crowd = new Crowd();
    try (ServerProcess server = ServerProcess.start(data)) {
      List<Api> waiters = new ArrayList<>();
      for (int i = 0; i < WAITERS; i++) {
        waiters.add(server.as(server.admin().tokenFor("waiter-" + i)));
      }
      crowd.hold(server.as(server.admin().tokenFor("holder")));
      for (int i = 0; i < WAITERS; i++) {
        crowd.join(waiters.get(i), "crowd-" + i);
      }
      Crowd.awaitWaiting(server.admin(), WAITERS);
      Process slow = slowDown(server, Crowd.TTL.plusSeconds(1));
      try {
        pass(2 * TTL_NANOS + 3 * SECOND);
      } finally {
        slow.destroy();
      }
      assertHonest(crowd);
    }
  }

  private static Process slowDown(ServerProcess server, Duration sync) throws IOException {
    Process strace =
        new ProcessBuilder(
                "strace",
                "-f",
                "-qq",
                "-e",
                "inject=fsync,fdatasync:delay_enter=" + sync.toMillis() * 1_000,
                "-p",
                Long.toString(server.process().pid()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return strace;
  }
}
