package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.ServedNode;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.time.MovedTime;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The file of messages while it is busy or cannot be read. */
@Timeout(120)
class BusyDeliveryFileTest {

  /** More than there are threads that serve requests. */
  private static final int QUESTIONS = 64;

  @TempDir Path directory;

  private final Receiver receiver = new Receiver();
  private ServedNode node;
  private String webhook;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory, new MovedTime(), DeliverySettings.of(true, null));
    ServedNode.Response added =
        node.post(
            "/v1/webhooks",
            "{\"url\":\"" + receiver.url("/") + "\",\"types\":[\"lease.revoked\"]}");
    webhook = "/v1/webhooks/" + added.get("id");
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    receiver.close();
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(DeliveryStore.FILE_NAME));
  }

  private static void execute(Connection connection, String statement) throws SQLException {
    try (Statement one = connection.createStatement()) {
      one.execute(statement);
    }
  }

  /** Keeps everybody else from writing until it is closed. */
  private Connection busy() throws SQLException {
    Connection connection = connect();
    execute(connection, "BEGIN IMMEDIATE");
    return connection;
  }

  @Test
  void requestsAboutOtherThingsDoNotWaitForIt() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
    try (Connection other = busy()) {
      asked.add(node.open(node.adminToken(), webhook + ":test", "{}"));
      for (int i = 0; i < QUESTIONS; i++) {
        asked.add(node.open(node.adminToken(), webhook + ":resend", "{}"));
      }
      assertThat(node.get("/v1/leases").status()).isEqualTo(200);
      assertThat(asked).as("they still wait").noneMatch(CompletableFuture::isDone);
    }
    asked.forEach(
        each -> assertThat(ServedNode.answered(each).status()).as("answered").isEqualTo(200));
    await().until(() -> receiver.received().size() == 1);
  }

  /** The secret is shown only then. */
  @Test
  void anAdditionDoesNotWaitForIt() throws Exception {
    CompletableFuture<HttpResponse<String>> asked;
    try (Connection other = busy()) {
      asked = node.open(node.adminToken(), webhook + ":test", "{}");
      ServedNode.Response added =
          ServedNode.answered(
              node.open(
                  node.adminToken(),
                  "/v1/webhooks",
                  "{\"url\":\"" + receiver.url("/second") + "\"}"));
      assertThat(added.status()).as(added.text()).isEqualTo(200);
      assertThat(added.get("secret")).startsWith("whsec_");
      assertThat(added.json().path("report").path("waiting").asInt()).isZero();
      assertThat(asked).as("it still waits").isNotDone();
    }
    assertThat(ServedNode.answered(asked).status()).isEqualTo(200);
  }

  @Test
  void whatIsConfirmedOrRemovedWhileItCannotBeReadIsAnsweredWithoutAReport() throws Exception {
    String address =
        "/v1/addresses/"
            + node.post(
                    "/v1/addresses",
                    "{\"webhook\":\"" + receiver.url("/ann") + "\",\"holder\":\"ann\"}")
                .get("id");
    try (Connection other = connect()) {
      execute(other, "ALTER TABLE deliveries RENAME TO hidden");
      ServedNode.Response confirmed =
          node.post(address + ":confirm", "{\"code\":\"AAAA-BBBB-CCCC\"}");
      assertThat(confirmed.status()).as(confirmed.text()).isEqualTo(200);
      assertThat(confirmed.json().has("report")).isFalse();
      for (String one : List.of(address, webhook)) {
        ServedNode.Response removed = node.send(node.adminToken(), "DELETE", one, "");
        assertThat(removed.status()).as(removed.text()).isEqualTo(200);
        assertThat(one).endsWith(removed.get("id"));
      }
      execute(other, "ALTER TABLE hidden RENAME TO deliveries");
    }
    assertThat(node.get(webhook).status()).isEqualTo(404);
  }

  /** As a file that is damaged in one place, and put back. */
  @Test
  void whatCannotBeReadForAWhileIsDeliveredAfterwards() throws Exception {
    String lease = node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"]}").get("leaseId");
    try (Connection other = connect()) {
      execute(other, "ALTER TABLE deliveries RENAME TO hidden");
      node.post("/v1/leases/" + lease + ":revoke", "{\"reason\":\"why\"}");
      assertThat(node.get(webhook).status()).isEqualTo(500);
      node.advance(Duration.ofSeconds(2));
      assertThat(receiver.received()).isEmpty();
      assertThat(node.get("/v1/leases").status()).as("the rest goes on").isEqualTo(200);
      execute(other, "ALTER TABLE hidden RENAME TO deliveries");
    }
    await()
        .until(
            () -> {
              node.advance(Duration.ofSeconds(1));
              return receiver.received().size() == 1;
            });
    assertThat(receiver.received().getFirst().body()).contains(lease);
  }
}
