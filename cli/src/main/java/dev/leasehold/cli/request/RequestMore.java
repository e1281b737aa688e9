package dev.leasehold.cli.request;

import dev.leasehold.cli.budget.AmountOptions;
import dev.leasehold.cli.command.LeaseCall;
import dev.leasehold.cli.command.RequestIdOption;
import dev.leasehold.cli.remote.Body;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks admins for more budget. */
@Command(
    name = "request",
    description = {
      "Asks admins for more than the budget has.",
      "You are told by a notice what they decide; the request ends with the lease."
    })
public final class RequestMore implements Callable<Integer> {

  @Mixin private final AmountOptions amounts = new AmountOptions();

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
            .with("amounts", amounts.some())
            .with("justification", because)
            .with("requestId", requestId.given());
    return SentRequest.send(call, ":requestMore", body, "budgetRequestId");
  }
}
