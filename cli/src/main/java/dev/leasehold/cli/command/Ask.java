package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Asks the holder of a lease for it. */
@Command(
    name = "ask",
    description = {
      "Asks the holder of a lease for it.",
      "The holder is told with the next reply that it gets; nothing else changes.",
      "You may ask for the same lease once a minute."
    },
    footer = {"", "Example:", "  leasehold ask 01JQ0W9GZ5 \"May I have src/api for ten minutes?\""})
public final class Ask implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "LEASE",
      description = "The lease's id, as refusals and leasehold ls show it.")
  private String leaseId = "";

  @Parameters(
      index = "1",
      paramLabel = "NOTE",
      description = "What the holder is told: one line of at most 500 bytes.")
  private String note = "";

  @Mixin private final ServerOptions server;

  public Ask(Surroundings surroundings) {
    server = new ServerOptions(surroundings);
  }

  @Override
  public Integer call() throws Exception {
    Api api = server.connect();
    Reply reply =
        api.post(Address.of("/v1/leases/", leaseId, ":ask"), new Body().with("note", note));
    Answers answers = new Answers(server);
    if (server.json()) {
      return answers.json(reply);
    }
    Fields lease = reply.fields();
    answers.say("asked " + lease.text("holder") + ": " + LeaseText.sentence(lease, reply.now()));
    answers.notices(api, reply);
    return 0;
  }
}
