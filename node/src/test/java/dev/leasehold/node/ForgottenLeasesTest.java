package dev.leasehold.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.time.MovedTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lease that has left the kernel's memory is answered for as if it were still there. */
class ForgottenLeasesTest {

  @TempDir Path data;
  private ServedNode node;
  private String ann;

  @BeforeEach
  void start() {
    node = ServedNode.start(data, new MovedTime());
    ann = node.tokenFor("ann", "agent");
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  private ServedNode.Response as(String token, String method, String path, String body) {
    return node.send(token, method, path, body);
  }

  private String acquire(String token, String path, String requestId) {
    ServedNode.Response reply =
        as(
            token,
            "POST",
            "/v1/leases",
            "{\"space\":\"repo\",\"paths\":[\"%s\"],\"requestId\":\"%s\"}"
                .formatted(path, requestId));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.get("leaseId");
  }

  private void release(String token, String id, String requestId) {
    ServedNode.Response reply =
        as(
            token,
            "POST",
            "/v1/leases/" + id + ":release",
            "{\"requestId\":\"%s\"}".formatted(requestId));
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  @Test
  void itIsShownInFull() {
    String id = acquire(ann, "/a", "r1");
    release(ann, id, "");
    ServedNode.Response before = as(ann, "GET", "/v1/leases/" + id, "");
    node.awaitForgotten();
    ServedNode.Response after = as(ann, "GET", "/v1/leases/" + id, "");
    assertThat(after.status()).isEqualTo(200);
    assertThat(after.text()).isEqualTo(before.text());
  }

  @Test
  void theCommitOfALateCheckInIsRecordedOnItOnce() {
    ServedNode.Response made =
        as(ann, "POST", "/v1/leases", "{\"policy\":\"checkout\",\"space\":\"repo\"}");
    String lease = "/v1/leases/" + made.get("leaseId");
    as(node.adminToken(), "POST", lease + ":revoke", "{\"reason\":\"flood\"}");
    node.awaitForgotten();
    String bob = node.tokenFor("bob", "agent");
    assertThat(as(bob, "POST", lease + ":complete", "{\"commit\":\"beef\"}").get("code"))
        .isEqualTo("LEASE_EVICTED");

    ServedNode.Response late = as(ann, "POST", lease + ":complete", "{\"commit\":\"c0ffee\"}");
    assertThat(late.get("code")).isEqualTo("LEASE_EVICTED");
    assertThat(late.get("commit")).isEqualTo("c0ffee");
    assertThat(late.text()).contains("LATE_COMMIT");
    ServedNode.Response after = as(ann, "GET", lease, "");
    assertThat(after.get("commit")).isEqualTo("c0ffee");
    assertThat(after.get("reason")).isEqualTo("flood");
    assertThat(as(ann, "POST", lease + ":complete", "{\"commit\":\"c0ffee2\"}").get("commit"))
        .isEqualTo("c0ffee");
    assertThat(as(ann, "GET", lease + "/history", "").text())
        .contains("\"commit\":\"c0ffee\"", "commit_recorded")
        .doesNotContain("two");
  }

  @Test
  void aQuestionThatIsAskedAgainIsAnsweredWithItsOutline() {
    String id = acquire(ann, "/a", "made");
    String bob = node.tokenFor("bob", "agent");
    String ask = "/v1/leases/" + id + ":ask";
    as(bob, "POST", ask, "{\"note\":\"please\",\"requestId\":\"q\"}");
    release(ann, id, "");
    node.awaitForgotten();

    ServedNode.Response again = as(bob, "POST", ask, "{\"note\":\"please\",\"requestId\":\"q\"}");
    assertThat(again.get("state")).as(again.text()).isEqualTo("RELEASED");
    assertThat(again.text()).doesNotContain("made");
    assertThat(as(bob, "POST", ask, "{\"note\":\"now\",\"requestId\":\"q\"}").get("field"))
        .isEqualTo("requestId");
    assertThat(as(bob, "POST", ask, "{\"note\":\"please\"}").get("code"))
        .isEqualTo("LEASE_ALREADY_TERMINAL");
  }

  @Test
  void whereAgentsSeeTheirOwnOthersDoNotSeeIt() {
    node.setting("agents_see", "own");
    String id = acquire(ann, "/a", "");
    release(ann, id, "");
    node.awaitForgotten();
    ServedNode.Response reply = as(node.tokenFor("bob", "agent"), "GET", "/v1/leases/" + id, "");
    assertThat(reply.get("code")).isEqualTo("NOT_HOLDER");
    assertThat(as(node.tokenFor("eve", "auditor"), "GET", "/v1/leases/" + id, "").status())
        .isEqualTo(200);
  }

  @Test
  void whatIsAskedOfItIsRefusedByItsState() {
    String id = acquire(ann, "/a", "");
    release(ann, id, "");
    String evicted = acquire(ann, "/b", "");
    node.post("/v1/leases/" + evicted + ":revoke", "{\"reason\":\"enough\"}");
    node.awaitForgotten();
    assertThat(as(ann, "POST", "/v1/leases/" + id + ":renew", "{}").get("code"))
        .isEqualTo("LEASE_ALREADY_TERMINAL");
    assertThat(as(ann, "POST", "/v1/leases/" + evicted + ":renew", "{}").get("code"))
        .isEqualTo("LEASE_REVOKED");
    assertThat(as(ann, "POST", "/v1/leases/none:renew", "{}").get("code"))
        .isEqualTo("LEASE_NOT_FOUND");
  }

  @Test
  void aRequestThatMadeItIsNotGrantedAnew() {
    String id = acquire(ann, "/a", "r1");
    release(ann, id, "");
    node.awaitForgotten();
    long position = node.lastPosition();
    assertThat(acquire(ann, "/a", "r1")).isEqualTo(id);
    ServedNode.Response other =
        as(
            ann,
            "POST",
            "/v1/leases",
            "{\"space\":\"repo\",\"paths\":[\"/other\"],\"requestId\":\"r1\"}");
    assertThat(other.get("code")).isEqualTo("INVALID_INPUT");
    assertThat(other.get("field")).isEqualTo("requestId");
    assertThat(node.lastPosition()).isEqualTo(position);
  }

  @Test
  void aRequestThatChangedItIsAnsweredAgain() {
    String id = acquire(ann, "/a", "");
    release(ann, id, "r2");
    node.awaitForgotten();
    release(ann, id, "r2");
    ServedNode.Response other =
        as(
            ann,
            "POST",
            "/v1/leases/" + id + ":release",
            "{\"requestId\":\"r2\",\"reason\":\"ABORTED\"}");
    assertThat(other.get("field")).isEqualTo("requestId");
  }

  @Test
  void aRestartForgetsNothing() throws Exception {
    String id = acquire(ann, "/a", "r1");
    release(ann, id, "");
    node.awaitForgotten();
    node.close();
    node = ServedNode.start(data, node.time());
    assertThat(as(ann, "GET", "/v1/leases/" + id, "").get("state")).isEqualTo("RELEASED");
    assertThat(acquire(ann, "/a", "r1")).isEqualTo(id);
  }

  @Test
  void listsGoOnFromTheTablesToTheKernelWithoutGapsOrDoubles() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      ids.add(acquire(ann, "/old" + i, ""));
    }
    String living = acquire(ann, "/living", "");
    ids.forEach(id -> release(ann, id, ""));
    node.awaitForgotten();
    for (int i = 0; i < 5; i++) {
      String id = acquire(ann, "/new" + i, "");
      release(ann, id, "");
      ids.add(id);
    }
    assertThat(listed("/v1/leases?state=RELEASED&pageSize=3")).isEqualTo(ids);
    List<String> all = new ArrayList<>(ids);
    all.add(7, living);
    assertThat(listed("/v1/leases?state=RELEASED&state=ACTIVE&pageSize=2")).isEqualTo(all);
    assertThat(listed("/v1/leases?state=RELEASED&space=repo&path=/old3"))
        .containsExactly(ids.get(3));
    assertThat(listed("/v1/leases?state=RELEASED&space=none")).isEmpty();
    assertThat(listed("/v1/leases?pageSize=1")).containsExactly(living);
  }

  private List<String> listed(String query) {
    List<String> ids = new ArrayList<>();
    String next = "";
    do {
      ServedNode.Response page =
          as(ann, "GET", query + (next.isEmpty() ? "" : "&pageToken=" + next), "");
      assertThat(page.status()).as(page.text()).isEqualTo(200);
      page.json().path("leases").forEach(lease -> ids.add(lease.path("leaseId").asText()));
      next = page.get("nextPageToken");
    } while (!next.isEmpty());
    return ids;
  }
}
