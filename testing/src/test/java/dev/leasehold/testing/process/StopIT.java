package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.load.Load;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.RawConnection;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM: what was begun is finished and answered, and nothing is left to recover. */
@Timeout(900)
class StopIT {

  private static final int ANSWERS = 300;
  private static final String BODY = "{\"space\":\"demo\",\"paths\":[\"/begun\"],\"ttl\":\"1h\"}";

  @TempDir private Path data;

  @Test
  void whatWasBegunIsAnsweredAndWhatWasAnsweredIsThere() throws Exception {
    Load load;
    LeaseView begun;
    try (ServerProcess server = ServerProcess.start(data);
        RawConnection connection = RawConnection.to(server.url())) {
      load = new Load(server, 1);
      Load.Run run = load.start(server, ANSWERS);
      run.awaitDone();
      sendHalf(connection, server.adminToken());
      server.process().signal("TERM");
      await().until(() -> refusesConnections(server));

      connection.send(RawConnection.latin1(BODY.substring(10)));

      begun = connection.answer().lease();
      run.awaitEnd();
      assertThat(server.process().awaitExit()).isZero();
      assertThat(server.process().output().lines()).hasSize(1);
      assertThat(server.process().errors())
          .contains("stopped cleanly")
          .doesNotContain("Exception", " WARN ", " ERROR ");
    }
    assertThat(Files.notExists(WalFile.in(data))).as("the log is merged").isTrue();
    try (ServerHere server = ServerHere.start(data)) {
      assertThat(server.admin().lookUp(begun).isActive()).isTrue();
      assertThat(load.violations(server)).isEmpty();
      load.settle(server);
      assertThat(load.violations(server)).isEmpty();
    }
  }

  /** Sends the first part of a request and makes sure that the server has begun with it. */
  private static void sendHalf(RawConnection connection, String token) throws Exception {
    connection.sendHead(
        "POST /v1/leases HTTP/1.1",
        "Host: localhost",
        "Authorization: Bearer " + token,
        "Content-Type: application/json",
        "Content-Length: " + BODY.length(),
        "Expect: 100-continue");
    connection.awaitContinue();
    connection.send(RawConnection.latin1(BODY.substring(0, 10)));
  }

  private static boolean refusesConnections(ServerProcess server) throws IOException {
    try {
      RawConnection.to(server.url()).close();
      return false;
    } catch (ConnectException e) {
      return true;
    }
  }
}
