package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
final class RequestMore implements Callable<Integer> {

  @Mixin private final AmountOptions amounts = new AmountOptions();

  @Option(
      names = "--because",
      paramLabel = "TEXT",
      required = true,
      description = "What it is for, for whoever decides.")
  private String because = "";

  @Option(names = "--request-id", paramLabel = "ID", description = "To say it twice safely.")
  private @Nullable String requestId;

  @Mixin private final LeaseCall call;

  RequestMore(Surroundings surroundings) {
    call = new LeaseCall(surroundings);
  }

  @Override
  public Integer call() throws Exception {
    Body body =
        new Body()
            .with("amounts", amounts.some())
            .with("justification", because)
            .with("requestId", requestId);
    Address address = call.address(":requestMore", true);
    Api api = call.server().connect();
    Reply reply = api.post(address, body);
    Answers answers = new Answers(call.server());
    if (call.server().json()) {
      return answers.json(reply);
    }
    String id = reply.fields().text("budgetRequestId");
    answers.say(id.isEmpty() ? "asked before" : "asked: request " + id);
    answers.notices(api, reply);
    return 0;
  }
}
