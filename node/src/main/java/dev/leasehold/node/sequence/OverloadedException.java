package dev.leasehold.node.sequence;

/** Too many commands are waiting; this one was not taken and has changed nothing. */
public final class OverloadedException extends RuntimeException {

  public OverloadedException(int waiting) {
    super(waiting + " requests are waiting already; try again a little later", null, false, false);
  }
}
