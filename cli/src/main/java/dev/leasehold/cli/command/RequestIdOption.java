package dev.leasehold.cli.command;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The id under which a request may be sent twice and has its effect once. */
public final class RequestIdOption {

  @Option(names = "--request-id", paramLabel = "ID", description = "To say it twice safely.")
  private @Nullable String requestId;

  /** The id that was given; null if none was. */
  public @Nullable String given() {
    return requestId;
  }

  /** An id of its own for a request that moves money, if its sender has none. */
  public String orNew() {
    return requestId == null ? UUID.randomUUID().toString() : requestId;
  }
}
