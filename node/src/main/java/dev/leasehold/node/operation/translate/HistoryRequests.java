package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.duration;
import static dev.leasehold.node.operation.translate.WireTime.time;

import com.google.protobuf.Timestamp;
import dev.leasehold.api.v1.GetHistoryRequest;
import dev.leasehold.api.v1.History;
import dev.leasehold.api.v1.HistoryEvent;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Budget;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.operation.codec.MalformedInput;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.tables.query.Archive;
import dev.leasehold.node.tables.query.HistoryPage;
import dev.leasehold.node.tables.query.PastPage;
import java.util.concurrent.CompletableFuture;

/** Requests about the past: the history of a lease, and leases as they were. */
public final class HistoryRequests {

  /** An entry that tells of a commit where others tell a reason. */
  private static final String COMMIT_RECORDED = "commit_recorded";

  private HistoryRequests() {}

  public static Plan getHistory(GetHistoryRequest request, Caller caller, OperationContext context)
      throws MalformedInput {
    int pageSize = request.getPageSize() == 0 ? Limits.DEFAULT_PAGE_SIZE : request.getPageSize();
    if (pageSize < 1 || pageSize > Archive.MAX_ENTRIES) {
      throw MalformedInput.of("pageSize", "a page has 1 to " + Archive.MAX_ENTRIES + " events");
    }
    long after = LeaseRequests.position(request.getPageToken());
    return new Plan.LookUp(
        new LeaseQuery.GetLease(request.getLeaseId()),
        outcome ->
            context
                .archive()
                .history(caller, request.getLeaseId(), pageSize, after)
                .thenApply(HistoryRequests::toAnswer));
  }

  /** The kernel judges the list as it would any other. */
  static Plan leasesAt(LeaseQuery.ListLeases list, Timestamp at, Caller caller, Archive archive) {
    long wallNanos = WireTime.wallNanos(at);
    return new Plan.LookUp(
        list,
        outcome ->
            wallNanos > outcome.stamp().wallNanos()
                ? CompletableFuture.completedFuture(
                    new Answer.Refused(
                        Problems.invalid(
                            "asOf", "asOf lies in the future, of which nothing is known")))
                : archive
                    .leasesAt(caller, list, wallNanos)
                    .thenApply(page -> toAnswer(outcome.stamp(), page)));
  }

  /** Remaining time is told as of then; fields that no history tells, as of now. */
  private static Answer toAnswer(Stamp stamp, PastPage page) {
    long tick = Math.min(page.tick(), stamp.tick());
    ListLeasesResponse.Builder wire =
        ListLeasesResponse.newBuilder()
            .setNextPageToken(page.nextPosition() == 0 ? "" : "" + page.nextPosition());
    for (dev.leasehold.kernel.view.Lease lease : page.leases()) {
      wire.addLeases(
          LeaseReplies.builder(stamp, lease).setRemaining(duration(lease.remainingNanos(tick))));
    }
    return new Answer.Success(wire.build());
  }

  private static Answer toAnswer(Archive.Found<HistoryPage> found) {
    return switch (found) {
      case Archive.Found.Refused<HistoryPage> refused ->
          new Answer.Refused(RefusalProblems.of(refused.refusal()));
      case Archive.Found.Answer<HistoryPage> answer -> new Answer.Success(history(answer.value()));
    };
  }

  private static History history(HistoryPage page) {
    History.Builder wire =
        History.newBuilder()
            .setNextPageToken(page.nextPosition() == 0 ? "" : "" + page.nextPosition());
    for (HistoryPage.Entry entry : page.entries()) {
      HistoryEvent.Builder event = event(page.lease(), entry);
      if (page.isOutline()) {
        Outlines.cut(event);
      }
      wire.addEvents(event);
    }
    return wire.build();
  }

  private static HistoryEvent.Builder event(
      dev.leasehold.kernel.view.Lease lease, HistoryPage.Entry entry) {
    HistoryEvent.Builder wire =
        HistoryEvent.newBuilder()
            .setPosition(entry.position())
            .setAt(time(entry.wallNanos()))
            .setTick(entry.tick())
            .setType(entry.type())
            .setStatusAfter(Lease.State.valueOf(entry.after().name()))
            .setHolder(lease.holder())
            .setActor(entry.actor())
            .setRenewalCount(entry.renewalCount())
            .setEpoch(entry.epoch())
            .setFencingToken(entry.fencingToken())
            .putAllAmounts(entry.amounts().asMap())
            .putAllLabels(entry.labels());
    Budget budget = lease.budget();
    if (budget != null && lease.state().isTerminal() && entry.after() == lease.state()) {
      wire.putAllGranted(budget.granted().asMap())
          .putAllSpent(budget.spent().asMap())
          .putAllReturned(budget.returned().asMap());
    }
    if (entry.after() == LeaseState.COMPLETED || entry.type().equals(COMMIT_RECORDED)) {
      wire.setCommit(entry.reason());
    } else {
      wire.setReason(entry.reason());
    }
    if (entry.before() != null) {
      wire.setStatusBefore(Lease.State.valueOf(entry.before().name()));
    }
    if (entry.expiresWallNanos() != 0) {
      wire.setExpiresAt(time(entry.expiresWallNanos()));
    }
    return wire;
  }
}
