package dev.leasehold.cli.budget;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gets an agent its right to spend, and a token for it. */
@Command(
    name = "handshake",
    description = {
      "Gets your right to spend, and a token that is good for it alone.",
      "The token is printed this once: the server keeps no copy. With --request-id a repeat prints"
          + " a new one."
    })
public final class Handshake implements Callable<Integer> {

  @Mixin private final AmountOptions amounts = new AmountOptions();

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      description = "What to draw on. Default: what your token names.")
  private @Nullable String pool;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "budget, or one based on it. Default: budget.")
  private @Nullable String policy;

  @Option(names = "--ttl", paramLabel = "DURATION", description = "Default: the policy's own.")
  private @Nullable String ttl;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description = "How long to wait if somebody is in the way. Default: not at all.")
  private @Nullable String wait;

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description = "Which provider you will call, by way of a gateway.")
  private @Nullable String provider;

  @Option(
      names = "--request-id",
      paramLabel = "ID",
      description = "A repeat gives the same lease and a new token, and the old one ends.")
  private @Nullable String requestId;

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    Body body =
        new Body()
            .with("pool", pool)
            .with("requested", amounts.some())
            .with("policy", policy)
            .with("ttl", ttl)
            .with("wait", wait)
            .with("provider", provider)
            .with("requestId", requestId);
    Api api = server.connect();
    Reply reply = api.postAndWait(Address.of("/v1/budget:handshake"), body);
    return new Answers(server).printWithNotices(api, reply, answers -> granted(answers, reply));
  }

  private static void granted(Answers answers, Reply reply) {
    Fields lease = reply.fields().object("lease");
    answers.budget(lease, reply.now());
    String token = reply.fields().text("ipToken");
    answers.line("lease    " + lease.text("leaseId"));
    answers.line(token.isEmpty() ? "no token: the lease has ended" : "token    " + token);
  }
}
