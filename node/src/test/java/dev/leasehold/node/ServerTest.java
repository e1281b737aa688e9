package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.time.MovedTime;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Starting and stopping a whole server. */
@Isolated("it counts the threads of the whole JVM")
class ServerTest {

  @TempDir Path directory;

  @Test
  void whatWasAcknowledgedIsThereAfterARestart() throws Exception {
    MovedTime time = new MovedTime();
    String id;
    try (ServedNode node = ServedNode.start(directory, time)) {
      id = node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"]}").get("leaseId");
    }
    try (ServedNode node = ServedNode.start(directory, time)) {
      assertThat(node.get("/v1/leases/" + id).get("state")).isEqualTo("ACTIVE");
    }
  }

  @Test
  void aDataDirectoryHasOneServer() throws Exception {
    try (ServedNode node = ServedNode.start(directory)) {
      assertThatThrownBy(() -> Server.start(Server.Options.local(directory, new MovedTime())))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use");
      assertThat(node.get("/readyz").status()).isEqualTo(200);
    }
  }

  @Test
  void aLostJournalIsNotReplacedByANewOne() throws Exception {
    ServedNode.start(directory).close();
    Files.delete(directory.resolve("journal.db"));

    assertThatThrownBy(() -> Server.start(Server.Options.local(directory, new MovedTime())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("journal.db is missing");

    Files.delete(directory.resolve("admin.token"));
    Files.delete(directory.resolve("leasehold.db"));
    try (ServedNode node = ServedNode.start(directory)) {
      assertThat(node.get("/readyz").status()).isEqualTo(200);
    }
  }

  @Test
  void aPortInUseIsSaidAndTheDirectoryGivenBack() throws Exception {
    Path other = directory.resolve("other");
    try (ServedNode node = ServedNode.start(directory.resolve("one"))) {
      int port = URI.create(node.url()).getPort();
      Map<String, Long> threads = ownThreads();
      assertThatThrownBy(() -> Server.start(options(other, Server.DEFAULT_HOST, port, false)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("port " + port);
      await().untilAsserted(() -> assertThat(ownThreads()).isEqualTo(threads));
    }
    try (ServedNode node = ServedNode.start(other)) {
      assertThat(node.get("/readyz").status()).isEqualTo(200);
    }
  }

  private static Map<String, Long> ownThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("leasehold-"))
        .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
  }

  @Test
  void anAdminTokenThatOthersCanReadIsItsOwnersAloneAgain() throws Exception {
    ServedNode.start(directory).close();
    Path file = directory.resolve("admin.token");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    ServedNode.start(directory).close();

    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void anAdminTokenThatWasRevokedLetsNobodyIn() throws Exception {
    try (Server server = Server.start(options(directory, Server.DEFAULT_HOST, 0, false))) {
      assertThat(server.adminTokenLetsIn()).isTrue();
    }
    try (ServedNode node = ServedNode.start(directory)) {
      String tokenId = node.adminToken().split("_")[1];
      assertThat(node.send(node.adminToken(), "DELETE", "/v1/tokens/" + tokenId, "").status())
          .isEqualTo(200);
    }

    try (Server server = Server.start(options(directory, Server.DEFAULT_HOST, 0, false))) {
      assertThat(server.adminTokenLetsIn()).isFalse();
    }
  }

  @Test
  void aNodeThatAnswersNoMoreIsUnavailable() throws Exception {
    try (ServedNode node = ServedNode.start(directory)) {
      node.stopSequencer();
      ServedNode.Response response = node.get("/v1/leases");
      assertThat(response.status()).isEqualTo(503);
      assertThat(response.get("code")).isEqualTo("UNAVAILABLE");
      assertThat(response.header("content-type")).isEqualTo("application/problem+json");
    }
  }

  @Test
  void anAddressThatOthersReachNeedsAWord() throws Exception {
    assertThatThrownBy(() -> Server.start(options(directory, "0.0.0.0", 0, false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("--insecure-plaintext");
    assertThatThrownBy(() -> Server.start(options(directory, "no.such.host.invalid", 0, false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no.such.host.invalid");
    assertThatThrownBy(() -> Server.start(options(directory, "localhost", 65_536, false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("65535");
    try (Server server = Server.start(options(directory, "localhost", 0, false))) {
      assertThat(server.url()).startsWith("http://localhost:");
    }
    try (Server server = Server.start(options(directory, "0.0.0.0", 0, true))) {
      assertThat(server.url()).startsWith("http://0.0.0.0:");
    }
  }

  private static Server.Options options(
      Path data, String host, int port, boolean insecurePlaintext) {
    return new Server.Options(data, host, port, insecurePlaintext, new MovedTime(), failure -> {});
  }

  @Test
  void beginsNoNewJournalWhereARestoreHasPutTheOldOneAside() throws Exception {
    Path aside = Files.createDirectories(directory.resolve("data/replaced-20260101T000000.000Z"));
    Files.createFile(aside.resolve("journal.db"));
    Path data = directory.resolve("data");
    assertThatThrownBy(() -> Server.start(options(data, "127.0.0.1", 0, false)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("replaced-20260101T000000.000Z");
  }
}
