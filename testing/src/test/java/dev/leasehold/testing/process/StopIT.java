package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM: what was begun is finished and answered, and nothing is left to recover. */
class StopIT {

  /** What a JVM that ends by SIGTERM returns: 128 and the signal's number. */
  static final int STOPPED = 143;

  private static final int ANSWERS = 500;

  @TempDir private Path data;

  @Test
  void aRequestUnderWayIsAnswered() throws Exception {
    try (ServerProcess server = ServerProcess.start(data);
        RawConnection connection = RawConnection.to(server.url())) {
      String body = "{\"space\":\"demo\",\"paths\":[\"/begun\"],\"ttl\":\"600s\"}";
      connection.sendHead(
          "POST /v1/leases HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer " + server.adminToken(),
          "Content-Type: application/json",
          "Content-Length: " + body.length());
      connection.send(RawConnection.latin1(body.substring(0, 10)));
      // The server has read what was sent before it answers what came later.
      assertThat(server.admin().get("/v1/leases").isSuccess()).isTrue();
      server.process().signal("TERM");
      await().until(() -> refusesConnections(server));

      connection.send(RawConnection.latin1(body.substring(10)));

      assertThat(connection.answer().lease().isActive()).isTrue();
      assertThat(server.process().awaitExit()).isEqualTo(STOPPED);
    }
    try (ServerProcess server = ServerProcess.start(data)) {
      assertThat(server.admin().everyLease("demo"))
          .singleElement()
          .satisfies(lease -> assertThat(lease.isActive()).isTrue());
    }
  }

  @Test
  void underLoadEverythingThatWasAnsweredIsThere() throws Exception {
    Load load;
    try (ServerProcess server = ServerProcess.start(data)) {
      load = new Load(server, 1);
      Load.Run run = load.start(server, ANSWERS);
      run.awaitDone();

      assertThat(server.stop()).isEqualTo(STOPPED);

      run.awaitEnd();
      assertThat(server.process().output().lines()).hasSize(1);
      assertThat(server.process().errors()).doesNotContain("Exception", " WARN ", " ERROR ");
    }
    assertThat(data.resolve("journal.db")).exists();
    Path log = data.resolve("journal.db-wal");
    assertThat(Files.notExists(log) || Files.size(log) == 0).as("all is moved").isTrue();
    try (ServerProcess server = ServerProcess.start(data)) {
      assertThat(load.violations(server)).isEmpty();
      load.settle(server);
      assertThat(load.violations(server)).isEmpty();
    }
  }

  private static boolean refusesConnections(ServerProcess server) throws Exception {
    try {
      RawConnection.to(server.url()).close();
      return false;
    } catch (ConnectException e) {
      return true;
    }
  }
}
