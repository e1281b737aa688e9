package dev.leasehold.client.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.ConfigServiceGrpc;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.SetConfigRequest;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RealNode;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.ServerCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The eleven operations of a classic lease manager, by their names. */
class FileLeasesTest {

  private static final String FILE = "/src/api/login.ts";

  @TempDir Path directory;

  private RealNode node;
  private FileLeases ann;
  private FileLeases bob;
  private FileLeases admin;
  private LeaseholdClient adminClient;

  @BeforeEach
  void start() {
    node = RealNode.start(directory);
    ann = FileLeases.in(node.agent("ann"), "repo-a");
    bob = FileLeases.in(node.agent("bob"), "repo-a");
    adminClient = node.admin();
    admin = FileLeases.in(adminClient, "repo-a");
  }

  @AfterEach
  void stop() throws IOException {
    node.close();
  }

  private Lease annHas(String path) {
    return ann.acquireLease(AcquisitionRequest.of(path)).lease().orElseThrow();
  }

  private static void assertRefused(String code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  @Test
  void anAcquisitionAnswersWithTheLease() {
    AcquisitionResponse response =
        ann.acquireLease(
            AcquisitionRequest.of("src/api/login.ts")
                .withTtl(Duration.ofMinutes(5))
                .withMaxRenewals(5));

    assertThat(response.success()).isTrue();
    assertThat(response.error()).isEmpty();
    Lease lease = response.lease().orElseThrow();
    assertThat(lease.getHolder()).isEqualTo("ann");
    assertThat(lease.getScopeList()).containsExactly(FILE);
    assertThat(lease.getTtl().getSeconds()).isEqualTo(300);
    assertThat(lease.getMaxRenewals()).isEqualTo(5);
  }

  @Test
  void aRefusalIsAnAnswerThatNamesTheHolder() {
    annHas(FILE);

    AcquisitionResponse response = bob.acquireLease(AcquisitionRequest.of(FILE));

    assertThat(response.success()).isFalse();
    assertThat(response.lease()).isEmpty();
    assertThat(response.error().orElseThrow().getCode()).isEqualTo("SCOPE_OVERLAP");
    assertThat(response.error().orElseThrow().getConflicts(0).getHolder()).isEqualTo("ann");
  }

  @Test
  void nobodyWaitsForItself() {
    Lease mine = annHas(FILE);

    AcquisitionResponse again =
        ann.acquireLease(AcquisitionRequest.of(FILE).blockingFor(Duration.ofMinutes(1)));

    assertThat(again.error().orElseThrow().getConflicts(0).getLeaseId())
        .isEqualTo(mine.getLeaseId());
  }

  @Test
  void aBlockingAcquisitionGetsTheFileWhenItIsReleased() {
    Lease held = annHas(FILE);

    CompletableFuture<AcquisitionResponse> waiting =
        CompletableFuture.supplyAsync(
            () ->
                bob.acquireLease(AcquisitionRequest.of(FILE).blockingFor(Duration.ofSeconds(60))));
    await().until(() -> admin.getFileLeases(FILE).size() == 2);
    ann.releaseLease(held.getLeaseId());

    assertThat(waiting.join().success()).isTrue();
    assertThat(waiting.join().waited()).isPositive();
  }

  @Test
  void aBlockingAcquisitionWithoutATimeoutWaitsAsLongAsTheServerIsSetTo() {
    ServerCalls.ask(
        adminClient,
        ConfigServiceGrpc.getSetConfigMethod(),
        SetConfigRequest.newBuilder().setKey("acquisition_timeout_ms").setValue("7000").build());
    annHas(FILE);

    CompletableFuture<AcquisitionResponse> waiting =
        CompletableFuture.supplyAsync(
            () -> bob.acquireLease(AcquisitionRequest.of(FILE).blockingByDefault()));
    await().until(() -> bob.getAgentLeases("bob").size() == 1);
    assertThat(bob.getAgentLeases("bob").get(0).getWaiting().getRemaining().getSeconds())
        .isEqualTo(7);
    node.advance(Duration.ofSeconds(7));

    assertThat(waiting.join().error().orElseThrow().getCode()).isEqualTo("ACQUISITION_TIMEOUT");
  }

  @Test
  void aRenewalMovesTheDeadlineAndIsCounted() {
    Lease lease = annHas(FILE);
    node.advance(Duration.ofMinutes(30));

    assertThat(ann.renewLease(lease.getLeaseId()).getRenewalCount()).isEqualTo(1);
    Lease longer = ann.renewLease(lease.getLeaseId(), Duration.ofHours(2));

    assertThat(longer.getRenewalCount()).isEqualTo(2);
    assertThat(longer.getRemaining().getSeconds()).isEqualTo(7_200);
  }

  @Test
  void moreRenewalsThanAllowedAreRefused() {
    AcquisitionRequest once = AcquisitionRequest.of(FILE).withMaxRenewals(1);
    String leaseId = ann.acquireLease(once).lease().orElseThrow().getLeaseId();
    node.advance(Duration.ofMinutes(1));
    ann.renewLease(leaseId);
    node.advance(Duration.ofMinutes(1));

    assertRefused("MAX_RENEWALS_EXCEEDED", () -> ann.renewLease(leaseId));
  }

  @Test
  void nobodyRenewsOrReleasesTheLeaseOfAnother() {
    Lease lease = annHas(FILE);

    assertRefused("NOT_HOLDER", () -> bob.renewLease(lease.getLeaseId()));
    assertRefused("NOT_HOLDER", () -> bob.releaseLease(lease.getLeaseId()));
  }

  @Test
  void whatHasExpiredIsNotRevivedAndBlocksNobody() {
    Lease lease = annHas(FILE);
    node.advance(Duration.ofHours(1));

    assertRefused("LEASE_EXPIRED", () -> ann.renewLease(lease.getLeaseId()));
    assertThat(bob.acquireLease(AcquisitionRequest.of(FILE)).success()).isTrue();
  }

  @Test
  void aReleasedFileIsFree() {
    Lease lease = annHas(FILE);

    assertThat(ann.releaseLease(lease.getLeaseId()).getState()).isEqualTo(Lease.State.RELEASED);

    assertThat(ann.isFileLocked(FILE)).isFalse();
    assertThat(ann.getLease(lease.getLeaseId()).orElseThrow().getState())
        .isEqualTo(Lease.State.RELEASED);
  }

  @Test
  void aLeaseThatNeverWasIsEmpty() {
    assertThat(ann.getLease("no-such-lease")).isEmpty();
  }

  @Test
  void leasesAreFoundByFileByAgentAndAltogether() {
    annHas(FILE);
    annHas("/src/web/");
    bob.acquireLease(AcquisitionRequest.of("/docs/a.md"));

    assertThat(admin.getFileLeases("/src/web/page.tsx")).hasSize(1);
    assertThat(admin.getAgentLeases("ann")).hasSize(2);
    assertThat(admin.getAllLeases()).hasSize(3);
    assertThat(ann.getAllLeases()).as("an agent sees who is in its space").hasSize(3);
    assertThat(bob.getAgentLeases("ann")).hasSize(2);
  }

  @Test
  void allPagesAreRead() {
    int more = 1_001;
    List<CompletableFuture<HeldLease>> many =
        IntStream.range(0, more)
            .mapToObj(i -> adminClient.lease("repo-a").path("/f" + i).holdAsync())
            .toList();
    many.forEach(CompletableFuture::join);

    assertThat(admin.getAllLeases()).hasSize(more);
  }

  @Test
  void everybodySeesThatAFileIsLockedAlsoByADirectory() {
    annHas("/src/");

    assertThat(bob.isFileLocked(FILE)).isTrue();
    assertThat(bob.isFileLocked("/docs/a.md")).isFalse();
    assertThat(ann.hasAgentLease("ann", FILE)).isTrue();
    assertThat(admin.hasAgentLease("bob", FILE)).isFalse();
  }

  @Test
  void anAdminHasExpiriesRecordedAndIsToldHowMany() {
    ServerCalls.ask(
        adminClient,
        ConfigServiceGrpc.getSetConfigMethod(),
        SetConfigRequest.newBuilder().setKey("auto_expire_enabled").setValue("false").build());
    annHas(FILE);
    annHas("/docs/a.md");
    node.advance(Duration.ofHours(1));

    assertThat(admin.cleanupExpiredLeases()).isEqualTo(2);
    assertThat(admin.cleanupExpiredLeases()).isZero();
    assertRefused("FORBIDDEN", ann::cleanupExpiredLeases);
  }

  @Test
  void anAdminTakesEverythingFromAnAgentWithAReason() {
    Lease lease = annHas(FILE);
    annHas("/docs/a.md");
    bob.acquireLease(AcquisitionRequest.of("/b"));

    assertThat(admin.forceReleaseAgentLeases("ann", "it hangs")).isEqualTo(2);

    Lease ended = ann.getLease(lease.getLeaseId()).orElseThrow();
    assertThat(ended.getState()).isEqualTo(Lease.State.REVOKED);
    assertThat(ended.getReason()).isEqualTo("it hangs");
    assertThat(admin.getAllLeases()).hasSize(1);
    assertRefused("FORBIDDEN", () -> ann.forceReleaseAgentLeases("bob", "envy"));
  }

  @Test
  void severalFilesAreHeldTogetherOrNotAtAll() {
    try (HeldLease held = ann.hold(FILE, "docs/a.md")) {
      held.ensureHeld();
      assertRefused("SCOPE_OVERLAP", () -> bob.hold("/b", FILE));
      assertThat(bob.isFileLocked("/b")).isFalse();
    }
    assertThat(bob.isFileLocked(FILE)).isFalse();
  }

  @Test
  void badRequestsAreRefusedBeforeTheyAreSent() {
    assertThatThrownBy(() -> AcquisitionRequest.of(FILE).withMaxRenewals(-2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AcquisitionRequest.of(FILE).blockingFor(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
