package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Advances the epoch of a lease by one. */
@Command(
    name = "advance",
    description = {
      "Adds one to a lease's epoch, if it is the expected one.",
      "Prints the new epoch. Of two who expect the same, one is refused."
    })
public final class Advance implements Callable<Integer> {

  @Option(
      names = "--expected",
      paramLabel = "EPOCH",
      required = true,
      description = "The epoch that it has now.")
  private long expected;

  @Mixin private final IdempotencyKey requestId = new IdempotencyKey();

  @Mixin private final LeaseCall call = new LeaseCall();

  @Override
  public Integer call() throws Exception {
    Address address = call.address(":advance", true);
    ServerOptions server = call.server();
    Api api = server.connect();
    Reply reply =
        api.post(
            address,
            new Body().with("expectedEpoch", expected).with("requestId", requestId.given()));
    return new Answers(server)
        .printWithNotices(api, reply, answers -> answers.line(reply.fields().text("epoch")));
  }
}
