package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.icegreen.greenmail.util.GreenMailUtil;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.deliver.channel.MailServer;
import dev.leasehold.node.deliver.channel.TestMailServer;
import dev.leasehold.node.time.MovedTime;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A holder's notices by mail, webhook and chat, over three days that pass in no time. */
@Timeout(180)
class AddressTest {

  private static final Pattern CODE =
      Pattern.compile("confirm (\\S+) ([A-Z0-9]{4}(?:-[A-Z0-9]{4}){2})");

  @TempDir Path directory;

  private final MovedTime time = new MovedTime();
  private final Receiver receiver = new Receiver();
  private final TestMailServer mail = TestMailServer.plain();
  private ServedNode node;
  private String ann;

  @BeforeEach
  void start() {
    start(MailServer.Tls.NONE, "", null);
    ann = node.tokenFor("ann", "agent");
  }

  private void start(MailServer.Tls tls, String user, @Nullable Path trusted) {
    MailServer server =
        new MailServer(
            "127.0.0.1", mail.port(), tls, user, "secret", "leases@example.com", trusted);
    node = ServedNode.start(directory, time, ReceivedMessages.settings(server));
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    mail.close();
    receiver.close();
  }

  private Response add(String token, String body) {
    return node.send(token, "POST", "/v1/addresses", body);
  }

  private String added(String body) {
    Response added = add(node.adminToken(), body);
    assertThat(added.status()).as(added.text()).isEqualTo(200);
    return added.get("id");
  }

  private String checkout(String path) {
    Response granted =
        node.send(
            ann,
            "POST",
            "/v1/leases",
            "{\"policy\":\"checkout\",\"space\":\"handbook\",\"paths\":[\"%s\"]}".formatted(path));
    assertThat(granted.status()).as(granted.text()).isEqualTo(200);
    return granted.get("leaseId");
  }

  private List<MimeMessage> mails(int count) {
    await().until(() -> mail.received().size() >= count);
    return mail.received();
  }

  private static String text(MimeMessage message) {
    return GreenMailUtil.getBody(message).replace("=\r\n", "");
  }

  private JsonNode report(String id) {
    return node.get("/v1/addresses/" + id).json().path("report");
  }

  private void await0Waiting(String id) {
    await().until(() -> report(id).path("waiting").asInt() == 0);
  }

  @Test
  void aCheckOutOfThreeDaysIsRemindedOnceAndItsEndIsTold() throws Exception {
    String id = added("{\"mail\":\"ann@example.org\",\"holder\":\"ann\"}");
    String lease = checkout("/docs/");
    node.advance(Duration.ofHours(69));
    node.get("/v1/leases/" + lease);
    assertThat(report(id).path("deliveries")).isEmpty();
    node.advance(Duration.ofHours(1));
    MimeMessage reminder = mails(1).getFirst();

    assertThat(reminder.getSubject()).isEqualTo("Your lease on /docs in handbook ends in 2 hours");
    assertThat(reminder.getAllRecipients()[0]).hasToString("ann@example.org");
    assertThat(reminder.getFrom()[0]).hasToString("leases@example.com");
    assertThat(reminder.getHeader("Auto-Submitted")).containsExactly("auto-generated");
    assertThat(reminder.getContentType()).startsWith("text/plain");
    assertThat(text(reminder))
        .startsWith(
            "Lease "
                + lease
                + " on /docs in handbook ends in 2 hours; finish your work, or check in early.")
        .contains("leasehold notify rm " + id);

    node.advance(Duration.ofHours(1));
    node.get("/v1/leases/" + lease);
    node.advance(Duration.ofHours(1));
    MimeMessage end = mails(2).get(1);
    assertThat(end.getSubject()).isEqualTo("Your lease on /docs in handbook has expired");
    assertThat(end.getHeader("References"))
        .as("one thread")
        .isEqualTo(reminder.getHeader("References"));
    assertThat(end.getMessageID()).isNotEqualTo(reminder.getMessageID());
    await0Waiting(id);
    assertThat(mail.received()).as("one reminder").hasSize(2);
  }

  @Test
  void anEvictionIsToldWithItsReasonAndAQuestionWithItsNote() throws Exception {
    String id =
        added(
            "{\"mail\":\"ann@example.org\",\"holder\":\"ann\",\"kinds\":[\"evicted\",\"question\"]}");
    String lease = checkout("/docs/");
    String bob = node.tokenFor("bob", "agent");
    node.send(bob, "POST", "/v1/leases/" + lease + ":ask", "{\"note\":\"may I?\\r\\nBcc: x@y\"}");
    node.send(bob, "POST", "/v1/leases/" + lease + ":ask", "{\"note\":\"may I?\"}");
    assertThat(mails(1).getFirst().getSubject())
        .isEqualTo("bob asks for your lease on /docs in handbook");
    assertThat(text(mails(1).getFirst())).contains("\"may I?\"; release or transfer it");
    node.post("/v1/leases/" + lease + ":revoke", "{\"reason\":\"Emergency maintenance\"}");
    MimeMessage evicted = mails(2).get(1);
    assertThat(evicted.getSubject()).isEqualTo("Your lease on /docs in handbook was taken away");
    assertThat(text(evicted)).contains("was evicted: Emergency maintenance; stop using it");
    await0Waiting(id);
    assertThat(evicted.getAllHeaderLines().asIterator())
        .toIterable()
        .noneMatch(line -> line.startsWith("Bcc"));
  }

  @Test
  void aReminderThatCouldNotBeSentInTimeIsDropped() {
    receiver.answerWith(500);
    String id =
        added(
            "{\"webhook\":\""
                + receiver.url("/")
                + "\",\"holder\":\"ann\",\"kinds\":[\"REMINDER\"]}");
    String lease = checkout("/docs/");
    node.advance(Duration.ofHours(70));
    await().until(() -> report(id).path("lastError").asText().contains("500"));
    node.send(ann, "POST", "/v1/leases/" + lease + ":complete", "{}");
    receiver.answerWith(200);
    int before = receiver.received().size();
    node.advance(Duration.ofHours(1));
    await()
        .until(
            () -> report(id).path("deliveries").path(0).path("state").asText().equals("DROPPED"));
    assertThat(receiver.received()).hasSize(before);
  }

  @Test
  void aGrantThatCouldNotBeToldBeforeItsLeaseEndedIsDropped() {
    receiver.answerWith(500);
    String bob = node.tokenFor("bob", "agent");
    String id = added("{\"chat\":\"" + receiver.url("/") + "\",\"holder\":\"bob\"}");
    String lease = checkout("/docs/");
    var waiting =
        node.open(
            bob,
            "/v1/leases",
            "{\"policy\":\"checkout\",\"space\":\"handbook\",\"paths\":[\"/docs/x\"],\"wait\":\"60s\"}");
    await().until(() -> node.openRequests() == 1);
    node.send(ann, "POST", "/v1/leases/" + lease + ":complete", "{}");
    String granted = ServedNode.answered(waiting).get("leaseId");
    await().until(() -> report(id).path("lastError").asText().contains("500"));
    node.send(bob, "POST", "/v1/leases/" + granted + ":complete", "{}");
    receiver.answerWith(200);
    int before = receiver.received().size();
    node.advance(Duration.ofHours(1));
    await()
        .until(
            () -> report(id).path("deliveries").path(0).path("state").asText().equals("DROPPED"));
    assertThat(receiver.received()).hasSize(before);
  }

  @Test
  void aWebhookOfAHolderGetsASignedCloudEventOfItsNoticesAlone() throws Exception {
    added("{\"webhook\":\"" + receiver.url("/") + "\",\"holder\":\"ann\"}");
    node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"/of-the-admin\"],\"ttl\":\"10s\"}");
    String lease = checkout("/docs/");
    node.advance(Duration.ofSeconds(20));
    node.get("/v1/leases");
    node.post("/v1/leases/" + lease + ":revoke", "{\"reason\":\"why\"}");
    await().until(() -> !receiver.received().isEmpty());

    Receiver.Received message = receiver.received().getFirst();
    JsonNode event = new ObjectMapper().readTree(message.body());
    assertThat(event.path("type").asText()).isEqualTo("dev.leasehold.notice.evicted");
    assertThat(event.path("data").path("kind").asText()).isEqualTo("EVICTED");
    assertThat(event.path("data").path("text").asText())
        .endsWith("was evicted: why; stop using it");
    assertThat(message.header("webhook-signature")).startsWith("v1,");
    assertThat(receiver.received()).hasSize(1);
  }

  @Test
  void aHolderAddsItsOwnAddressWhereItMayAndConfirmsItOnce() throws Exception {
    String own = "{\"mail\":\"ann@example.org\"}";
    assertThat(add(ann, own).get("code")).isEqualTo("FORBIDDEN");
    node.setting("notice_domains", "example.org");
    assertThat(add(ann, "{\"mail\":\"ann@example.com\"}").get("code")).isEqualTo("FORBIDDEN");
    assertThat(add(ann, "{\"mail\":\"ann@example.org\",\"holder\":\"bob\"}").get("code"))
        .isEqualTo("FORBIDDEN");
    Response added = add(ann, own);
    String id = added.get("id");
    assertThat(added.get("confirmed")).isEqualTo("false");
    checkoutAndEvict();
    String text = text(mails(1).getFirst());
    Matcher code = CODE.matcher(text);
    assertThat(code.find()).as(text).isTrue();
    assertThat(code.group(1)).isEqualTo(id);
    assertThat(node.send(ann, "POST", "/v1/addresses/" + id + ":test", "").status()).isEqualTo(400);
    assertThat(confirm(id, "AAAA-BBBB-CCCC").status()).isEqualTo(400);
    assertThat(confirm(id, code.group(2).toLowerCase(Locale.ROOT)).get("confirmed"))
        .isEqualTo("true");
    await0Waiting(id);
    assertThat(mail.received()).as("nothing before it was confirmed").hasSize(1);

    checkoutAndEvict();
    assertThat(mails(2).get(1).getSubject()).contains("was taken away");
    assertThat(node.send(ann, "GET", "/v1/addresses", "").text()).contains(id);
    String bob = node.tokenFor("bob", "agent");
    assertThat(node.send(bob, "GET", "/v1/addresses", "").text()).doesNotContain(id);
    assertThat(node.send(bob, "DELETE", "/v1/addresses/" + id, "").status()).isEqualTo(404);
    assertThat(node.send(ann, "DELETE", "/v1/addresses/" + id, "").status()).isEqualTo(200);
  }

  @Test
  void aReminderOfALockOfGitLfsSaysHowToUnlock() {
    added("{\"chat\":\"" + receiver.url("/") + "\",\"holder\":\"ann\"}");
    node.send(
        ann,
        "POST",
        "/v1/leases",
        "{\"policy\":\"lfs\",\"space\":\"handbook\",\"paths\":[\"/hero.bin\"]}");
    node.advance(Duration.ofDays(29));
    await().until(() -> !receiver.received().isEmpty());
    assertThat(receiver.received().getFirst().body())
        .contains("ends in 24 hours; finish your work, or unlock it early with git lfs unlock.");
  }

  @Test
  void mailNeedsNoSecret() throws Exception {
    added("{\"mail\":\"ann@example.org\",\"holder\":\"ann\"}");
    node.close();
    Files.delete(directory.resolve("provider.key"));
    start(MailServer.Tls.NONE, "", null);
    checkoutAndEvict();
    assertThat(mails(1).getFirst().getSubject()).contains("was taken away");
  }

  @Test
  void aLateCommitIsToldToAllWhoHearOfIt() {
    added("{\"mail\":\"root@example.org\",\"holder\":\"admin\"}");
    added("{\"mail\":\"ann@example.org\",\"holder\":\"ann\",\"kinds\":[\"LATE_COMMIT\"]}");
    String lease = checkout("/docs/");
    node.post("/v1/leases/" + lease + ":revoke", "{\"reason\":\"why\"}");
    node.send(ann, "POST", "/v1/leases/" + lease + ":complete", "{\"commit\":\"c0ffee\"}");
    assertThat(mails(2))
        .extracting(message -> message.getAllRecipients()[0].toString())
        .containsExactlyInAnyOrder("root@example.org", "ann@example.org");
    assertThat(mails(2)).allMatch(message -> text(message).contains("checked in c0ffee"));
  }

  @Test
  void aRequestForMoreTimeIsToldToAdminsAndItsAnswerToTheHolder() throws Exception {
    added("{\"mail\":\"root@example.org\",\"holder\":\"admin\"}");
    added("{\"mail\":\"ann@example.org\",\"holder\":\"ann\",\"kinds\":[\"EXTENDED\"]}");
    node.post("/v1/policies", "{\"name\":\"desk\",\"base\":\"checkout\",\"extensions\":true}");
    String acquire = "{\"policy\":\"desk\",\"space\":\"handbook\",\"paths\":[\"/docs/\"]}";
    String lease = node.send(ann, "POST", "/v1/leases", acquire).get("leaseId");
    String ask = "{\"ttl\":\"24h\",\"justification\":\"the review\"}";
    Response asked = node.send(ann, "POST", "/v1/leases/" + lease + ":requestExtension", ask);
    assertThat(mails(1).getFirst().getSubject())
        .isEqualTo("ann asks to extend the lease on /docs in handbook");
    assertThat(text(mails(1).getFirst()))
        .contains("by 24 hours: the review; approve or decline it as");
    String request = asked.get("extensionRequestId");
    node.post("/v1/requests/" + request + ":approve", "{\"reason\":\"fine\"}");
    assertThat(mails(2).getLast().getSubject())
        .isEqualTo("Your lease on /docs in handbook was extended");
    assertThat(text(mails(2).getLast()))
        .contains("was extended and ends in 4 days; admin granted 24 hours: fine");
  }

  @Test
  void nobodyIsSentCodesWithoutEnd() {
    node.setting("notice_domains", "example.org");
    for (int i = 0; i < MessageQuota.MOST_CODES_AN_HOUR; i++) {
      String id = add(ann, "{\"mail\":\"victim@example.org\"}").get("id");
      assertThat(node.send(ann, "DELETE", "/v1/addresses/" + id, "").status()).isEqualTo(200);
    }
    Response refused = add(ann, "{\"mail\":\"victim@example.org\"}");
    assertThat(refused.get("code")).isEqualTo("QUOTA_EXCEEDED");
    node.advance(Duration.ofHours(1));
    assertThat(add(ann, "{\"mail\":\"victim@example.org\"}").status()).isEqualTo(200);
  }

  private Response confirm(String id, String code) {
    return node.send(
        ann, "POST", "/v1/addresses/" + id + ":confirm", "{\"code\":\"" + code + "\"}");
  }

  private void checkoutAndEvict() {
    String lease = checkout("/docs/");
    Response evicted = node.post("/v1/leases/" + lease + ":revoke", "{\"reason\":\"why\"}");
    assertThat(evicted.get("state")).isEqualTo("EVICTED");
  }

  @Test
  void quietHoursKeepNewsBackButNoReminder() throws Exception {
    // The clock of the test begins at 22:13 in UTC.
    String id =
        added(
            "{\"mail\":\"ann@example.org\",\"holder\":\"ann\",\"quietHours\":\"22:00-07:00 UTC\"}");
    String lease = checkout("/docs/");
    String bob = node.tokenFor("bob", "agent");
    node.send(bob, "POST", "/v1/leases/" + lease + ":ask", "{\"note\":\"please\"}");
    await().until(() -> report(id).path("waiting").asInt() == 1);
    node.post("/v1/leases/" + lease + ":revoke", "{\"reason\":\"now\",\"notice\":\"20h\"}");
    assertThat(mails(1).getFirst().getSubject()).contains("will be taken away in 20 hours");
    node.advance(Duration.ofHours(8));
    await().until(() -> report(id).path("waiting").asInt() == 1);
    node.advance(Duration.ofHours(1));
    assertThat(mails(2).get(1).getSubject()).startsWith("bob asks");
  }

  @Test
  void aWaiterIsToldOfItsGrantAndAChatIsPostedTo() {
    String bob = node.tokenFor("bob", "agent");
    added("{\"chat\":\"" + receiver.url("/services/canary") + "\",\"holder\":\"bob\"}");
    String lease = checkout("/docs/");
    var waiting =
        node.open(
            bob,
            "/v1/leases",
            "{\"policy\":\"checkout\",\"space\":\"handbook\",\"paths\":[\"/docs/x\"],\"wait\":\"60s\"}");
    await().until(() -> node.openRequests() == 1);
    node.send(ann, "POST", "/v1/leases/" + lease + ":complete", "{}");
    String granted = ServedNode.answered(waiting).get("leaseId");
    await().until(() -> !receiver.received().isEmpty());
    assertThat(receiver.received().getFirst().body())
        .isEqualTo(
            "{\"text\":\"Lease "
                + granted
                + " on /docs/x in handbook was granted to you and ends in 72 hours; begin, or"
                + " release it for the next.\"}");
    assertThat(node.get("/v1/addresses").text()).doesNotContain("canary");
  }

  @Test
  void mailGoesWithStartTlsAndAPasswordOrNotAtAll() throws Exception {
    String id = added("{\"mail\":\"ann@example.org\",\"holder\":\"ann\"}");
    node.close();
    start(MailServer.Tls.STARTTLS, "leasehold", null);
    node.post("/v1/addresses/" + id + ":test", "");
    await().until(() -> report(id).path("lastError").asText().contains("not safely"));
    assertThat(mail.received()).isEmpty();
    assertThat(node.get("/v1/addresses/" + id).text()).doesNotContain("secret\":\"secret");
  }
}
