package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.naming.LeaseArgument;
import dev.leasehold.cli.naming.LeaseByPath;
import dev.leasehold.cli.naming.LeaseChoice;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes leases away from their holder, as an admin. */
@Command(
    name = "evict",
    description = {
      "Takes leases away from their holder; for admins.",
      "At once, or with notice.",
      "A holder that is paused does not know yet: fencing tokens are what stops it."
    })
public final class Evict implements Callable<Integer> {

  @Parameters(paramLabel = "LEASE", arity = "0..1", description = "The lease's id.")
  private @Nullable String leaseId;

  @Mixin private final LeaseByPath byPath = new LeaseByPath();

  @Option(
      names = "--holder",
      paramLabel = "NAME",
      description = "Instead of one lease: all that this holder has and waits for.")
  private @Nullable String holder;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why, for the holder and the record.")
  private String reason = "";

  @Option(
      names = "--notice",
      paramLabel = "DURATION",
      description = "How long the holder has to finish. Default: no time at all.")
  private @Nullable String notice;

  @Option(
      names = "--keep-token",
      description = "Leave the token valid that a budget was drawn with. Default: it ends, too.")
  private boolean keepToken;

  @Mixin private final IdempotencyKey requestId = new IdempotencyKey();

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    if (byPath.isGiven()) {
      if (leaseId != null || holder != null) {
        throw LeaseChoice.notBoth();
      }
      leaseId = byPath.id(server, false);
    }
    if (holder != null && leaseId == null && notice == null && requestId.given() == null) {
      return evictHolder(holder);
    }
    if (holder != null || leaseId == null) {
      throw new CallFailedException(
          Exit.USAGE,
          "name either one lease, or --holder without --notice and --request-id for all that a"
              + " holder has");
    }
    if (leaseId.isBlank()) {
      throw LeaseArgument.missing();
    }
    Api api = server.connect();
    return new Answers(server)
        .sentence(
            api,
            api.post(
                Address.of("/v1/leases/", leaseId, ":revoke"),
                new Body()
                    .with("reason", reason)
                    .with("notice", notice)
                    .with("keepToken", keepToken ? true : null)
                    .with("requestId", requestId.given())));
  }

  private int evictHolder(String name) throws IOException {
    Api api = server.connect();
    Reply reply =
        api.post(
            Address.of("/v1/holders/", name, ":releaseAll"),
            new Body().with("reason", reason).with("keepToken", keepToken ? true : null));
    String ended = reply.fields().text("released");
    String what = ended.equals("1") ? " lease or wait of " : " leases and waits of ";
    return new Answers(server)
        .print(reply, answers -> answers.line("ended " + ended + what + name));
  }
}
