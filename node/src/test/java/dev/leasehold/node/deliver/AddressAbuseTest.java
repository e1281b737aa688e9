package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.deliver.channel.WebhookSignature;
import dev.leasehold.node.time.MovedTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Addresses of holders who mean ill, or whose receivers are dead. */
@Timeout(180)
class AddressAbuseTest {

  private static final Pattern CODE =
      Pattern.compile("confirm (\\S+) ([A-Z0-9]{4}(?:-[A-Z0-9]{4}){2})");

  @TempDir Path directory;

  private final MovedTime time = new MovedTime();
  private final Receiver receiver = new Receiver();
  private ServedNode node;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory, time, ReceivedMessages.settings(null));
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    receiver.close();
  }

  @Test
  void aWebhookIsConfirmedByWhatArrivesThereAndNotByItsSecret() throws Exception {
    String ann = node.tokenFor("ann", "agent");
    node.setting("notice_domains", "127.0.0.1");
    String secret = "whsec_Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5Y2FuYXJ5";
    Response added =
        node.send(
            ann,
            "POST",
            "/v1/addresses",
            "{\"webhook\":\"" + receiver.url("/") + "\",\"secret\":\"" + secret + "\"}");
    String id = added.get("id");
    await().until(() -> !receiver.received().isEmpty());
    Matcher code = CODE.matcher(receiver.received().getFirst().body());
    assertThat(code.find()).isTrue();
    byte[] fromSecret =
        WebhookSignature.hmac(
            secret.getBytes(StandardCharsets.UTF_8),
            ("leasehold/confirm/1\n" + id).getBytes(StandardCharsets.UTF_8));
    StringBuilder guess = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      guess.append("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".charAt(fromSecret[i] & 31));
    }
    assertThat(confirm(ann, id, guess.toString()).status()).isEqualTo(400);
    assertThat(confirm(ann, id, code.group(2)).get("confirmed")).isEqualTo("true");
  }

  private Response confirm(String token, String id, String code) {
    return node.send(
        token, "POST", "/v1/addresses/" + id + ":confirm", "{\"code\":\"" + code + "\"}");
  }

  @Test
  void anAddressIsTestedNowAndThen() {
    String id =
        node.post("/v1/addresses", "{\"webhook\":\"" + receiver.url("/") + "\",\"holder\":\"ann\"}")
            .get("id");
    String test = "/v1/addresses/" + id + ":test";
    assertThat(node.post(test, "").status()).isEqualTo(200);
    assertThat(node.post(test, "").get("code")).isEqualTo("QUOTA_EXCEEDED");
    node.advance(Duration.ofNanos(MessageQuota.TEST_NANOS));
    assertThat(node.post(test, "").status()).isEqualTo(200);
  }

  @Test
  void deadAddressesLeaveRoomForOthers() {
    MessageQuota quota = new MessageQuota(time);
    Delivery delivery = Delivery.of("ad-1", "1", "test", MessageForm.TEST, new byte[0], 1);
    Map<String, Integer> dead =
        IntStream.range(0, 40)
            .boxed()
            .collect(Collectors.toMap(i -> "ad-" + i, i -> MessageQuota.MAX_WAITING / 40));
    assertThat(quota.of(delivery, 9_999).state()).isEqualTo(DeliveryState.WAITING);
    assertThat(quota.of(delivery, 10_000).state()).isEqualTo(DeliveryState.FAILED);
    quota.count(dead);
    assertThat(quota.of(delivery, 5_000).state()).isEqualTo(DeliveryState.FAILED);
    assertThat(quota.of(delivery, 10).state()).isEqualTo(DeliveryState.WAITING);
  }

  @Test
  void aRetryDoesNotWaitForAClockThatWasSetBack() {
    Response added = node.post("/v1/webhooks", "{\"url\":\"" + receiver.url("/") + "\"}");
    String id = added.get("id");
    receiver.answerWith(500);
    node.post("/v1/webhooks/" + id + ":test", "");
    await()
        .until(
            () ->
                node.get("/v1/webhooks/" + id)
                    .json()
                    .path("report")
                    .path("lastError")
                    .asText()
                    .contains("500"));
    receiver.answerWith(200);
    time.moveWallClock(-Duration.ofDays(300).toNanos());
    await()
        .until(
            () -> {
              node.advance(Duration.ofHours(7));
              return node.get("/v1/webhooks/" + id).json().path("report").path("waiting").asInt()
                  == 0;
            });
  }
}
