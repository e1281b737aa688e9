package dev.leasehold.node.recurring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.Clients;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Pools are topped up when a period begins. The clock of these tests begins on 2023-11-14. */
class TopUpsTest extends OwnNode {

  private void create(String every, String zone) {
    assertThat(
            node.post(
                    "/v1/pools",
                    """
                    {"id":"p","amounts":{"tokens":100},
                     "recurrence":{"every":"%s","zone":"%s"}}\
                    """
                        .formatted(every, zone))
                .status())
        .isEqualTo(200);
  }

  private JsonNode pool() {
    return node.get("/v1/pools/p").json();
  }

  private String period() {
    return pool().path("recurrence").path("period").asText();
  }

  private void withdraw(int tokens) {
    node.post(
        "/v1/pools/p:withdraw", "{\"amounts\":{\"tokens\":%d},\"reason\":\"w\"}".formatted(tokens));
  }

  private void awaitPeriod(String name) {
    await().until(() -> period().equals(name));
    assertThat(pool().path("free").path("tokens").asText()).isEqualTo("100");
  }

  @Test
  void everyDayAtMidnightOfItsZone() {
    create("day", "Europe/Berlin");
    awaitPeriod("2023-11-14");
    assertThat(pool().path("recurrence").path("nextAt").asText()).isEqualTo("2023-11-14T23:00:00Z");
    withdraw(40);
    node.advance(Duration.ofMinutes(40));
    assertThat(pool().path("free").path("tokens").asText()).as("not yet").isEqualTo("60");
    node.advance(Duration.ofMinutes(7));
    awaitPeriod("2023-11-15");
  }

  @Test
  void afterDowntimeThePresentPeriodAlone() throws Exception {
    create("day", "UTC");
    awaitPeriod("2023-11-14");
    withdraw(90);
    node.close();
    node.advance(Duration.ofDays(5));
    node = ServedNode.start(directory, node.time());
    awaitPeriod("2023-11-19");
    JsonNode total = pool().path("total").path("tokens");
    assertThat(total.asText()).as("topped up once").isEqualTo("100");
  }

  @Test
  void aClockThatIsSetBackTopsNothingUpAgain() {
    create("day", "UTC");
    awaitPeriod("2023-11-14");
    node.advance(Duration.ofDays(1));
    awaitPeriod("2023-11-15");
    withdraw(30);
    node.time().moveWallClock(-Duration.ofDays(1).toNanos());
    node.advance(Duration.ofMinutes(2));
    node.time().moveWallClock(Duration.ofDays(1).toNanos());
    node.advance(Duration.ofMinutes(2));
    node.advance(Duration.ofDays(1));
    awaitPeriod("2023-11-16");
  }

  /** The pool would have more than a pool may have; an admin then asks for less. */
  @Test
  void whatStoodAgainstATopUpMayBeGoneInTheSamePeriod() {
    node.post(
        "/v1/pools",
        """
        {"id":"p","amounts":{"tokens":%d},"recurrence":{"every":"day","zone":"UTC"}}\
        """
            .formatted(Limits.MAX_AMOUNT));
    node.post(
        "/v1/pools",
        """
        {"id":"q","amounts":{"tokens":1},"recurrence":{"every":"day","zone":"UTC"}}\
        """);
    await().until(() -> period().equals("2023-11-14"));
    Clients admin = Clients.admin(node);
    String token = admin.ok("/v1/tokens", "{'actor':'ann','role':'agent','pool':'p'}").get("token");
    Clients ann = new Clients(node, token);
    String id = ann.acquire("'space':'s','paths':['/a'],'policy':'budget','budget':{'tokens':7}");
    ann.okVerb(id, "spend", "{'requestId':'r1','amounts':{'tokens':5}}");
    withdraw(3);

    node.advance(Duration.ofDays(1));
    // Pools are looked at in their order, so that this one was refused by then.
    await()
        .until(
            () ->
                node.get("/v1/pools/q")
                    .json()
                    .at("/recurrence/period")
                    .asText()
                    .equals("2023-11-15"));
    assertThat(period()).isEqualTo("2023-11-14");

    admin.ok(
        "/v1/pools/p:recur",
        "{'every':'day','zone':'UTC','amounts':{'tokens':%d}}".formatted(Limits.MAX_AMOUNT - 6));
    await().until(() -> period().equals("2023-11-15"));
  }

  @Test
  void monthsAndWeeksToo() {
    create("month", "UTC");
    awaitPeriod("2023-11");
    node.advance(Duration.ofDays(17));
    awaitPeriod("2023-12");
    assertThat(
            node.post("/v1/pools/p:recur", "{\"every\":\"week\",\"amounts\":{\"tokens\":100}}")
                .status())
        .isEqualTo(200);
    awaitPeriod("2023-W48");
    node.advance(Duration.ofDays(3));
    awaitPeriod("2023-W49");
  }
}
