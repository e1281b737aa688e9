package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.ServedNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of large leases ends early, and the next one goes on where it ended. */
class LargePagesTest {

  private static final int LEASES = 6;

  /** Three such leases fill a page. */
  private static final int NAMES = Limits.MAX_PAGE_CHARACTERS / 3 / 990 + 1;

  @TempDir Path directory;
  ServedNode node;
  List<String> ids = new ArrayList<>();

  @BeforeEach
  void takeLargeLeases() {
    node = ServedNode.start(directory);
    for (int lease = 0; lease < LEASES; lease++) {
      StringBuilder paths = new StringBuilder();
      for (int i = 0; i < NAMES; i++) {
        paths.append(i == 0 ? "" : ",").append("\"").append(name(lease, i)).append("\"");
      }
      String body = "{\"space\":\"s\",\"ttl\":\"1h\",\"paths\":[" + paths + "]}";
      ids.add(node.post("/v1/leases", body).get("leaseId"));
    }
  }

  private static String name(int lease, int path) {
    String segment = "/" + "x".repeat(99);
    return "/" + lease + "/" + path + segment.repeat(10).substring(0, 990);
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "space=s", "holder=admin"})
  void ofLeasesThatAreHeld(String filter) {
    assertThat(pages(filter)).containsExactly(ids.subList(0, 3), ids.subList(3, 6));
  }

  @Test
  void ofLeasesThatHaveEnded() {
    ids.forEach(id -> node.post("/v1/leases/" + id + ":release", "{}"));
    assertThat(pages("state=RELEASED")).containsExactly(ids.subList(0, 3), ids.subList(3, 6));
  }

  @Test
  void asOfATimeThatHasPassed() {
    String then = node.get("/v1/leases/" + ids.get(LEASES - 1)).get("issuedAt");
    node.advance(Duration.ofSeconds(1));
    assertThat(pages("asOf=" + then)).containsExactly(ids.subList(0, 3), ids.subList(3, 6));
  }

  private List<List<String>> pages(String filter) {
    List<List<String>> pages = new ArrayList<>();
    String token = "";
    do {
      JsonNode page = node.get("/v1/leases?" + filter + "&pageSize=100&pageToken=" + token).json();
      List<String> found = new ArrayList<>();
      page.path("leases").forEach(lease -> found.add(lease.path("leaseId").asText()));
      pages.add(found);
      token = page.path("nextPageToken").asText("");
    } while (!token.isEmpty());
    return pages;
  }
}
