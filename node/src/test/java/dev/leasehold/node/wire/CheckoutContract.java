package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.CheckPathResponse;
import dev.leasehold.api.v1.CompleteLeaseRequest;
import dev.leasehold.api.v1.GetHistoryRequest;
import dev.leasehold.api.v1.History;
import dev.leasehold.api.v1.HistoryEvent;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.Problem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Check-outs: type, base commit, and what is told of their ends. */
abstract class CheckoutContract extends WireContract {

  CheckoutContract(Surface surface) {
    super(surface);
  }

  private static AcquireRequest.Builder checkout(String project, String... paths) {
    return acquire(project, paths).setPolicy("checkout").setBaseCommit("4f2a91c");
  }

  private static CompleteLeaseRequest.Builder complete(String id, String commit) {
    return CompleteLeaseRequest.newBuilder().setLeaseId(id).setCommit(commit);
  }

  private List<HistoryEvent> history(String id) {
    return admin.ask(History.class, GetHistoryRequest.newBuilder().setLeaseId(id)).getEventsList();
  }

  @Test
  void withoutAPathAllOfTheProjectIsCheckedOut() {
    Lease full = alice.lease(checkout("full"));
    assertThat(full.getScopeList()).containsExactly("/**");
    assertThat(full.getCheckoutType()).isEqualTo("full");
    assertThat(full.getBaseCommit()).isEqualTo("4f2a91c");
    assertThat(full.getLabelsMap()).containsEntry("baseCommit", "4f2a91c");
    Lease sparse = alice.lease(checkout("sparse", "/docs/"));
    assertThat(sparse.getCheckoutType()).isEqualTo("sparse");
    assertThat(alice.lease(get(sparse.getLeaseId())).getBaseCommit()).isEqualTo("4f2a91c");
    Lease file = alice.lease(acquire("file", "/a").putLabels("baseCommit", "4f2a91c"));
    assertThat(file.getCheckoutType()).isEmpty();
    assertThat(file.getBaseCommit()).isEmpty();
  }

  @Test
  void aLabelOfThatNameIsReadAsTheBaseCommit() {
    Lease lease =
        alice.lease(checkout("labelled").clearBaseCommit().putLabels("baseCommit", "9b1c44e"));
    assertThat(lease.getBaseCommit()).isEqualTo("9b1c44e");
    assertThat(alice.refusedField(checkout("two").putLabels("baseCommit", "9b1c44e")))
        .isEqualTo("baseCommit");
    assertThat(alice.refusedField(acquire("file", "/b").setBaseCommit("9b1c44e")))
        .isEqualTo("baseCommit");
  }

  @Test
  void aCheckAnswersForAProjectAndForPatterns() {
    CheckPathRequest.Builder project =
        CheckPathRequest.newBuilder().setSpace("asked").setPolicy("checkout");
    assertThat(bob.ask(CheckPathResponse.class, project).getFree()).isTrue();
    String id = alice.leaseId(checkout("asked", "/docs/"));
    assertThat(bob.ask(CheckPathResponse.class, project).getConflicts(0).getLeaseId())
        .isEqualTo(id);
    CheckPathRequest.Builder patterns = project.clone().addScope("/src/**").addScope("/*.md");
    assertThat(bob.ask(CheckPathResponse.class, patterns).getFree()).isTrue();
    assertThat(bob.ask(CheckPathResponse.class, patterns.clone().addScope("/d*/x")).getFree())
        .isFalse();
  }

  @Test
  void anEvictionTellsWhoWhenAndWhy() {
    String id = alice.leaseId(checkout("evicted"));
    Lease evicted = admin.lease(revoke(id, "Emergency maintenance"));

    Problem problem = alice.refused(409, "LEASE_EVICTED", renew(id));
    assertThat(problem.getEndedBy()).isEqualTo("admin");
    assertThat(problem.getReason()).isEqualTo("Emergency maintenance");
    assertThat(problem.getTerminatedAt()).isEqualTo(evicted.getTerminatedAt());
    HistoryEvent last = history(id).getLast();
    assertThat(last.getType()).isEqualTo("evicted");
    assertThat(last.getActor()).isEqualTo("admin");
    assertThat(last.getReason()).isEqualTo("Emergency maintenance");
  }

  @Test
  void anExpiryTellsWhenAndForHowLong() {
    Lease lease = alice.lease(checkout("expired").setTtl(seconds(60)));
    node.advance(Duration.ofSeconds(60));

    Problem problem = alice.refused(409, "LEASE_EXPIRED", complete(lease.getLeaseId(), ""));
    assertThat(problem.getIssuedAt()).isEqualTo(lease.getIssuedAt());
    assertThat(problem.getTtl()).isEqualTo(seconds(60));
    assertThat(problem.getExpiredAt()).isEqualTo(lease.getExpiresAt());
    assertThat(problem.getCommit()).isEmpty();
    assertThat(history(lease.getLeaseId()).getLast().getReason()).isEqualTo("TIME");
  }

  @Test
  void aCheckInTellsWhoWhenAndWhichCommit() {
    String id = alice.leaseId(checkout("completed"));
    Lease done = alice.lease(complete(id, "c0ffee"));

    Problem problem = alice.refused(409, "LEASE_ALREADY_TERMINAL", complete(id, "other"));
    assertThat(problem.getCommit()).isEqualTo("c0ffee");
    assertThat(problem.getEndedBy()).isEqualTo("alice");
    assertThat(problem.getTerminatedAt()).isEqualTo(done.getTerminatedAt());
    assertThat(history(id).getLast().getActor()).isEqualTo("alice");
  }

  @Test
  void theCommitOfALateCheckInIsRecordedOnceAndToldToAll() {
    WireClient dora = agent("dora");
    WireClient emil = agent("emil");
    String id = dora.leaseId(checkout("late", "/docs/"));
    admin.lease(revoke(id, "flood"));
    emil.leaseId(checkout("late"));

    Problem problem = dora.refused(409, "LEASE_EVICTED", complete(id, "c0ffee"));
    assertThat(problem.getCommit()).isEqualTo("c0ffee");
    assertThat(problem.getReason()).isEqualTo("flood");
    assertThat(problem.getDetail()).contains("commit c0ffee came later");
    dora.refused(409, "LEASE_EVICTED", complete(id, "another"));

    Lease lease = dora.lease(get(id));
    assertThat(lease.getState()).isEqualTo(Lease.State.EVICTED);
    assertThat(lease.getCommit()).isEqualTo("c0ffee");
    assertThat(lease.getReason()).isEqualTo("flood");
    for (WireClient told : List.of(dora, emil, admin)) {
      assertThat(told.lease(get(id)).getNoticesList())
          .filteredOn(notice -> notice.getKind() == Notice.Kind.LATE_COMMIT)
          .singleElement()
          .satisfies(
              notice -> {
                assertThat(notice.getLeaseId()).isEqualTo(id);
                assertThat(notice.getReason()).isEqualTo("c0ffee");
                assertThat(notice.getBy()).isEqualTo("dora");
                assertThat(notice.getText()).contains("dora checked in c0ffee", "/docs in late");
              });
    }
    HistoryEvent last = history(id).getLast();
    assertThat(last.getType()).isEqualTo("commit_recorded");
    assertThat(last.getCommit()).isEqualTo("c0ffee");
    assertThat(last.getActor()).isEqualTo("dora");
    assertThat(last.getStatusAfter()).isEqualTo(Lease.State.EVICTED);
  }
}
