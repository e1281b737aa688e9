package dev.leasehold.testing.contract;

import static org.awaitility.Awaitility.await;

import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The client's promises with a server process, whose time nobody moves. */
class ServerClientIT extends ClientContract {

  @TempDir private static Path directory;
  private static ServerProcess server;

  @BeforeAll
  static void start() throws IOException {
    server = ServerProcess.start(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  LeaseholdClient agent(String name) throws IOException {
    return LeaseholdClient.connect(server.url(), server.admin().tokenFor(name));
  }

  @Override
  LeaseholdClient admin() throws IOException {
    return LeaseholdClient.connect(server.url(), server.adminToken());
  }

  @Override
  void letPass(Duration duration) {
    long start = System.nanoTime();
    await().until(() -> System.nanoTime() - start >= duration.toNanos());
  }
}
