package dev.leasehold.kernel.money;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.budget.BudgetRequest.Status;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.lease.Extending;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests for more budget: holders ask, admins approve or decline. An approval adds to the
 * lease and deposits what its pool lacks in one step; a lease in grace goes on with it, as after a
 * refresh. A request ends with its lease. Requests for more time are decided and listed here as
 * well; what they need and do, {@link Extending} knows.
 */
public final class Requesting {

  private Requesting() {}

  public static Reply request(Step step, ApprovalCommand.RequestMore asked) {
    Refusal malformed = AmountsInput.checkSome("amounts", asked.amounts());
    malformed = malformed != null ? malformed : FieldChecks.checkWhy(asked.justification());
    Reply reply = decide(step, asked, malformed);
    return reply instanceof Reply.OfLease made
        ? new Reply.OfLease(made.lease(), idOf(step.state, made.lease().id(), asked))
        : reply;
  }

  private static Reply decide(
      Step step, ApprovalCommand.RequestMore asked, @Nullable Refusal malformed) {
    return Change.of(step, asked, asked.leaseId(), malformed)
        .against(record -> Refreshing.refreshable(step, record))
        .against(Spending::withoutBudget)
        .against(Requesting::withoutPool)
        .against(record -> Refreshing.unknownUnit("amounts", record, asked.amounts()))
        .against(record -> tooMuch(record, asked.amounts()))
        .against(step.state.budgetRequests::tooMany)
        .against(Spending::tooManyIds)
        .record(
            (record, request) ->
                new ApprovalEvent.MoreRequested(
                    step.at(), record.id, asked.amounts(), asked.justification(), request));
  }

  /**
   * The id of the newest request that says the same; empty if the lease remembers none. States
   * before 10 do not know which was asked for under which id.
   */
  private static String idOf(State state, String leaseId, ApprovalCommand.RequestMore asked) {
    String id = "";
    for (BudgetRequest request : state.known(leaseId).rare().approvalRequests.values()) {
      boolean same =
          request.amounts().equals(asked.amounts())
              && request.justification().equals(asked.justification());
      boolean named = request.requestId().equals(asked.requestId());
      if (same && (named || request.requestId().isEmpty())) {
        id = request.id();
        if (named && !asked.requestId().isEmpty()) {
          break;
        }
      }
    }
    return id;
  }

  private static @Nullable Refusal withoutPool(LeaseRecord record) {
    return Account.of(record).pool == null
        ? new InputRefusal.InvalidInput(
            "leaseId",
            "lease " + record.id + " was derived from another; ask the holder of that one")
        : null;
  }

  /** Refuses what could not be added, however willing an admin is. */
  private static @Nullable Refusal tooMuch(LeaseRecord record, Amounts amounts) {
    PoolAccount pool = poolOf(record);
    Refusal refusal = AmountsInput.check("amounts", Account.of(record).granted.plus(amounts));
    return refusal != null
        ? refusal
        : AmountsInput.check("amounts", pool.pool().total().plus(amounts.beyond(pool.free)));
  }

  private static PoolAccount poolOf(LeaseRecord record) {
    PoolAccount pool = Account.of(record).pool;
    if (pool == null) {
      throw new IllegalStateException("a budget that came from no pool: " + record.id);
    }
    return pool;
  }

  public static Reply approve(Step step, ApprovalCommand.ApproveRequest approve) {
    return decide(step, approve.id(), approve.reason(), Status.APPROVED, approve.ttlNanos());
  }

  public static Reply decline(Step step, ApprovalCommand.DeclineRequest decline) {
    return decide(step, decline.id(), decline.reason(), Status.DECLINED, 0);
  }

  /** Decides a request. A decision repeated in the same words is a retry and changes nothing. */
  private static Reply decide(Step step, String id, String reason, Status how, long ttlNanos) {
    Refusal refusal = malformed(step.caller(), id, reason, how);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    BudgetRequest request = find(step.state, id);
    if (request == null) {
      return Step.refuse(new NotFoundRefusal.NoSuchRequest(id));
    }
    if (ttlNanos != 0 && !request.isForTime()) {
      return Step.refuse(
          new InputRefusal.InvalidInput("ttl", "request " + id + " asks for budget, not for time"));
    }
    if (!request.isOpen()) {
      boolean retry =
          request.status() == how
              && request.decidedBy().equals(step.caller().actor())
              && request.reason().equals(reason)
              && isGranted(request, how, ttlNanos);
      return retry ? new Reply.OfRequest(request) : Step.refuse(over(request));
    }
    if (how == Status.APPROVED) {
      refusal =
          request.isForTime()
              ? Extending.approve(step, request, reason, ttlNanos)
              : approve(step, request, reason);
    } else if (request.isForTime()) {
      Extending.decline(step, request, reason);
    } else {
      decline(step, request, reason);
    }
    return refusal == null ? answer(step.state, request) : Step.refuse(refusal);
  }

  /** Whether a request for time got what an approval, again, would give. */
  private static boolean isGranted(BudgetRequest request, Status how, long ttlNanos) {
    long wanted = ttlNanos == 0 ? request.ttlNanos() : ttlNanos;
    return how != Status.APPROVED || !request.isForTime() || request.grantedNanos() == wanted;
  }

  private static void decline(Step step, BudgetRequest request, String reason) {
    step.record(
        new ApprovalEvent.MoreDeclined(
            step.at(), request.leaseId(), request.position(), reason, step.caller().actor()));
  }

  private static @Nullable Refusal approve(Step step, BudgetRequest request, String reason) {
    LeaseRecord record = step.state.known(request.leaseId());
    Refusal refusal = cannotGet(step, record, request.amounts());
    if (refusal != null) {
      return refusal;
    }
    PoolAccount pool = poolOf(record);
    step.record(
        new ApprovalEvent.MoreApproved(
            step.at(),
            record.id,
            request.position(),
            request.amounts(),
            request.amounts().beyond(pool.free),
            record.isInGrace() ? Refreshing.deadline(step, record) : record.deadlineTick(),
            reason,
            step.caller().actor()));
    return null;
  }

  /** Refuses what cannot be added, or would not let a lease in grace go on. */
  private static @Nullable Refusal cannotGet(Step step, LeaseRecord record, Amounts amounts) {
    PoolAccount pool = poolOf(record);
    if (!pool.open) {
      return pool.closed(amounts);
    }
    if (record.rare().delayedRelease != null) {
      return new LeaseRefusal.BeingReleased(record.id);
    }
    Refusal refusal = tooMuch(record, amounts);
    if (refusal != null || !record.isInGrace()) {
      return refusal;
    }
    Account account = Account.of(record);
    return account.isExhaustedWith(account.granted.plus(amounts))
        ? new BudgetRefusal.BudgetExhausted(record.id)
        : Refreshing.cannotGoOn(step, record);
  }

  private static Refusal over(BudgetRequest request) {
    String how =
        switch (request.status()) {
          case OPEN -> throw new IllegalStateException("a request that is open");
          case APPROVED -> "was approved by " + request.decidedBy();
          case DECLINED -> "was declined by " + request.decidedBy();
          case ENDED -> "ended with its lease";
        };
    return new InputRefusal.InvalidInput("id", "request " + request.id() + " " + how);
  }

  private static @Nullable Refusal malformed(Caller caller, String id, String reason, Status how) {
    if (!caller.isAdminOfAll()) {
      return new AccessRefusal.Forbidden(
          "only an admin of all spaces decides on requests for more");
    }
    Refusal refusal = Names.check("id", id);
    return refusal != null
        ? refusal
        : FieldChecks.checkReason(
            reason,
            how == Status.APPROVED
                ? "say in reason why it is approved"
                : "say in reason why it is declined");
  }

  private static @Nullable BudgetRequest find(State state, String id) {
    try {
      return state.budgetRequests.find(Long.parseLong(id));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static Reply answer(State state, BudgetRequest before) {
    BudgetRequest now = state.budgetRequests.find(before.position());
    return new Reply.OfRequest(now == null ? before : now);
  }

  /** Agents see their own, admins and auditors of all spaces see all. */
  public static Reply list(Step step, ApprovalCommand.ListRequests list) {
    Refusal refusal = Names.checkOptional("leaseId", list.leaseId());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Caller caller = step.caller();
    if (caller.role() != Role.AGENT && !caller.spaces().isEmpty()) {
      return Step.refuse(
          new AccessRefusal.Forbidden(
              "requests for more are for admins and auditors of all spaces; your token names"
                  + " some"));
    }
    if (list.leaseId().isEmpty()) {
      return new Reply.Requests(
          step.state.budgetRequests.open().stream()
              .filter(request -> caller.seesWholeLeasesOf(request.holder()))
              .filter(request -> step.state.inReach(caller, request.leaseId()) != null)
              .toList());
    }
    LeaseRecord record = step.state.inReach(caller, list.leaseId());
    if (record == null) {
      return Step.refuse(new NotFoundRefusal.NoSuchLease(list.leaseId()));
    }
    if (!caller.seesWholeLeasesOf(record.holder.name)) {
      return Step.refuse(new AccessRefusal.NotHolder(record.id));
    }
    return new Reply.Requests(List.copyOf(record.rare().approvalRequests.values()));
  }

  public static void requested(State state, ApprovalEvent.MoreRequested e) {
    LeaseRecord record = state.known(e.leaseId());
    if (!record.isBlocking()) {
      throw new IllegalStateException("a request for a lease that has ended: " + record.id);
    }
    state.budgetRequests.add(
        record,
        new BudgetRequest(
            e.position(),
            record.id,
            record.holder.name,
            poolOf(record).id,
            e.amounts(),
            e.justification(),
            e.wallNanos(),
            Status.OPEN,
            "",
            "",
            0,
            e.request().requestId(),
            0,
            0));
    Spending.moved(state, record, e, e.request());
    state.notices.add(state.adminsOfAll(e.tick()), record, e);
  }

  public static void approved(State state, ApprovalEvent.MoreApproved e) {
    LeaseRecord record = decided(state, e, e.requested(), Status.APPROVED, e.by(), e.reason());
    PoolAccount pool = poolOf(record);
    pool.free = pool.free.plus(e.deposited());
    Account.of(record).draw(e.amounts());
    if (record.isInGrace()) {
      record.refresh(e.deadlineTick(), e.tick(), e.wallNanos());
      record.beat(e.tick());
      state.deadlines.moved(record);
    }
    state.notices.add(record, e);
  }

  public static void declined(State state, ApprovalEvent.MoreDeclined e) {
    LeaseRecord record = decided(state, e, e.requested(), Status.DECLINED, e.by(), e.reason());
    state.notices.add(record, e);
  }

  private static LeaseRecord decided(
      State state, Event.OfLease e, long requested, Status how, String by, String reason) {
    LeaseRecord record = state.known(e.leaseId());
    BudgetRequest request = state.budgetRequests.find(requested);
    if (request == null || !record.isBlocking()) {
      throw new IllegalStateException("a decision on a request that is over: " + requested);
    }
    state.decide(request.decided(how, by, reason, e.wallNanos()));
    return record;
  }
}
