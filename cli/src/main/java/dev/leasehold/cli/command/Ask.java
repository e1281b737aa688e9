package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.display.LeaseText;
import dev.leasehold.cli.naming.LeaseByPath;
import dev.leasehold.cli.naming.LeaseChoice;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
    footer = {
      "",
      "Example:",
      "  leasehold ask 01JQ0W9GZ5 \"May I have src/api for ten minutes?\"",
      "  leasehold ask --space repo-a --path src/api \"May I have it?\""
    })
public final class Ask implements Callable<Integer> {

  @Parameters(
      paramLabel = "[LEASE] NOTE",
      hideParamSyntax = true,
      arity = "1..2",
      description =
          "The lease's id, as refusals and leasehold ls show it, or --space and --path instead; and"
              + " what the holder is told: one line of at most 500 bytes.")
  private List<String> words = new ArrayList<>();

  @Mixin private final LeaseByPath byPath = new LeaseByPath();

  @Mixin private final IdempotencyKey requestId = new IdempotencyKey();

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    String id = leaseId();
    Api api = server.connect();
    Reply reply =
        api.post(
            Address.of("/v1/leases/", id, ":ask"),
            new Body()
                .with("note", words.get(words.size() - 1))
                .with("requestId", requestId.given()));
    Fields lease = reply.fields();
    String asked = "asked " + lease.text("holder") + ": " + LeaseText.sentence(lease, reply.now());
    return new Answers(server).printWithNotices(api, reply, answers -> answers.say(asked));
  }

  private String leaseId() throws IOException {
    boolean named = words.size() == 2;
    if (byPath.isGiven()) {
      if (named) {
        throw LeaseChoice.notBoth();
      }
      return byPath.id(server, false);
    }
    if (!named) {
      throw new CallFailedException(
          Exit.USAGE,
          "name the lease by its id or by --space and --path, and say in a note what you ask for");
    }
    return words.get(0);
  }
}
