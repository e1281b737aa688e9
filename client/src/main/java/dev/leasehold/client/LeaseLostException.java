package dev.leasehold.client;

/** The lease is not held any more: whatever was to be done under it must not be done. */
public final class LeaseLostException extends LeaseholdException {

  private static final long serialVersionUID = 1L;

  private final transient Loss loss;

  LeaseLostException(Loss loss) {
    super(loss.text(), null);
    this.loss = loss;
  }

  public Loss loss() {
    return loss;
  }

  @Override
  public boolean isRunOut() {
    return loss.cause() == Loss.Cause.EXPIRED || loss.cause() == Loss.Cause.DEADLINE;
  }
}
