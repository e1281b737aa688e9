package dev.leasehold.cli.request;

import dev.leasehold.cli.command.Group;
import dev.leasehold.cli.command.LeaseCall;
import dev.leasehold.cli.command.RequestIdOption;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands for more time than a lease has: to ask for it, and to decide. */
public final class Extensions {

  private Extensions() {}

  public static CommandLine commandLine(Surroundings surroundings) {
    return Group.of(
        surroundings,
        "Asks for more time than a lease has, where its policy allows it.",
        new Request(),
        new DecideRequests.ListRequests(),
        new Approve(),
        new DecideRequests.Decline());
  }

  @Command(
      name = "request",
      description = {
        "Asks admins to let a lease last longer.",
        "Its policy has to allow extensions; leasehold policy ls shows which do.",
        "You are told by a notice what they decide; the request ends with the lease."
      })
  static final class Request implements Callable<Integer> {

    @Option(
        names = "--by",
        paramLabel = "DURATION",
        required = true,
        description = "How much longer than it lasts now, such as 24h.")
    private String by = "";

    @Option(
        names = "--because",
        paramLabel = "TEXT",
        required = true,
        description = "What it is for, for whoever decides.")
    private String because = "";

    @Mixin private final RequestIdOption requestId = new RequestIdOption();

    @Mixin private final LeaseCall call = new LeaseCall();

    @Override
    public Integer call() throws Exception {
      Body body =
          new Body()
              .with("ttl", by)
              .with("justification", because)
              .with("requestId", requestId.given());
      return SentRequest.send(call, ":requestExtension", body, "extensionRequestId");
    }
  }

  @Command(
      name = "approve",
      description = {
        "Grants a request for more time; for admins.",
        "The end of the lease moves by what was asked for, or by less; its fencing token stays."
      })
  static final class Approve implements Callable<Integer> {

    @Option(
        names = "--by",
        paramLabel = "DURATION",
        description = "How much longer, at most what was asked for. Default: all of that.")
    private @Nullable String by;

    @Mixin private final DecideRequests.Decision decision = new DecideRequests.Decision();

    @Override
    public Integer call() throws Exception {
      return decision.send(":approve", new Body().with("ttl", by));
    }
  }
}
