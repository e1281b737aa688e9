package dev.leasehold.node.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.ServedNode;
import dev.leasehold.node.Server;
import dev.leasehold.node.publish.ServedByNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The metrics that Prometheus reads from a real server. */
class MetricsTest extends ServedByNode {

  private String acquire(String token, String policy, String path) {
    ServedNode.Response response =
        node.send(
            token,
            "POST",
            "/v1/leases",
            "{\"space\":\"s\",\"policy\":\"%s\",\"paths\":[\"%s\"],\"ttl\":\"60s\"}"
                .formatted(policy, path));
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    return response.get("leaseId");
  }

  /** Waits, for counting happens behind the replies. */
  private void awaitLine(String line) {
    await().untilAsserted(() -> assertThat(node.get("/metrics").text().lines()).contains(line));
  }

  @Test
  void countsActiveLeasesByPolicyAndHolder() {
    String alice = node.tokenFor("alice", "agent");
    String first = acquire(alice, "file", "/a");
    acquire(alice, "workflow", "/b");
    acquire(node.adminToken(), "file", "/c");

    awaitLine("leasehold_leases_active{policy=\"file\"} 2.0");
    awaitLine("leasehold_leases_active{policy=\"workflow\"} 1.0");
    awaitLine("leasehold_holder_leases_active{holder=\"alice\"} 2.0");
    awaitLine("leasehold_holders 2.0");

    node.send(alice, "POST", "/v1/leases/" + first + ":release", "{}");
    awaitLine("leasehold_leases_active{policy=\"file\"} 1.0");
    awaitLine("leasehold_holder_leases_active{holder=\"alice\"} 1.0");
    awaitLine("leasehold_endings_total{state=\"released\"} 1.0");
    awaitLine("leasehold_grants_total{policy=\"file\"} 2.0");
  }

  @Test
  void showsTheMoneyInPools() {
    node.post("/v1/pools", "{\"id\":\"p\",\"amounts\":{\"tokens\":100}}");
    String id =
        node.post(
                "/v1/leases",
                """
                {"policy":"budget","space":"b","paths":["/a"],"pool":"p","budget":{"tokens":60}}
                """)
            .get("leaseId");
    node.post("/v1/leases/" + id + ":spend", "{\"requestId\":\"r\",\"amounts\":{\"tokens\":10}}");

    assertThat(node.get("/metrics").text().lines())
        .contains("leasehold_pool{part=\"free\",pool=\"p\",unit=\"tokens\"} 40.0")
        .contains("leasehold_pool{part=\"outstanding\",pool=\"p\",unit=\"tokens\"} 50.0")
        .contains("leasehold_pool{part=\"spent\",pool=\"p\",unit=\"tokens\"} 10.0");
  }

  @Test
  void everyFigureIsExplained() {
    acquire(node.adminToken(), "file", "/a");
    awaitLine("leasehold_leases_active{policy=\"file\"} 1.0");
    assertThat(node.get("/metrics").text().lines())
        .filteredOn(line -> line.startsWith("# HELP leasehold_"))
        .hasSizeGreaterThan(20)
        .allMatch(line -> line.matches("# HELP \\S+ \\S+.*"));
  }

  @Test
  void gaugesAreRightFromTheFirstScrapeAfterARestart() throws Exception {
    String gone = acquire(node.adminToken(), "file", "/gone");
    acquire(node.adminToken(), "file", "/stays");
    node.post("/v1/leases/" + gone + ":release", "{}");
    node.close();
    node = ServedNode.start(directory, time);
    assertThat(node.get("/metrics").text())
        .contains("leasehold_leases_active{policy=\"file\"} 1.0")
        .contains("leasehold_holder_leases_active{holder=\"admin\"} 1.0");
  }

  @Test
  void whatFellDueWhileTheServerWasDownIsCountedOnce() throws Exception {
    acquire(node.adminToken(), "file", "/a");
    node.close();
    time.advance(Duration.ofSeconds(90).toNanos());
    node = ServedNode.start(directory, time);
    awaitLine("leasehold_leases_active{policy=\"file\"} 0.0");
    awaitLine("leasehold_expiries_total{cause=\"time\"} 1.0");
    awaitLine("leasehold_expiry_lag_seconds_sum 30.0");
  }

  @Test
  void countsRenewalsExpiriesAndRefusals() {
    String id = acquire(node.adminToken(), "file", "/a");
    node.advance(Duration.ofSeconds(1));
    node.post("/v1/leases/" + id + ":renew", "{}");
    node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"]}");
    node.post("/v1/leases", "{\"spice\":\"s\"}");
    node.send("", "GET", "/v1/leases", "");
    node.advance(Duration.ofSeconds(60));
    node.get("/v1/leases");

    awaitLine("leasehold_renewals_total 1.0");
    awaitLine("leasehold_expiries_total{cause=\"time\"} 1.0");
    awaitLine("leasehold_refusals_total{code=\"SCOPE_OVERLAP\"} 1.0");
    awaitLine("leasehold_refusals_total{code=\"INVALID_INPUT\"} 1.0");
    awaitLine("leasehold_refusals_total{code=\"UNAUTHENTICATED\"} 1.0");
    awaitLine(
        "leasehold_request_seconds_count{operation=\"Acquire\",status=\"409\",surface=\"http\"} 1");
  }

  @Test
  void showsTheWorkOfKernelAndJournalAndTheProcess() {
    acquire(node.adminToken(), "file", "/a");
    assertThat(node.get("/metrics").text())
        .contains("leasehold_append_seconds_count ")
        .contains("leasehold_block_events_sum ")
        .contains("leasehold_block_bytes_max ")
        .contains("leasehold_decide_seconds_bucket{le=\"0.001\"} ")
        .contains("leasehold_commands_total ")
        .contains("leasehold_inbox_length 0.0")
        .contains("leasehold_waiting 0.0")
        .contains("leasehold_build_info{version=\"")
        .contains("jvm_memory_used_bytes{")
        .contains("jvm_threads_live_threads ")
        .contains("process_start_time_seconds ");
  }

  @Test
  void onlySoManyHoldersAreNamed() {
    IntStream.range(0, 25)
        .forEach(
            i ->
                node.post(
                    "/v1/leases",
                    "{\"space\":\"s\",\"paths\":[\"/%d\"],\"holder\":\"h%d\"}".formatted(i, i)));
    awaitLine("leasehold_holders 25.0");
    assertThat(
            node.get("/metrics")
                .text()
                .lines()
                .filter(line -> line.startsWith("leasehold_holder_leases_active{")))
        .hasSize(Figures.BUSIEST_HOLDERS);
  }

  @Test
  void pathsThatCallersMakeUpAreNoNames() {
    node.get("/no/such/path");
    node.get("/nor/this");
    awaitLine(
        "leasehold_request_seconds_count{operation=\"other\",status=\"404\",surface=\"http\"} 2");
    assertThat(node.get("/metrics").text()).doesNotContain("such");
  }

  @Test
  void needsTheTokenOfAnAuditorOrAdmin() {
    assertThat(node.send("", "GET", "/metrics", "").status()).isEqualTo(401);
    assertThat(node.send(node.tokenFor("a", "agent"), "GET", "/metrics", "").status())
        .isEqualTo(403);
    assertThat(node.send(node.tokenFor("b", "auditor"), "GET", "/metrics", "").status())
        .isEqualTo(200);
    assertThat(node.post("/metrics", "{}").status()).isEqualTo(405);
  }

  @Test
  void namesNoHolderToATokenForSomeSpaces() {
    acquire(node.tokenFor("alice", "agent"), "file", "/a");
    awaitLine("leasehold_holder_leases_active{holder=\"alice\"} 1.0");
    String issue = "{\"actor\":\"bob\",\"role\":\"admin\",\"spaces\":[\"t\"]}";
    String adminOfT = node.post("/v1/tokens", issue).get("token");

    String told = node.send(adminOfT, "GET", "/metrics", "").text();

    assertThat(told).contains("leasehold_leases_active").doesNotContain("holder=");
  }

  @Test
  void canBeOpened() throws Exception {
    Server.Options closed = Server.Options.local(directory.resolve("open"), time);
    Server.Options open =
        new Server.Options(
            closed.dataDirectory(),
            closed.host(),
            0,
            false,
            time,
            failure -> {},
            closed.access(),
            true,
            null,
            null,
            closed.outside());
    try (Server server = Server.start(open);
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(URI.create(server.url() + "/metrics")).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).contains("leasehold_build_info");
    }
  }
}
