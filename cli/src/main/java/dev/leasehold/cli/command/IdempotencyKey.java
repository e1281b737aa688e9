package dev.leasehold.cli.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The id of a request about a lease, by which the server knows a repetition. */
final class IdempotencyKey {

  @Option(
      names = "--request-id",
      paramLabel = "ID",
      description = "Idempotency key: repeating the command with this id has no second effect.")
  private @Nullable String requestId;

  /** The id; null if none was given. */
  @Nullable String given() {
    return requestId;
  }
}
