package dev.leasehold.node.sequence;

/** This node answers no more, because it was told to stop or because it failed. */
public final class StoppedException extends RuntimeException {

  private StoppedException(String message) {
    super(message, null, false, false);
  }

  static StoppedException untried() {
    return new StoppedException("this node is stopping and has not tried the request");
  }

  static StoppedException unknown() {
    return new StoppedException(
        "this node has failed and the request may have been done or not; look before trying again");
  }
}
