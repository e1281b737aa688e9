package dev.leasehold.cli.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.RunningServer;
import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.cli.checkout.TestProject.Person;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scenarios of seed 004 as a person meets them: from a shell, in clones of a repository. */
@Timeout(180)
class Seed004CommandsTest {

  @TempDir private static Path data;
  @TempDir private Path work;
  private static final LeapingTime TIME = new LeapingTime();
  private static RunningServer server;
  private String name = "";
  private TestProject project;
  private Person alice;
  private Person bob;

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.in(data, TIME);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void make(TestInfo test) throws Exception {
    name = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
    project = TestProject.in(work, name, server);
    alice = project.person("alice-" + name);
    bob = project.person("bob-" + name);
  }

  private static Fields lease(String id) throws IOException {
    TestSurroundings admin = server.admin();
    assertThat(admin.run("show", id, "--json")).as(admin.err()).isZero();
    return Fields.parse(admin.out());
  }

  private static void evict(String id) {
    TestSurroundings admin = server.admin();
    assertThat(admin.run("evict", id, "--reason", "Emergency maintenance"))
        .as(admin.err())
        .isZero();
  }

  // Scenario: Create full-scope lease
  @Test
  void scenario_createFullScopeLease() throws Exception {
    Fields lease = Fields.parse(alice.must("checkout", "--json"));
    assertThat(lease.text("checkoutType")).isEqualTo("full");
    assertThat(lease.text("baseCommit")).isEqualTo(project.tip());
    assertThat(lease.text("state")).isEqualTo("ACTIVE");
    assertThat(lease.duration("ttl")).isEqualTo(Duration.ofHours(72));
  }

  // Scenario: Create sparse-scope lease
  @Test
  void scenario_createSparseScopeLease() throws Exception {
    Fields lease = Fields.parse(alice.must("checkout", name, "docs", "--json"));
    assertThat(lease.text("checkoutType")).isEqualTo("sparse");
    assertThat(lease.texts("scope")).containsExactly("/docs/**");
    assertThat(lease.duration("ttl")).isEqualTo(Duration.ofHours(72));
  }

  // Under the seed's own policy there are no extensions, only early check-in
  @Test
  void extensionsAreForPoliciesThatAllowThem() throws Exception {
    String[] request = {"extension", "request", "", "--by", "24h", "--because", "tests"};
    request[2] = alice.must("checkout", "-q", "./docs");
    assertThat(alice.run(request)).isEqualTo(Exit.TERMS.code());
    assertThat(alice.shell().err()).contains("cannot be extended", "check in early");

    TestSurroundings admin = server.admin();
    assertThat(admin.run("policy", "add", "desk", "--base", "checkout", "--extensions")).isZero();
    Fields desk = Fields.parse(bob.must("checkout", "--json", "--policy", "desk", "./src"));
    request[2] = desk.text("leaseId");
    String asked = bob.must(request).replaceAll(".* ", "");
    assertThat(admin.run("extension", "approve", asked, "--reason", "fine")).isZero();
    assertThat(Duration.between(desk.time("expiresAt"), lease(request[2]).time("expiresAt")))
        .isEqualTo(Duration.ofHours(24));
  }

  // Scenario: Generate unique lease ID
  @Test
  void scenario_generateUniqueLeaseId() {
    String one = alice.must("checkout", "./docs", "-q");
    String two = bob.must("checkout", "./src", "-q");
    assertThat(one).matches("[0-9A-HJKMNP-TV-Z]{26}").isNotEqualTo(two);
  }

  // Scenario: Validate active lease
  @Test
  void scenario_validateActiveLease() throws Exception {
    String id = alice.must("checkout", "./docs", "-q");
    assertThat(alice.must("validate", id)).contains("/docs");
    alice.write("docs/api.md", "better\n");
    alice.must("checkin");
    assertThat(project.file("docs/api.md")).isEqualTo("better");
  }

  // Scenario: Reject expired lease
  @Test
  void scenario_rejectExpiredLease() throws Exception {
    alice.must("checkout", "-q");
    alice.write("docs/api.md", "late\n");
    TIME.pass(Duration.ofHours(73));
    assertThat(alice.run("checkin")).isEqualTo(Exit.ENDED.code());
    assertThat(alice.shell().err()).contains("expired");
    assertThat(project.log()).containsExactly("Begin");
  }

  // Scenario: Reject wrong user
  @Test
  void scenario_rejectWrongUser() throws Exception {
    String id = alice.must("checkout", "-q");
    bob.write("docs/api.md", "not mine\n");
    assertThat(bob.run("checkin", "--lease", id)).isEqualTo(Exit.NOT_ALLOWED.code());
    assertThat(bob.shell().err()).contains("held by another");
    assertThat(project.log()).containsExactly("Begin");
  }

  // Scenario: Expire lease at 72 hours; Scenario: No auto-renewal
  @Test
  void scenario_expireLeaseAt72HoursWithoutRenewal() throws Exception {
    String id = alice.must("checkout", "-q");
    TIME.pass(Duration.ofHours(71));
    alice.must("status");
    assertThat(alice.shell().out())
        .containsPattern("you hold all of " + name + ", ends in (60|59|58) min");
    assertThat(alice.run("renew", id)).isEqualTo(Exit.TERMS.code());
    TIME.pass(Duration.ofHours(1).plusSeconds(1));
    assertThat(lease(id).text("state")).isEqualTo("EXPIRED");
    assertThat(lease(id).text("cause")).isEqualTo("TIME");
    bob.must("checkout", "-q");
  }

  // Scenario: Send 2-hour reminder; Scenario: Reminder includes extension instructions;
  // Scenario: One reminder per lease
  @Test
  void scenario_sendTwoHourReminderOnce() {
    String id = alice.must("checkout", "-q");
    TIME.pass(Duration.ofHours(70));
    alice.must("status");
    assertThat(alice.shell().err())
        .contains("lease " + id, "; finish your work, or check in early");
    TIME.pass(Duration.ofHours(1));
    alice.must("ls", "--notices");
    assertThat(alice.shell().out().lines().filter(line -> line.contains("finish your work")))
        .hasSize(1);
  }

  // Scenario: Evict active lease
  @Test
  void scenario_evictActiveLease() throws Exception {
    String id = alice.must("checkout", "-q");
    assertThat(bob.run("evict", id, "--reason", "mine")).isEqualTo(Exit.NOT_ALLOWED.code());
    evict(id);
    assertThat(lease(id).text("state")).isEqualTo("EVICTED");
    assertThat(lease(id).text("endedBy")).isEqualTo("admin");
    assertThat(lease(id).text("reason")).isEqualTo("Emergency maintenance");
    assertThat(lease(id).has("terminatedAt")).isTrue();
  }

  // Scenario: Notify evicted user
  @Test
  void scenario_notifyEvictedUser() {
    evict(alice.must("checkout", "-q"));
    alice.must("status");
    assertThat(alice.shell().err()).contains("was evicted: Emergency maintenance");
  }

  // Scenario: Prevent check-in after eviction
  @Test
  void scenario_preventCheckInAfterEviction() throws Exception {
    String id = alice.must("checkout", "-q");
    alice.write("docs/api.md", "late\n");
    evict(id);
    assertThat(alice.run("checkin")).isEqualTo(Exit.ENDED.code());
    assertThat(alice.shell().err())
        .contains("lease " + id + " was evicted", "by admin: Emergency maintenance");
    assertThat(project.log()).containsExactly("Begin");
  }

  // Scenario: Detect full-scope overlap
  @Test
  void scenario_detectFullScopeOverlap() {
    alice.must("checkout", "-q");
    assertThat(bob.run("checkout")).isEqualTo(Exit.HELD.code());
    assertThat(bob.run("checkout", "./docs")).isEqualTo(Exit.HELD.code());
    assertThat(bob.shell().err()).contains("alice-" + name + " holds /");
  }

  // Scenario: Allow non-overlapping sparse scopes
  @Test
  void scenario_allowNonOverlappingSparseScopes() throws Exception {
    alice.must("checkout", "--glob", "/docs/*", "-q");
    bob.must("checkout", "--glob", "/src/*", "-q");
    alice.write("docs/api.md", "hers\n");
    bob.write("src/main.c", "his\n");
    bob.must("checkin");
    alice.must("checkin");
    assertThat(project.file("docs/api.md")).isEqualTo("hers");
    assertThat(project.file("src/main.c")).isEqualTo("his");
  }

  // Scenario: Detect partial sparse overlap
  @Test
  void scenario_detectPartialSparseOverlap() {
    alice.must("checkout", "./docs/api.md", "-q");
    assertThat(bob.run("checkout", "./src", "./docs/api.md")).isEqualTo(Exit.HELD.code());
    bob.must("checkout", "./src", "-q");
  }

  // Scenario: Complete lease on check-in; Scenario: Release scope exclusivity;
  // Scenario: Audit lease lifecycle
  @Test
  void scenario_completeLeaseOnCheckInReleaseScopeAndAuditLifecycle() throws Exception {
    String id = alice.must("checkout", "-q");
    alice.write("docs/api.md", "better\n");
    alice.must("checkin");
    Fields done = lease(id);
    assertThat(done.text("state")).isEqualTo("COMPLETED");
    assertThat(done.has("issuedAt")).isTrue();
    assertThat(done.has("expiresAt")).isTrue();
    assertThat(done.has("terminatedAt")).isTrue();
    assertThat(alice.must("history", id)).contains("took it", "checked in commit " + project.tip());
    bob.must("check", "--space", name, "--policy", "checkout");
    bob.must("checkout", "-q");
  }
}
