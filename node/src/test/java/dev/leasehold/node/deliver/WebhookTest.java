package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.deliver.channel.HostLookup;
import dev.leasehold.node.time.MovedTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks of the service, with receivers of every kind. */
@Timeout(180)
class WebhookTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  private final MovedTime time = new MovedTime();
  private final Receiver receiver = new Receiver();
  private ServedNode node;

  private static DeliverySettings settings(boolean allowsPrivate, HostLookup lookup) {
    return new DeliverySettings(
        allowsPrivate, null, lookup, Duration.ofSeconds(2), UnaryOperator.identity());
  }

  private void start(Path data, DeliverySettings outside) {
    node = ServedNode.start(data, time, outside);
  }

  private void start() {
    start(directory, settings(true, HostLookup.SYSTEM));
  }

  @AfterEach
  void stop() throws Exception {
    receiver.close();
    node.close();
  }

  private Response add(String url, String more) {
    return node.post("/v1/webhooks", "{\"url\":\"" + url + "\"" + more + "}");
  }

  private String added(String more) {
    Response added = add(receiver.url("/hook?team=a"), more);
    assertThat(added.status()).as(added.text()).isEqualTo(200);
    return added.get("id");
  }

  private void acquire(String path) {
    Response granted =
        node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"%s\"]}".formatted(path));
    assertThat(granted.status()).as(granted.text()).isEqualTo(200);
  }

  private JsonNode shown(String id) {
    return node.get("/v1/webhooks/" + id).json();
  }

  private JsonNode report(String id) {
    return shown(id).path("report");
  }

  private void awaitReceived(int count) {
    await().until(() -> receiver.received().size() >= count);
  }

  private static JsonNode json(String text) throws IOException {
    return JSON.readTree(text);
  }

  @Test
  void anEventIsPostedAsTheStandardLibraryVerifiesItAndAsWatchersSeeIt() throws Exception {
    time.moveWallClock(System.currentTimeMillis() * 1_000_000 - time.wallNanos());
    start();
    Response added = add(receiver.url("/hook?team=a"), ",\"types\":[\"lease.granted\"]");
    String secret = added.get("secret");
    String id = added.get("id");
    acquire("/a");
    awaitReceived(1);

    Receiver.Received message = receiver.received().getFirst();
    assertThat(message.path()).isEqualTo("/hook?team=a");
    assertThat(message.header("content-type")).isEqualTo("application/cloudevents+json");
    HttpHeaders headers =
        HttpHeaders.of(
            message.headers().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> List.of(entry.getValue()))),
            (name, value) -> true);
    assertThatCode(() -> new Webhook(secret).verify(message.body(), headers))
        .doesNotThrowAnyException();
    JsonNode event = json(message.body());
    assertThat(event.path("type").asText()).isEqualTo("dev.leasehold.lease.granted");
    assertThat(event.path("data").path("space").asText()).isEqualTo("s");
    assertThat(message.header("webhook-id"))
        .isEqualTo("msg_" + id + "_" + event.path("id").asText());

    await().until(() -> report(id).path("waiting").asInt() == 0);
    JsonNode delivery = report(id).path("deliveries").path(0);
    assertThat(delivery.path("state").asText()).isEqualTo("DELIVERED");
    assertThat(delivery.path("attempts").asInt()).isEqualTo(1);
    assertThat(delivery.path("endedAt").asText()).isNotEmpty();
    assertThat(report(id).path("lastDeliveredAt").asText()).isNotEmpty();
    assertThat(node.get("/v1/webhooks").text() + shown(id))
        .as("a secret is shown once")
        .doesNotContain(secret);
  }

  @Test
  void aReceiverThatFailsIsTriedAgainLaterAndLater() {
    start();
    String id = added(",\"types\":[\"lease.granted\"]");
    receiver.answerWith(500);
    acquire("/a");
    awaitReceived(1);
    await().until(() -> report(id).path("lastError").asText().contains("500"));
    for (int i = 2; i < Backoff.MAX_ATTEMPTS; i++) {
      node.advance(Duration.ofNanos(Backoff.LONGEST_NANOS * 2));
      awaitReceived(i);
      int attempts = i;
      await()
          .until(() -> report(id).path("deliveries").path(0).path("attempts").asInt() == attempts);
    }
    assertThat(report(id).path("failed").asInt()).isZero();
    node.advance(Duration.ofNanos(Backoff.LONGEST_NANOS * 2));
    await().until(() -> report(id).path("failed").asInt() == 1);
    assertThat(report(id).path("deliveries").path(0).path("state").asText()).isEqualTo("FAILED");
    assertThat(receiver.received().stream().map(r -> r.header("webhook-id")).distinct())
        .as("one id however often")
        .hasSize(1);

    receiver.answerWith(200);
    assertThat(node.post("/v1/webhooks/" + id + ":resend", "{\"deliveries\":[\"none\"]}").status())
        .isEqualTo(200);
    assertThat(report(id).path("failed").asInt()).as("another was named").isEqualTo(1);
    assertThat(node.post("/v1/webhooks/" + id + ":resend", "").status()).isEqualTo(200);
    await().until(() -> report(id).path("failed").asInt() == 0);
    await()
        .until(
            () -> report(id).path("deliveries").path(0).path("state").asText().equals("DELIVERED"));
  }

  @Test
  void redirectsAreNotFollowedAndWhoIsGoneGetsNoMore() {
    start();
    String id = added("");
    receiver.answerWith(302);
    node.post("/v1/webhooks/" + id + ":test", "");
    await().until(() -> report(id).path("lastError").asText().contains("redirects"));
    assertThat(receiver.received())
        .extracting(Receiver.Received::path)
        .doesNotContain("/elsewhere");

    receiver.answerWith(410);
    node.advance(Duration.ofMinutes(1));
    await().until(() -> report(id).path("failed").asInt() == 1);
    assertThat(report(id).path("lastError").asText()).contains("410");
  }

  @Test
  void aReceiverThatHangsHoldsUpNobodyElse() {
    start();
    Receiver other = new Receiver();
    receiver.answerWith(Receiver.NOTHING);
    String hangs = added(",\"types\":[\"lease.granted\"]");
    String takes = add(other.url("/"), ",\"types\":[\"lease.granted\"]").get("id");
    for (int i = 0; i < 20; i++) {
      acquire("/" + i);
    }
    await().until(() -> other.received().size() == 20);
    await().until(() -> report(hangs).path("lastError").asText().contains("did not answer"));
    assertThat(report(takes).path("failed").asInt()).isZero();
    other.close();
  }

  @Test
  void privateAddressesAreRefusedBeforeAndAfterTheNameIsLookedUp() throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    HostLookup rebinding =
        host -> {
          boolean first = lookups.getAndIncrement() == 0;
          return host.equals("mixed.example")
              ? List.of(InetAddress.getByName("8.8.8.8"), InetAddress.getByName("127.0.0.1"))
              : List.of(InetAddress.getByName(first ? "127.0.0.1" : "169.254.169.254"));
        };
    start(directory, settings(false, rebinding));
    for (String url :
        List.of("http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/", "http://10.1/")) {
      Response refused = add(url, "");
      assertThat(refused.status()).as(url).isEqualTo(400);
      assertThat(refused.get("field")).isEqualTo("url");
    }
    String inside = add("http://inside.example:" + receiver.port() + "/", "").get("id");
    node.post("/v1/webhooks/" + inside + ":test", "");
    await().until(() -> report(inside).path("lastError").asText().contains("private network"));
    String mixed = add("http://mixed.example:" + receiver.port() + "/", "").get("id");
    node.post("/v1/webhooks/" + mixed + ":test", "");
    await().until(() -> report(mixed).path("lastError").asText().contains("private network"));

    assertThat(receiver.received()).isEmpty();
    assertThat(shown(inside).toString()).doesNotContain("127.0.0.1");
  }

  @Test
  void theConnectionGoesToTheAddressThatWasCheckedAndTheNameIsStillSeen() throws Exception {
    AtomicInteger lookups = new AtomicInteger();
    HostLookup once =
        host -> {
          assertThat(lookups.incrementAndGet()).as("looked up once").isEqualTo(1);
          return List.of(InetAddress.getLoopbackAddress());
        };
    start(directory, settings(true, once));
    String id = add("http://hook.example:" + receiver.port() + "/", "").get("id");
    node.post("/v1/webhooks/" + id + ":test", "");
    awaitReceived(1);

    assertThat(receiver.received().getFirst().header("host"))
        .isEqualTo("hook.example:" + receiver.port());
  }

  @Test
  void aCrashBetweenDecidingAndSendingLosesNothing(@TempDir Path copies) throws Exception {
    start();
    String id = added(",\"types\":[\"lease.granted\"]");
    receiver.answerWith(Receiver.NOTHING);
    acquire("/before");
    awaitReceived(1);
    acquire("/not-sent-yet");
    awaitReceived(2);
    Path crashed = copy(copies.resolve("crashed"));
    node.close();
    receiver.answerWith(200);

    start(crashed, settings(true, HostLookup.SYSTEM));
    awaitReceived(4);
    await().until(() -> report(id).path("waiting").asInt() == 0);
    List<String> again =
        receiver.received().stream().skip(2).map(r -> r.header("webhook-id")).sorted().toList();
    assertThat(again)
        .isEqualTo(
            receiver.received().stream()
                .limit(2)
                .map(r -> r.header("webhook-id"))
                .sorted()
                .toList());
    acquire("/after");
    awaitReceived(5);
  }

  @Test
  void whatHappensBeforeTheFileOfMessagesKnowsItIsReadFromTheJournal(@TempDir Path copies)
      throws Exception {
    start();
    String id = added(",\"types\":[\"lease.granted\"]");
    acquire("/1");
    awaitReceived(1);
    await().until(() -> report(id).path("waiting").asInt() == 0);
    Path early = copy(copies.resolve("early"));
    acquire("/2");
    awaitReceived(2);
    Path late = copy(copies.resolve("late"));
    node.close();
    for (String name : List.of(DeliveryStore.FILE_NAME, DeliveryStore.FILE_NAME + "-wal")) {
      Files.deleteIfExists(late.resolve(name));
      if (Files.exists(early.resolve(name))) {
        Files.copy(early.resolve(name), late.resolve(name));
      }
    }

    start(late, settings(true, HostLookup.SYSTEM));
    awaitReceived(3);
    assertThat(receiver.received().get(2).header("webhook-id"))
        .isEqualTo(receiver.received().get(1).header("webhook-id"));
  }

  /** The files as a crash at this moment leaves them. */
  private Path copy(Path target) throws IOException {
    Files.createDirectories(target);
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(node.directory())) {
      all.filter(Files::isRegularFile).forEach(files::add);
    }
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (!name.equals("lock") && !name.endsWith("-shm")) {
        Files.copy(file, target.resolve(name));
      }
    }
    return target;
  }

  @Test
  void aChatGetsATextAndItsAddressIsSeenByNobody() throws Exception {
    start();
    String secretPath = "/services/T000/B000/canaryXYZ";
    Response added = add(receiver.url(secretPath), ",\"chat\":true,\"types\":[\"lease.revoked\"]");
    String id = added.get("id");
    acquire("/a");
    String lease = node.get("/v1/leases").json().path("leases").path(0).path("leaseId").asText();
    node.post("/v1/leases/" + lease + ":revoke", "{\"reason\":\"<!channel> deploy\"}");
    awaitReceived(1);

    Receiver.Received message = receiver.received().getFirst();
    assertThat(message.path()).isEqualTo(secretPath);
    assertThat(json(message.body()).path("text").asText())
        .startsWith("lease.revoked: lease " + lease + " on /a in s, held by admin")
        .endsWith("&lt;!channel&gt; deploy");
    assertThat(added.text() + shown(id) + node.get("/v1/webhooks").text())
        .doesNotContain("canaryXYZ")
        .contains(receiver.url(""));
    assertThat(filesWith("canaryXYZ")).isEmpty();
  }

  /** Chats that take the same messages as Slack read more into them than Slack does. */
  @Test
  void whatOthersWroteCallsNobodyInAChatAndLeadsNowhere() throws Exception {
    start();
    add(receiver.url("/"), ",\"chat\":true,\"types\":[\"lease.revoked\"]");
    acquire("/@all/a");
    String lease = node.get("/v1/leases").json().path("leases").path(0).path("leaseId").asText();
    String reason = "@channel see [the rules](https://evil.example) ![x][y] <!here>";
    node.post("/v1/leases/" + lease + ":revoke", "{\"reason\":\"" + reason + "\"}");
    awaitReceived(1);

    String text = json(receiver.received().getFirst().body()).path("text").asText();
    assertThat(text)
        .doesNotContain("@all", "@channel", "](", "][", "<")
        .contains("/@\u200ball/a in s")
        .endsWith(
            "@\u200bchannel see [the rules]\u200b(https://evil.example) ![x]\u200b[y]\u200b"
                + " &lt;!here&gt;");
  }

  /** Names the files of the data directory that hold a text. */
  private List<String> filesWith(String text) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(node.directory())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String content = Files.readString(file, StandardCharsets.ISO_8859_1);
        if (content.contains(text)) {
          found.add(file.getFileName().toString());
        }
      }
    }
    return found;
  }

  @Test
  void aSecretIsInNoFileAndNoErrorQuotesIt() throws Exception {
    start();
    String canary = "whsec_Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5";
    assertThat(added(",\"secret\":\"" + canary + "\"")).startsWith("wh-");
    acquire("/a");
    awaitReceived(1);
    assertThat(filesWith("Y2FuYXJ5")).isEmpty();
    assertThat(filesWith("canarycanary")).isEmpty();
    Response refused = add("https://example.com/", ",\"secret\":\"whsec_short\"");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.get("field")).isEqualTo("secret");
    assertThat(refused.text()).doesNotContain("whsec_short");
    Response unknown = add("https://example.com/", ",\"types\":[\"lease.grantd\"]");
    assertThat(unknown.get("detail")).contains("did you mean lease.granted");
  }

  @Test
  void aWebhookThatIsRemovedGetsNothingMore() {
    start();
    String id = added("");
    receiver.answerWith(500);
    acquire("/a");
    awaitReceived(1);
    assertThat(node.send(node.adminToken(), "DELETE", "/v1/webhooks/" + id, "").status())
        .isEqualTo(200);
    assertThat(node.get("/v1/webhooks/" + id).status()).isEqualTo(404);
    assertThat(node.get("/v1/addresses/" + id).status()).isEqualTo(404);
    int before = receiver.received().size();
    node.advance(Duration.ofDays(1));
    acquire("/b");
    assertThat(receiver.received()).hasSize(before);
  }
}
