package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Body;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks whether an act is allowed under a lease. */
@Command(
    name = "validate",
    description = {
      "Says whether something may be done under a lease.",
      "Ends with 0 if it may; else it says why not, and the exit code tells the kind."
    })
public final class Validate implements Callable<Integer> {

  @Option(names = "--epoch", paramLabel = "EPOCH", description = "The epoch that the act carries.")
  private @Nullable Long epoch;

  @Option(
      names = "--last-processed",
      paramLabel = "EPOCH",
      description = "Any epoch may pass that is not smaller than this one.")
  private @Nullable Long lastProcessed;

  @Option(
      names = "--covers",
      paramLabel = "NAME",
      description = "A name in the space that it must cover, as written.")
  private @Nullable String covered;

  @Option(names = "--tool", paramLabel = "TOOL", description = "A tool that it must allow.")
  private @Nullable String tool;

  @Option(
      names = "--namespace",
      paramLabel = "NAMESPACE",
      description = "A namespace that it must allow.")
  private @Nullable String namespace;

  @Option(names = "--work", paramLabel = "ID", description = "A work item that it must allow.")
  private @Nullable String workId;

  @Mixin private final LeaseCall call = new LeaseCall();

  @Override
  public Integer call() throws Exception {
    Body body =
        new Body()
            .with("epoch", epoch)
            .with("check", lastProcessed == null ? null : "LENIENT")
            .with("lastProcessedEpoch", lastProcessed)
            .with("path", covered)
            .with("tool", tool)
            .with("namespace", namespace)
            .with("workId", workId);
    return call.ofAnybody(":validate", body);
  }
}
