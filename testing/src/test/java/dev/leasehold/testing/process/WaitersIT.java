package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Those who wait for one thing get it one after the other. Ten thousand: {@link WaitersSoak}. */
@Timeout(900)
class WaitersIT {

  private static final int WAITERS = 200;
  private static final int HURRIED = 10;
  private static final long SHORT_WAIT_NANOS = Duration.ofMillis(700).toNanos();

  @TempDir private Path data;

  @Test
  void whenTheHolderDiesAllAreServedOnceAndAlone() throws Exception {
    try (ServerHere server = ServerHere.start(data);
        Waiters waiters = new Waiters(WAITERS)) {
      LeaseView dead = server.admin().acquire(Waiters.SPACE, Waiters.PATH, "4s").lease();
      waiters.meet(server);

      boolean served = waiters.awaitAll(120);
      assertThat(waiters.violations()).isEmpty();
      assertThat(served).as("left: %d", waiters.left()).isTrue();
      assertNobodyIsLeft(server);
      assertThat(server.admin().lookUp(dead).state()).isEqualTo("EXPIRED");
    }
  }

  @Test
  void aKillInBetweenTakesNobodysPlace() throws Exception {
    try (Waiters waiters = new Waiters(WAITERS)) {
      try (ServerProcess server = ServerProcess.start(data)) {
        server.admin().acquire(Waiters.SPACE, Waiters.PATH, "4s").lease();
        waiters.meet(server);
        await().atMost(Duration.ofSeconds(120)).until(() -> waiters.left() < WAITERS - 20);
        assertThat(waiters.violations()).isEmpty();
        server.kill();
      }
      assertThat(waiters.left()).isPositive();
      try (ServerHere server = ServerHere.start(data)) {
        waiters.meet(server);
        boolean served = waiters.awaitAll(120);
        assertThat(waiters.violations()).isEmpty();
        assertThat(served).as("left: %d", waiters.left()).isTrue();
        assertNobodyIsLeft(server);
      }
    }
  }

  @Test
  void whoseTimeIsUpInTheQueueIsNotGranted() throws Exception {
    try (ServerHere server = ServerHere.start(data);
        ExecutorService clients = Executors.newFixedThreadPool(HURRIED)) {
      Api admin = server.admin();
      LeaseView held = admin.acquire(Waiters.SPACE, Waiters.PATH, "1h").lease();
      List<Future<Reply>> answers = new ArrayList<>();
      for (int i = 0; i < HURRIED; i++) {
        answers.add(clients.submit(hurried(server.as(admin.tokenFor("hurried-" + i)))));
      }
      for (Future<Reply> answer : answers) {
        assertThat(answer.get().status()).as(answer.get().text()).isEqualTo(408);
        assertThat(answer.get().code()).isEqualTo("ACQUISITION_TIMEOUT");
      }
      admin.release(held).lease();
      assertNobodyIsLeft(server);
      assertThat(admin.everyLease(Waiters.SPACE))
          .filteredOn(lease -> lease.holder().startsWith("hurried-"))
          .hasSize(HURRIED)
          .allMatch(lease -> lease.state().equals("FAILED"));
    }
  }

  private static Callable<Reply> hurried(Api api) {
    Map<String, ?> body =
        Map.of(
            "space",
            Waiters.SPACE,
            "paths",
            List.of(Waiters.PATH),
            "wait",
            SHORT_WAIT_NANOS / 1_000_000 + "ms");
    return () -> {
      long sent = System.nanoTime();
      Reply reply = api.post("/v1/leases", body);
      assertThat(System.nanoTime() - sent).as("not early").isGreaterThan(SHORT_WAIT_NANOS);
      return reply;
    };
  }

  private static void assertNobodyIsLeft(AskedServer server) throws Exception {
    assertThat(server.admin().get("/v1/leases?space=" + Waiters.SPACE).json().path("leases"))
        .isEmpty();
  }
}
