package dev.leasehold.node.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.icegreen.greenmail.util.GreenMailUtil;
import dev.leasehold.node.Clients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.deliver.channel.MailServer;
import dev.leasehold.node.deliver.channel.TestMailServer;
import dev.leasehold.node.time.MovedTime;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Notices of budgets to holders and admins by mail, webhook and chat. */
@Timeout(180)
class BudgetNoticeTest {

  private static final String ALICE = "alice@example.org";
  private static final String ROOT = "root@example.org";

  @TempDir Path directory;

  private final TestMailServer mail = TestMailServer.plain();
  private final Receiver receiver = new Receiver();
  private ServedNode node;
  private Clients admin;
  private Clients alice;

  @BeforeEach
  void start() {
    MailServer server =
        new MailServer(
            "127.0.0.1", mail.port(), MailServer.Tls.NONE, "", "", "leases@example.com", null);
    node = ServedNode.start(directory, new MovedTime(), ReceivedMessages.settings(server));
    admin = Clients.admin(node);
    admin.ok("/v1/pools", "{'id':'p','amounts':{'usd_micros':100000000}}");
    alice =
        new Clients(
            node,
            admin
                .ok("/v1/tokens", "{'actor':'alice','role':'agent','pool':'p','spaces':['repo']}")
                .get("token"));
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    mail.close();
    receiver.close();
  }

  private String handshake() {
    return alice
        .ok("/v1/budget:handshake", "{'requested':{'usd_micros':10000000}}")
        .json()
        .at("/lease/leaseId")
        .asText();
  }

  private void spend(String lease, long micros) {
    alice.okVerb(lease, "spend", "{'requestId':'s','amounts':{'usd_micros':%d}}".formatted(micros));
  }

  private void address(String channel, String address, String holder) {
    admin.ok("/v1/addresses", "{'%s':'%s','holder':'%s'}".formatted(channel, address, holder));
  }

  private List<MimeMessage> mailsTo(String address) {
    return mail.received().stream().filter(one -> recipient(one).equals(address)).toList();
  }

  private MimeMessage mailTo(String address, int number) {
    await().until(() -> mailsTo(address).size() > number);
    return mailsTo(address).get(number);
  }

  private static String recipient(MimeMessage message) {
    try {
      return message.getRecipients(Message.RecipientType.TO)[0].toString();
    } catch (MessagingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(MimeMessage message) {
    return GreenMailUtil.getBody(message).replace("=\r\n", "").replace("=24", "$");
  }

  private String receivedAt(String path) {
    await().until(() -> receiver.received().stream().anyMatch(one -> one.path().equals(path)));
    return receiver.received().stream()
        .filter(one -> one.path().equals(path))
        .findFirst()
        .orElseThrow()
        .body();
  }

  @Test
  void aThresholdIsToldByMailWebhookAndChat() throws Exception {
    address("mail", ALICE, "alice");
    address("webhook", receiver.url("/holder"), "alice");
    address("chat", receiver.url("/chat"), "alice");
    address("webhook", receiver.url("/other"), "bob");
    admin.ok(
        "/v1/webhooks",
        "{'url':'%s','chat':true,'types':['budget.threshold']}"
            .formatted(receiver.url("/service")));
    String lease = handshake();
    spend(lease, 8_000_000);

    String sentence =
        "ease %s on /alice in leasehold.budgets has spent 80%% of $10.00; refresh it for more, or finish"
            .formatted(lease);
    MimeMessage told = mailTo(ALICE, 0);
    assertThat(told.getSubject())
        .isEqualTo("Your lease on /alice in leasehold.budgets has spent 80% of $10.00");
    assertThat(text(told)).startsWith("L" + sentence + ".");
    JsonNode event = new ObjectMapper().readTree(receivedAt("/holder"));
    assertThat(event.path("type").asText()).isEqualTo("dev.leasehold.notice.threshold");
    assertThat(event.at("/data/text").asText()).isEqualTo("l" + sentence);
    assertThat(receivedAt("/chat")).isEqualTo("{\"text\":\"L" + sentence + ".\"}");
    assertThat(receivedAt("/service"))
        .isEqualTo(
            "{\"text\":\"budget.threshold: lease "
                + lease
                + " on /alice in leasehold.budgets, held by alice, spent to 80% of $10.00\"}");
    assertThat(receiver.received()).noneMatch(one -> one.path().equals("/other"));
  }

  @Test
  void aRequestIsToldToAdminsAndItsDecisionToTheHolder() throws Exception {
    address("mail", ALICE, "alice");
    address("mail", ROOT, "admin");
    String lease = handshake();
    String more = "{'amounts':{'usd_micros':5000000},'justification':'larger than thought'}";
    alice.okVerb(lease, "requestMore", more);
    MimeMessage asked = mailTo(ROOT, 0);
    assertThat(asked.getSubject()).isEqualTo("alice asks for more budget");
    assertThat(text(asked)).contains(": $5.00: larger than thought; approve or decline it as ");

    decide("decline", "finish with what there is");
    assertThat(mailTo(ALICE, 0).getSubject())
        .isEqualTo(
            "Your lease on /alice in leasehold.budgets does not get the budget you asked for");
    assertThat(text(mailTo(ALICE, 0))).contains("admin declined: finish with what there is.");
    alice.okVerb(lease, "requestMore", more);
    decide("approve", "go on");
    assertThat(mailTo(ALICE, 1).getSubject())
        .isEqualTo("Your lease on /alice in leasehold.budgets got the budget you asked for");
    assertThat(text(mailTo(ALICE, 1))).contains("by admin: $5.00: go on.");
    assertThat(mailsTo(ALICE)).as("not told of the own request").hasSize(2);
  }

  private void decide(String verb, String reason) {
    String id = admin.get("/v1/requests").json().at("/requests/0/id").asText();
    admin.ok("/v1/requests/" + id + ":" + verb, "{'reason':'" + reason + "'}");
  }

  @Test
  void anOverrunIsToldToAdmins() throws Exception {
    address("mail", ROOT, "admin");
    String lease = handshake();
    alice.okVerb(
        lease, "reserve", "{'requestId':'r','amounts':{'usd_micros':1000000},'timeout':'10s'}");
    node.advance(Duration.ofSeconds(11));
    alice.okVerb(lease, "settle", "{'reservationId':'r','amounts':{'usd_micros':1000000}}");
    MimeMessage told = mailTo(ROOT, 0);
    assertThat(told.getSubject())
        .isEqualTo("A cost under the lease on /alice in leasehold.budgets was reported too late");
    assertThat(text(told)).startsWith("Alice reported $1.00 for r under lease " + lease);
  }

  /** The token's spaces are of files; its pool makes the budget its own as well. */
  @Test
  void anAddressOfOnesOwnIsToldOfTheBudgetThatItsTokenDraws() throws Exception {
    node.setting("notice_domains", "example.org");
    String id = ownAddress(alice, ALICE);
    spend(handshake(), 9_000_000);
    assertThat(mailTo(ALICE, 1).getSubject()).contains("has spent 90% of $10.00");

    String files =
        admin.ok("/v1/tokens", "{'actor':'alice','role':'agent','spaces':['repo']}").get("token");
    assertThat(node.send(files, "GET", "/v1/addresses", "").text())
        .as("a token without the pool does not see an address that is told of the budget")
        .doesNotContain(id);
  }

  /** Adds an address and confirms it with the code that is mailed there. */
  private String ownAddress(Clients holder, String address) {
    String id = holder.ok("/v1/addresses", "{'mail':'" + address + "'}").get("id");
    Matcher code =
        Pattern.compile("confirm \\S+ ([A-Z0-9-]{14})").matcher(text(mailTo(address, 0)));
    assertThat(code.find()).isTrue();
    holder.ok("/v1/addresses/" + id + ":confirm", "{'code':'" + code.group(1) + "'}");
    return id;
  }

  /** The token is for an agent of hers, which is not to know what others ask for. */
  @Test
  void whatIsForAdminsDoesNotReachAnAdminsTokenForAnAgent() throws Exception {
    node.setting("notice_domains", "example.org");
    Clients ann = clientOf("{'actor':'ann','role':'admin'}");
    Clients annsAgent = clientOf("{'actor':'ann','role':'agent','pool':'p','spaces':['a']}");
    ann.ok("/v1/addresses", "{'mail':'ann@example.org'}");
    String agentsAddress = ownAddress(annsAgent, "agent@example.org");
    alice.okVerb(
        handshake(),
        "requestMore",
        "{'amounts':{'usd_micros':5000000},'justification':'larger than thought'}");

    assertThat(mailTo("ann@example.org", 0).getSubject()).isEqualTo("alice asks for more budget");
    JsonNode told = annsAgent.get("/v1/addresses/" + agentsAddress).json().at("/report/deliveries");
    assertThat(told.findValuesAsText("type")).containsExactly("confirmation");
    assertThat(annsAgent.get("/v1/leases").json().has("notices")).isFalse();
    assertThat(ann.get("/v1/leases").json().path("notices").findValuesAsText("kind"))
        .containsExactly("REQUEST");
  }

  private Clients clientOf(String token) {
    return new Clients(node, admin.ok("/v1/tokens", token).get("token"));
  }
}
