package dev.leasehold.client.checkouts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.AddPolicyRequest;
import dev.leasehold.api.v1.ApproveBudgetRequestRequest;
import dev.leasehold.api.v1.HistoryEvent;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.PolicyServiceGrpc;
import dev.leasehold.api.v1.RequestServiceGrpc;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RealNode;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.ServerCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check-out from its beginning to each of its ends. */
class CheckoutsTest {

  private static final String PROJECT = "website";

  @TempDir Path directory;

  private RealNode node;
  private LeaseholdClient annsClient;
  private Checkouts ann;
  private Checkouts bob;
  private Checkouts admin;

  @BeforeEach
  void start() {
    node = RealNode.start(directory);
    annsClient = node.agent("ann");
    ann = Checkouts.of(annsClient);
    bob = Checkouts.of(node.agent("bob"));
    admin = Checkouts.of(node.admin());
  }

  @AfterEach
  void stop() throws IOException {
    node.close();
  }

  private static void assertRefused(String code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  @Test
  void aWholeProjectIsCheckedOutForThreeDaysWithItsBaseCommit() {
    Lease lease = ann.checkOut(PROJECT, "4f2a91c");

    assertThat(lease.getScopeList()).containsExactly("/**");
    assertThat(lease.getLabelsOrThrow(Checkouts.BASE_COMMIT)).isEqualTo("4f2a91c");
    assertThat(lease.getRemaining().getSeconds()).isEqualTo(Duration.ofHours(72).toSeconds());
    assertThat(lease.getLeaseId()).as("a ULID").hasSize(26);
  }

  @Test
  void allOfItConflictsWithEverythingInIt() {
    ann.checkOut(PROJECT, "4f2a91c");

    assertRefused("ALREADY_LEASED", () -> bob.checkOut(PROJECT, "4f2a91c"));
    assertRefused("ALREADY_LEASED", () -> bob.checkOut(PROJECT, List.of("/docs/*"), "4f2a91c"));
  }

  /** Ann's check-outs under a policy that is not the built-in one. */
  private Checkouts annsDesk() {
    ServerCalls.ask(
        node.admin(),
        PolicyServiceGrpc.getAddPolicyMethod(),
        AddPolicyRequest.newBuilder()
            .setName("desk")
            .setBase("checkout")
            .setExtensions(true)
            .build());
    return Checkouts.of(annsClient, "desk");
  }

  @Test
  void moreTimeIsAskedForWhereThePolicyAllowsIt() {
    Checkouts desk = annsDesk();
    String id = desk.checkOut(PROJECT, "4f2a91c").getLeaseId();

    String request = desk.requestExtension(id, Duration.ofHours(24), "the review");
    ServerCalls.ask(
        node.admin(),
        RequestServiceGrpc.getApproveBudgetRequestMethod(),
        ApproveBudgetRequestRequest.newBuilder().setId(request).setReason("fine").build());

    assertThat(desk.status(id).getRemaining().getSeconds())
        .isEqualTo(Duration.ofHours(96).toSeconds());
    String strict = bob.checkOut("other", "4f2a91c").getLeaseId();
    assertRefused(
        "NOT_RENEWABLE", () -> bob.requestExtension(strict, Duration.ofHours(24), "the review"));
  }

  @Test
  void pathsConflictOnlyWithPathsThatOverlap() {
    ann.checkOut(PROJECT, List.of("/docs/*"), "4f2a91c");

    bob.checkOut(PROJECT, List.of("/src/*"), "4f2a91c");
    assertRefused("SCOPE_OVERLAP", () -> bob.checkOut(PROJECT, List.of("/docs/api.md"), "4f2a91c"));
  }

  @Test
  void aValidCheckOutTellsTheRemainingTimeAndTheScope() {
    String id = ann.checkOut(PROJECT, List.of("/docs/*"), "4f2a91c").getLeaseId();
    node.advance(Duration.ofHours(70));

    Lease valid = ann.validate(id);

    assertThat(valid.getRemaining().getSeconds()).isEqualTo(Duration.ofHours(2).toSeconds());
    assertThat(valid.getScopeList()).containsExactly("/docs/*");
    assertThat(ann.validate(id, "docs/api.md").getLeaseId()).isEqualTo(id);
    assertThatThrownBy(() -> ann.validate(id, "/src/a.java")).isInstanceOf(RefusedException.class);
    assertThat(bob.validate(id).getHolder()).as("whose it is").isEqualTo("ann");
  }

  @Test
  void aCheckInEndsItWithItsCommitAndFreesTheScope() {
    String id = ann.checkOut(PROJECT, "4f2a91c").getLeaseId();
    assertRefused("NOT_HOLDER", () -> bob.checkIn(id, "9b1c44e"));

    assertThat(ann.checkIn(id, "9b1c44e").getState()).isEqualTo(Lease.State.COMPLETED);

    bob.checkOut(PROJECT, "9b1c44e");
    assertThatThrownBy(() -> ann.checkIn(id, "0000000")).isInstanceOf(RefusedException.class);
  }

  @Test
  void aForgottenCheckOutEndsByItself() {
    String id = ann.checkOut(PROJECT, "4f2a91c").getLeaseId();
    node.advance(Duration.ofHours(72));

    assertRefused("LEASE_EXPIRED", () -> ann.checkIn(id, "9b1c44e"));
    assertThat(ann.status(id).getState()).isEqualTo(Lease.State.EXPIRED);
  }

  @Test
  void itsUserIsRemindedOnceTwoHoursBefore() {
    List<Notice> heard = new CopyOnWriteArrayList<>();
    annsClient.onNotice(heard::add);
    String id = ann.checkOut(PROJECT, "4f2a91c").getLeaseId();
    node.advance(Duration.ofHours(70));

    await()
        .until(
            () -> {
              ann.status(id);
              return !heard.isEmpty();
            });
    node.advance(Duration.ofHours(1));
    ann.status(id);

    assertThat(heard).extracting(Notice::getKind).containsExactly(Notice.Kind.REMINDER);
  }

  @Test
  void anEvictedUserIsToldWhyAndCannotCheckIn() {
    String id = ann.checkOut(PROJECT, "4f2a91c").getLeaseId();

    Lease evicted = admin.evict(id, "Emergency maintenance");

    assertThat(evicted.getState()).isEqualTo(Lease.State.EVICTED);
    assertThat(evicted.getReason()).isEqualTo("Emergency maintenance");
    assertThatThrownBy(() -> ann.checkIn(id, "9b1c44e"))
        .isInstanceOfSatisfying(
            RefusedException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("LEASE_EVICTED");
              assertThat(refused.problem().getNotices(0).getReason())
                  .isEqualTo("Emergency maintenance");
            });
    assertRefused("FORBIDDEN", () -> bob.evict(id, "envy"));
  }

  @Test
  void anEvictionWithNoticeLeavesTimeToCheckIn() {
    String id = ann.checkOut(PROJECT, "4f2a91c").getLeaseId();

    admin.evict(id, "Maintenance", Duration.ofMinutes(15));

    assertThat(ann.status(id).getPlannedEnd().getRemaining().getSeconds()).isEqualTo(900);
    node.advance(Duration.ofMinutes(14));
    assertThat(ann.checkIn(id, "9b1c44e").getState()).isEqualTo(Lease.State.COMPLETED);
  }

  @Test
  void whatSomebodyHasIsListedAndItsLifeCanBeRead() {
    String id = ann.checkOut(PROJECT, List.of("/docs/**"), "a", Duration.ofHours(1)).getLeaseId();
    assertThat(ann.ofUser("ann")).extracting(Lease::getLeaseId).containsExactly(id);
    assertThat(admin.inProject(PROJECT)).hasSize(1);
    assertThat(bob.inProject(PROJECT)).as("a user sees who has what").hasSize(1);

    ann.checkIn(id, "9b1c44e");

    assertThat(ann.ofUser("ann")).isEmpty();
    await().until(() -> ann.lifecycle(id).size() == 2);
    assertThat(ann.lifecycle(id))
        .extracting(HistoryEvent::getType)
        .containsExactly("acquired", "completed");
  }

  @Test
  void checkOutsAreListedWhateverPolicyTheyAreUnder() {
    Checkouts desk = annsDesk();
    String own = desk.checkOut(PROJECT, List.of("/docs/**"), "4f2a91c").getLeaseId();
    String usual = ann.checkOut(PROJECT, List.of("/src/**"), "4f2a91c").getLeaseId();
    annsClient.lease(PROJECT).path("/no-check-out").acquire();

    for (Checkouts checkouts : List.of(ann, desk)) {
      assertThat(checkouts.inProject(PROJECT))
          .extracting(Lease::getLeaseId)
          .containsExactlyInAnyOrder(own, usual);
      assertThat(checkouts.ofUser("ann"))
          .extracting(Lease::getLeaseId)
          .containsExactlyInAnyOrder(own, usual);
    }
  }

  @Test
  void whoGivesUpFreesTheScope() {
    String id = ann.checkOut(PROJECT, "4f2a91c").getLeaseId();

    assertThat(ann.giveUp(id).getState()).isEqualTo(Lease.State.RELEASED);
    assertThat(bob.checkOut(PROJECT, "4f2a91c").getState()).isEqualTo(Lease.State.ACTIVE);
  }
}
