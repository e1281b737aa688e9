package dev.leasehold.kernel.refusal;

/**
 * The reason for which a command was refused and changed nothing. Each name states the rule that it
 * enforces.
 */
public sealed interface Refusal
    permits InputRefusal,
        NotFoundRefusal,
        AccessRefusal,
        ConflictRefusal,
        LimitRefusal,
        LeaseRefusal,
        BudgetRefusal {

  /** The stable name that callers rely on. */
  default RefusalCode code() {
    return RefusalCode.of(this);
  }

  /** One sentence for a person: what was wrong, what was expected, what to do. */
  String detail();

  /**
   * The refusal as it reads some time after its decision: time that was left is shorter by then.
   *
   * @param laterNanos the time since it was decided
   */
  default Refusal later(long laterNanos) {
    return this;
  }
}
