package dev.leasehold.client.budget;

/** The life of a budget as its holder sees it. */
public enum BudgetState {
  /** Calls may be made. */
  ACTIVE,
  /** Its time is over or some unit is spent; a refresh within the grace makes it active again. */
  EXPIRED,
  /** It was given back, or its grace is over. */
  CLOSED,
  /** An admin has taken it away, or the token that it was drawn with. */
  REVOKED;

  /** Whether nothing follows any more: a new budget needs a new handshake. */
  public boolean isTerminal() {
    return this == CLOSED || this == REVOKED;
  }

  /** Whether a budget in this state may be in the other one next. */
  boolean mayBecome(BudgetState next) {
    return !isTerminal() && this != next;
  }
}
