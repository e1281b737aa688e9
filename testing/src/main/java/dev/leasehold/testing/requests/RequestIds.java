package dev.leasehold.testing.requests;

import dev.leasehold.kernel.command.Command;

/** The id by which a retry of a command is known. */
public final class RequestIds {

  private RequestIds() {}

  /** Empty if the command has none. */
  public static String of(Command command) {
    return command instanceof Command.Retryable request ? request.requestId() : "";
  }
}
