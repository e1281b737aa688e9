package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import dev.leasehold.api.v1.AddPolicyRequest;
import dev.leasehold.api.v1.ApproveBudgetRequestRequest;
import dev.leasehold.api.v1.BudgetRequest;
import dev.leasehold.api.v1.DeclineBudgetRequestRequest;
import dev.leasehold.api.v1.GetHistoryRequest;
import dev.leasehold.api.v1.History;
import dev.leasehold.api.v1.HistoryEvent;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListBudgetRequestsRequest;
import dev.leasehold.api.v1.ListBudgetRequestsResponse;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.Policy;
import dev.leasehold.api.v1.RequestExtensionRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests for more time, and what admins decide. */
abstract class ExtensionContract extends WireContract {

  private static final long HOUR = 3_600;

  ExtensionContract(Surface surface) {
    super(surface);
  }

  private static Duration hours(long hours) {
    return Duration.newBuilder().setSeconds(hours * HOUR).build();
  }

  /** A check-out for 72 hours under a policy with extensions. */
  private Lease checkout(String space) {
    Policy desk =
        admin.ask(
            Policy.class,
            AddPolicyRequest.newBuilder().setName("desk").setBase("checkout").setExtensions(true));
    assertThat(desk.getExtensions()).isTrue();
    return alice.lease(acquire(space, "/a").setPolicy("desk"));
  }

  private static RequestExtensionRequest.Builder extension(String leaseId, long hours) {
    return RequestExtensionRequest.newBuilder()
        .setLeaseId(leaseId)
        .setTtl(hours(hours))
        .setJustification("the review takes longer");
  }

  private List<BudgetRequest> requests(WireClient who, String leaseId) {
    return who.ask(
            ListBudgetRequestsResponse.class,
            ListBudgetRequestsRequest.newBuilder().setLeaseId(leaseId))
        .getRequestsList();
  }

  @Test
  void moreTimeIsAskedForAndApproved() {
    Lease before = checkout("extended");
    String id = before.getLeaseId();
    RequestExtensionRequest.Builder ask = extension(id, 24).setRequestId("longer");
    Lease asked = alice.lease(ask);
    assertThat(asked.getLeaseId()).isEqualTo(id);
    assertThat(asked.getExpiresAtTick()).isEqualTo(before.getExpiresAtTick());
    String request = asked.getExtensionRequestId();
    assertThat(request).isNotEmpty();
    assertThat(asked.getBudgetRequestId()).isEmpty();
    assertThat(alice.lease(ask).getExtensionRequestId()).as("a repeat").isEqualTo(request);

    BudgetRequest open = requests(alice, id).getFirst();
    assertThat(open.getId()).isEqualTo(request);
    assertThat(open.getKind()).isEqualTo(BudgetRequest.Kind.EXTENSION);
    assertThat(open.getStatus()).isEqualTo(BudgetRequest.Status.OPEN);
    assertThat(open.getTtl()).isEqualTo(hours(24));
    assertThat(open.hasGrantedTtl()).isFalse();

    ApproveBudgetRequestRequest.Builder approve =
        ApproveBudgetRequestRequest.newBuilder().setId(request).setReason("fine");
    alice.refused(403, "FORBIDDEN", approve);
    assertThat(admin.refusedField(approve.clone().setTtl(hours(25)))).isEqualTo("ttl");
    BudgetRequest approved = admin.ask(BudgetRequest.class, approve.setTtl(hours(10)));
    assertThat(approved.getStatus()).isEqualTo(BudgetRequest.Status.APPROVED);
    assertThat(approved.getGrantedTtl()).isEqualTo(hours(10));
    assertThat(admin.ask(BudgetRequest.class, approve).getGrantedTtl())
        .as("a repeat")
        .isEqualTo(hours(10));

    Lease after = alice.lease(get(id));
    assertThat(after.getExpiresAtTick() - before.getExpiresAtTick())
        .isEqualTo(10 * HOUR * 1_000_000_000L);
    assertThat(after.getExpiresAt().getSeconds() - before.getExpiresAt().getSeconds())
        .isEqualTo(10 * HOUR);
    assertThat(after.getFencingToken()).isEqualTo(before.getFencingToken());
    assertThat(after.getEpoch()).isEqualTo(before.getEpoch());
    assertThat(after.getRenewalCount()).isZero();
    assertThat(after.getNoticesList())
        .filteredOn(notice -> notice.getKind() == Notice.Kind.EXTENDED)
        .filteredOn(notice -> notice.getLeaseId().equals(id))
        .extracting(Notice::getText)
        .allSatisfy(
            text ->
                assertThat(text)
                    .contains("was extended and ends in 3 days 10 hours")
                    .contains("admin granted 10 hours: fine"))
        .hasSize(1);
  }

  /** The new end concerns others; what was asked for, and why, does not. */
  @Test
  void othersSeeTheNewEndAndNotTheRequest() {
    String id = checkout("seen").getLeaseId();
    String request = alice.lease(extension(id, 1)).getExtensionRequestId();
    admin.ask(
        BudgetRequest.class,
        ApproveBudgetRequestRequest.newBuilder().setId(request).setReason("fine"));
    assertThat(history(alice, id)).containsSubsequence("extension_requested", "extension_approved");
    assertThat(history(bob, id))
        .contains("extension_approved")
        .doesNotContain("extension_requested");
    bob.refused(403, "NOT_HOLDER", ListBudgetRequestsRequest.newBuilder().setLeaseId(id));
  }

  private static List<String> history(WireClient who, String leaseId) {
    return who
        .ask(History.class, GetHistoryRequest.newBuilder().setLeaseId(leaseId))
        .getEventsList()
        .stream()
        .map(HistoryEvent::getType)
        .toList();
  }

  @Test
  void moreTimeIsDeclinedOnce() {
    String id = checkout("not-extended").getLeaseId();
    String request = alice.lease(extension(id, 1)).getExtensionRequestId();
    DeclineBudgetRequestRequest.Builder decline =
        DeclineBudgetRequestRequest.newBuilder().setId(request).setReason("no");
    assertThat(admin.ask(BudgetRequest.class, decline).getStatus())
        .isEqualTo(BudgetRequest.Status.DECLINED);
    assertThat(
            admin.refusedField(
                ApproveBudgetRequestRequest.newBuilder().setId(request).setReason("yes")))
        .isEqualTo("id");
    assertThat(alice.lease(get(id)).getNoticesList())
        .extracting(Notice::getKind)
        .contains(Notice.Kind.EXTENSION_DECLINED);
  }

  @Test
  void whoMayNotBeExtendedIsToldToCheckInEarly() {
    String strict = alice.leaseId(acquire("strict", "/a").setPolicy("checkout"));
    assertThat(alice.refused(409, "NOT_RENEWABLE", extension(strict, 24)).getDetail())
        .isEqualTo(
            "leases under the policy checkout cannot be extended; finish your work and check in"
                + " early");
    String id = checkout("extensible").getLeaseId();
    bob.refused(403, "NOT_HOLDER", extension(id, 24));
    assertThat(alice.refusedField(extension(id, 24).clearTtl())).isEqualTo("ttl");
    assertThat(alice.refusedField(extension(id, 0))).isEqualTo("ttl");
    assertThat(alice.refusedField(extension(id, 24).clearJustification()))
        .isEqualTo("justification");
    alice.refused(404, "LEASE_NOT_FOUND", extension("nowhere", 24));
  }

  @Test
  void aRequestIsOverWithItsLease() {
    String id = checkout("over").getLeaseId();
    String request = alice.lease(extension(id, 1)).getExtensionRequestId();
    alice.lease(release(id));
    assertThat(requests(alice, id).getFirst().getStatus()).isEqualTo(BudgetRequest.Status.ENDED);
    assertThat(
            admin.refusedField(
                ApproveBudgetRequestRequest.newBuilder().setId(request).setReason("yes")))
        .isEqualTo("id");
  }
}
