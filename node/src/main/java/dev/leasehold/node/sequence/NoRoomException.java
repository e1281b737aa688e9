package dev.leasehold.node.sequence;

/** There is no room to record anything; the command was not taken and has changed nothing. */
public final class NoRoomException extends RuntimeException {

  NoRoomException() {
    super(
        "the server's disk is full and nothing can be recorded; try again when there is room",
        null,
        false,
        false);
  }
}
