package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.duration;
import static dev.leasehold.node.operation.translate.WireTime.nanos;
import static dev.leasehold.node.operation.translate.WireTime.time;
import static dev.leasehold.node.operation.translate.WireValues.amounts;

import dev.leasehold.api.v1.ApproveBudgetRequestRequest;
import dev.leasehold.api.v1.BudgetRequest;
import dev.leasehold.api.v1.DeclineBudgetRequestRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListBudgetRequestsRequest;
import dev.leasehold.api.v1.RequestExtensionRequest;
import dev.leasehold.api.v1.RequestMoreRequest;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.node.operation.codec.MalformedInput;
import java.util.function.BiConsumer;

/** Requests of holders for more budget and for more time, and what admins decide. */
public final class BudgetRequests {

  private BudgetRequests() {}

  /** The reply has the request's id, the same for a repeat, as long as the lease remembers it. */
  public static Plan requestMore(
      RequestMoreRequest request, Caller caller, OperationContext context) throws MalformedInput {
    return new Plan.Submit(
        new ApprovalCommand.RequestMore(
            request.getLeaseId(),
            amounts("amounts", request.getAmountsMap()),
            request.getJustification(),
            request.getRequestId()),
        outcome -> requested(outcome, Lease.Builder::setBudgetRequestId));
  }

  /** The reply has the request's id, as that of {@link #requestMore}. */
  public static Plan requestExtension(
      RequestExtensionRequest request, Caller caller, OperationContext context) {
    return new Plan.Submit(
        new ApprovalCommand.RequestExtension(
            request.getLeaseId(),
            request.hasTtl() ? nanos(request.getTtl()) : 0,
            request.getJustification(),
            request.getRequestId()),
        outcome -> requested(outcome, Lease.Builder::setExtensionRequestId));
  }

  private static Answer requested(Outcome outcome, BiConsumer<Lease.Builder, String> tell) {
    if (!(outcome.reply() instanceof Reply.OfLease reply)) {
      return Replies.toAnswer(outcome);
    }
    Lease.Builder lease = LeaseReplies.builder(outcome.stamp(), reply.lease());
    tell.accept(lease, reply.asked());
    return new Answer.Success(lease.build());
  }

  public static Command list(ListBudgetRequestsRequest request) {
    return new ApprovalCommand.ListRequests(request.getLeaseId());
  }

  public static Command approve(ApproveBudgetRequestRequest request) {
    return new ApprovalCommand.ApproveRequest(
        request.getId(), request.getReason(), request.hasTtl() ? nanos(request.getTtl()) : 0);
  }

  public static Command decline(DeclineBudgetRequestRequest request) {
    return new ApprovalCommand.DeclineRequest(request.getId(), request.getReason());
  }

  static BudgetRequest told(dev.leasehold.kernel.budget.BudgetRequest request) {
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
    wire.setKind(request.isForTime() ? BudgetRequest.Kind.EXTENSION : BudgetRequest.Kind.BUDGET);
    if (request.isForTime()) {
      wire.setTtl(duration(request.ttlNanos()));
    }
    if (request.grantedNanos() > 0) {
      wire.setGrantedTtl(duration(request.grantedNanos()));
    }
    if (!request.isOpen()) {
      wire.setDecidedAt(time(request.decidedWallNanos()));
    }
    return wire.build();
  }
}
