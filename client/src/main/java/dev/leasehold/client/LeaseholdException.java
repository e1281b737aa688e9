package dev.leasehold.client;

import org.jspecify.annotations.Nullable;

/**
 * Something that was asked for did not come about, or nobody knows whether it did.
 *
 * <ul>
 *   <li>{@link RefusedException}: the server has said no; nothing was changed.
 *   <li>{@link NotSentException}: the server was never asked; nothing was changed.
 *   <li>{@link OutcomeUnknownException}: the server was asked and has not answered in time.
 *   <li>{@link LeaseLostException}: a lease that was held is held no more.
 * </ul>
 */
public abstract sealed class LeaseholdException extends RuntimeException
    permits RefusedException, NotSentException, OutcomeUnknownException, LeaseLostException {

  private static final long serialVersionUID = 1L;

  LeaseholdException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /**
   * Whether the lease has run out. A lease that was asked for was granted then, and was over before
   * that was known here: the server or this process stood still meanwhile. It was never held, and
   * to ask again may succeed.
   */
  public boolean isRunOut() {
    return false;
  }
}
