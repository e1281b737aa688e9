package dev.leasehold.kernel.refusal;

import dev.leasehold.kernel.policy.LeaseState;

/** The stable names of refusals that the kernel decides. */
public enum RefusalCode {
  INVALID_INPUT,
  INVALID_RELEASE_REASON,
  LEASE_NOT_FOUND,
  NOT_FOUND,
  NOT_HOLDER,
  FORBIDDEN,
  ALREADY_LEASED,
  SCOPE_OVERLAP,
  LEASE_ALREADY_EXISTS,
  LEASE_ALREADY_TERMINAL,
  LEASE_EXPIRED,
  LEASE_EVICTED,
  LEASE_REVOKED,
  RENEWAL_DOES_NOT_EXTEND,
  MAX_RENEWALS_EXCEEDED,
  NOT_RENEWABLE,
  NOT_TRANSFERABLE,
  STALE_EPOCH,
  FUTURE_EPOCH,
  LEASE_VIOLATION,
  BUDGET_EXHAUSTED,
  INSUFFICIENT_BUDGET,
  DEADLOCK,
  QUEUE_FULL,
  QUOTA_EXCEEDED;

  static RefusalCode of(Refusal refusal) {
    return switch (refusal) {
      case InputRefusal.InvalidReleaseReason r -> INVALID_RELEASE_REASON;
      case InputRefusal.LeaseAlreadyExists r -> LEASE_ALREADY_EXISTS;
      case InputRefusal r -> INVALID_INPUT;
      case NotFoundRefusal.NoSuchLease r -> LEASE_NOT_FOUND;
      case NotFoundRefusal r -> NOT_FOUND;
      case AccessRefusal.NotHolder r -> NOT_HOLDER;
      case AccessRefusal r -> FORBIDDEN;
      case ConflictRefusal.Conflict r -> r.isOfOneThing() ? ALREADY_LEASED : SCOPE_OVERLAP;
      case ConflictRefusal.Deadlock r -> DEADLOCK;
      case LimitRefusal.QueueFull r -> QUEUE_FULL;
      case LimitRefusal r -> QUOTA_EXCEEDED;
      case LeaseRefusal.AlreadyTerminal r -> ofEnd(r.state());
      case LeaseRefusal.BeingReleased r -> LEASE_ALREADY_TERMINAL;
      case LeaseRefusal.StillWaiting r -> LEASE_VIOLATION;
      case LeaseRefusal.RenewalDoesNotExtend r -> RENEWAL_DOES_NOT_EXTEND;
      case LeaseRefusal.MaxRenewalsExceeded r -> MAX_RENEWALS_EXCEEDED;
      case LeaseRefusal.NotRenewable r -> NOT_RENEWABLE;
      case LeaseRefusal.NotExtensible r -> NOT_RENEWABLE;
      case LeaseRefusal.NotTransferable r -> NOT_TRANSFERABLE;
      case LeaseRefusal.StaleEpoch r -> STALE_EPOCH;
      case LeaseRefusal.FutureEpoch r -> FUTURE_EPOCH;
      case LeaseRefusal.NotAllowed r -> LEASE_VIOLATION;
      case BudgetRefusal.InsufficientBudget r -> INSUFFICIENT_BUDGET;
      case BudgetRefusal.BudgetExhausted r -> BUDGET_EXHAUSTED;
    };
  }

  private static RefusalCode ofEnd(LeaseState state) {
    return switch (state) {
      case EXPIRED -> LEASE_EXPIRED;
      case EVICTED -> LEASE_EVICTED;
      case REVOKED -> LEASE_REVOKED;
      default -> LEASE_ALREADY_TERMINAL;
    };
  }
}
