package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.time;
import static dev.leasehold.node.operation.translate.WireValues.amounts;

import dev.leasehold.api.v1.ApproveBudgetRequestRequest;
import dev.leasehold.api.v1.BudgetRequest;
import dev.leasehold.api.v1.DeclineBudgetRequestRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListBudgetRequestsRequest;
import dev.leasehold.api.v1.RequestMoreRequest;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.operation.codec.MalformedInput;

/** Requests of holders for more budget, and what admins decide. */
public final class BudgetRequests {

  private BudgetRequests() {}

  /** The reply has the request's id, unless it is a repeat. */
  public static Plan requestMore(
      RequestMoreRequest request, Caller caller, OperationContext context) throws MalformedInput {
    return new Plan.Submit(
        new Command.RequestMore(
            request.getLeaseId(),
            amounts("amounts", request.getAmountsMap()),
            request.getJustification(),
            request.getRequestId()),
        BudgetRequests::requested);
  }

  private static Answer requested(Outcome outcome) {
    if (!(outcome.reply() instanceof Reply.OfLease reply)) {
      return Replies.tell(outcome);
    }
    Lease.Builder lease = LeaseReplies.builder(outcome.stamp(), reply.lease());
    for (Event event : outcome.events()) {
      if (event instanceof Event.MoreRequested made) {
        lease.setBudgetRequestId(Long.toString(made.position()));
      }
    }
    return new Answer.Success(lease.build());
  }

  public static Command list(ListBudgetRequestsRequest request) {
    return new Command.ListRequests(request.getLeaseId());
  }

  public static Command approve(ApproveBudgetRequestRequest request) {
    return new Command.ApproveRequest(request.getId(), request.getReason());
  }

  public static Command decline(DeclineBudgetRequestRequest request) {
    return new Command.DeclineRequest(request.getId(), request.getReason());
  }

  static BudgetRequest told(dev.leasehold.kernel.BudgetRequest request) {
    BudgetRequest.Builder wire =
        BudgetRequest.newBuilder()
            .setId(request.id())
            .setLeaseId(request.leaseId())
            .setHolder(request.holder())
            .setPool(request.pool())
            .putAllAmounts(request.amounts().asMap())
            .setJustification(request.justification())
            .setAskedAt(time(request.wallNanos()))
            .setStatus(BudgetRequest.Status.valueOf(request.status().name()))
            .setDecidedBy(request.decidedBy())
            .setReason(request.reason());
    if (!request.isOpen()) {
      wire.setDecidedAt(time(request.decidedWallNanos()));
    }
    return wire.build();
  }
}
