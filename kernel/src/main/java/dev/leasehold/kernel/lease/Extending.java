package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.budget.BudgetRequest.Status;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests for more time, where the policy allows them. An approval moves the end of the
 * living lease by what was asked for, or less, and past what the policy allows a renewal; token and
 * epoch stay. What caps every deadline (a parent, a credential, an announced end) is not passed.
 */
public final class Extending {

  private Extending() {}

  public static Reply request(Step step, ApprovalCommand.RequestExtension asked) {
    Refusal malformed =
        asked.ttlNanos() == 0
            ? new InputRefusal.InvalidInput(
                "ttl", "say in ttl how much longer the lease is to last")
            : FieldChecks.checkTtl(asked.ttlNanos());
    malformed = malformed != null ? malformed : FieldChecks.checkWhy(asked.justification());
    Reply reply =
        Change.of(step, asked, asked.leaseId(), malformed)
            .against(record -> usedBefore(step, record, asked))
            .unless(record -> before(step, record, asked) != null)
            .against(record -> Ownership.checkActive(step, record))
            .against(Extending::notAllowed)
            .against(record -> tooLong(step, record, asked.ttlNanos()))
            .against(step.state.budgetRequests::tooMany)
            .record(
                (record, request) ->
                    new ApprovalEvent.ExtensionRequested(
                        step.at(), record.id, asked.ttlNanos(), asked.justification(), request));
    return reply instanceof Reply.OfLease made
        ? new Reply.OfLease(made.lease(), idOf(step.state, made.lease().id(), asked))
        : reply;
  }

  /**
   * The caller's request under the same id; null if there is none. Its lease may have forgotten
   * that id among those of many changes, and a second request would extend it twice.
   */
  private static @Nullable BudgetRequest before(
      Step step, LeaseRecord record, ApprovalCommand.RequestExtension asked) {
    if (asked.requestId().isEmpty() || !record.holder.name.equals(step.caller().actor())) {
      return null;
    }
    for (BudgetRequest request : record.rare().approvalRequests.values()) {
      if (request.isForTime() && request.requestId().equals(asked.requestId())) {
        return request;
      }
    }
    return null;
  }

  private static @Nullable Refusal usedBefore(
      Step step, LeaseRecord record, ApprovalCommand.RequestExtension asked) {
    BudgetRequest before = before(step, record, asked);
    return before == null || saysTheSame(before, asked) ? null : InputRefusal.requestIdUsedBefore();
  }

  private static boolean saysTheSame(
      BudgetRequest request, ApprovalCommand.RequestExtension asked) {
    return request.ttlNanos() == asked.ttlNanos()
        && request.justification().equals(asked.justification());
  }

  /** The id of the newest request that says the same; empty if the lease remembers none. */
  private static String idOf(State state, String leaseId, ApprovalCommand.RequestExtension asked) {
    String id = "";
    for (BudgetRequest request : state.known(leaseId).rare().approvalRequests.values()) {
      if (saysTheSame(request, asked) && request.requestId().equals(asked.requestId())) {
        id = request.id();
      }
    }
    return id;
  }

  private static @Nullable Refusal notAllowed(LeaseRecord record) {
    return record.policy.extensions()
        ? null
        : new LeaseRefusal.NotExtensible(record.id, record.policy);
  }

  /** Refuses what could not be granted, however willing an admin is. */
  private static @Nullable Refusal tooLong(Step step, LeaseRecord record, long ttlNanos) {
    long most = Math.min(record.latestDeadlineTick(), step.tick() + Limits.MAX_TTL_NANOS);
    long longer = most - record.deadlineTick();
    if (ttlNanos <= longer) {
      return null;
    }
    String why =
        record.latestDeadlineTick() > most
            ? "a lease has at most 366 days left"
            : "its end is announced, or a parent or a token ends before";
    return new InputRefusal.InvalidInput(
        "ttl",
        "lease "
            + record.id
            + " can last at most "
            + Durations.brief(Math.max(0, longer))
            + " longer: "
            + why);
  }

  /**
   * Approves a request that is open.
   *
   * @param ttlNanos 0 for all that was asked for
   * @return null if it is done
   */
  public static @Nullable Refusal approve(
      Step step, BudgetRequest request, String reason, long ttlNanos) {
    LeaseRecord record = step.state.known(request.leaseId());
    long nanos = ttlNanos == 0 ? request.ttlNanos() : ttlNanos;
    Refusal refusal = FieldChecks.checkTtl(nanos);
    if (refusal == null && nanos > request.ttlNanos()) {
      refusal =
          new InputRefusal.InvalidInput(
              "ttl", "no more than was asked for, " + Durations.brief(request.ttlNanos()));
    }
    if (refusal == null && record.isBeingReleased()) {
      refusal = new LeaseRefusal.BeingReleased(record.id);
    }
    refusal = refusal != null ? refusal : tooLong(step, record, nanos);
    if (refusal != null) {
      return refusal;
    }
    step.record(
        new ApprovalEvent.ExtensionApproved(
            step.at(),
            record.id,
            request.position(),
            nanos,
            record.deadlineTick() + nanos,
            reason,
            step.caller().actor()));
    return null;
  }

  public static void decline(Step step, BudgetRequest request, String reason) {
    step.record(
        new ApprovalEvent.ExtensionDeclined(
            step.at(), request.leaseId(), request.position(), reason, step.caller().actor()));
  }

  public static void requested(State state, ApprovalEvent.ExtensionRequested e) {
    LeaseRecord record = state.active(e);
    state.budgetRequests.add(
        record,
        new BudgetRequest(
            e.position(),
            record.id,
            record.holder.name,
            "",
            Amounts.NONE,
            e.justification(),
            e.wallNanos(),
            Status.OPEN,
            "",
            "",
            0,
            e.request().requestId(),
            e.ttlNanos(),
            0));
    state.touch(record, e, e.request());
    state.notices.add(state.adminsOfAll(e.tick()), record, e);
  }

  public static void approved(State state, ApprovalEvent.ExtensionApproved e) {
    LeaseRecord record = state.active(e);
    BudgetRequest request = open(state, e, e.requested());
    state.decide(request.extended(e.by(), e.reason(), e.wallNanos(), e.ttlNanos()));
    record.extend(e.deadlineTick(), e.tick());
    state.deadlines.moved(record);
    state.notices.endMoved(record);
    state.notices.add(record, e);
  }

  public static void declined(State state, ApprovalEvent.ExtensionDeclined e) {
    LeaseRecord record = state.active(e);
    BudgetRequest request = open(state, e, e.requested());
    state.decide(request.decided(Status.DECLINED, e.by(), e.reason(), e.wallNanos()));
    state.notices.add(record, e);
  }

  private static BudgetRequest open(State state, Event.OfLease e, long id) {
    BudgetRequest request = state.budgetRequests.find(id);
    if (request == null || !request.isForTime() || !request.leaseId().equals(e.leaseId())) {
      throw new IllegalStateException("a decision on no request for time: " + id);
    }
    return request;
  }
}
