package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.naming.ItemPolicies;
import dev.leasehold.cli.naming.LeaseOptions;
import dev.leasehold.cli.naming.PathOptions;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Patterns;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says whether an acquire would be granted. */
@Command(
    name = "check",
    description = {
      "Says whether a path is free, or who keeps it from being leased.",
      "It takes the words of an acquire and answers for exactly what that would ask for.",
      "Scripts know by the exit code: 0 if it is free, 3 if not.",
      "What is free now may be taken a moment later: to be sure, acquire it."
    })
public final class Check implements Callable<Integer> {

  @Parameters(paramLabel = "PATH", arity = "0..*", description = "The same as --path PATH.")
  private List<String> more = new ArrayList<>();

  @Option(names = "--space", paramLabel = "SPACE", required = true, description = "Where it lies.")
  private String space = "";

  @Mixin private final PathOptions paths = new PathOptions();

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "exclusive or shared. Default: exclusive.")
  private @Nullable String mode;

  @Option(names = "--policy", paramLabel = "NAME", description = "The terms. Default: file.")
  private @Nullable String policy;

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "How long. Default: the policy's.")
  private @Nullable String ttl;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description = "Taken like the other words of an acquire; a check itself does not wait.")
  private @Nullable String wait;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing, end with the code.")
  private boolean quiet;

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    more.forEach(paths::add);
    if (!LeaseOptions.CHECKOUT.equals(policy)) {
      paths.requireGiven();
    }
    PathOptions.Wanted wanted =
        paths.wanted(ItemPolicies.includes(policy, server), quiet, server.surroundings());
    Api api = server.connect();
    Reply reply = api.get(address(wanted));
    Answers answers = new Answers(server);
    boolean free = reply.fields().isTrue("free");
    if (server.json()) {
      answers.json(reply);
    } else if (!quiet) {
      List<String> scope = paths.isGiven() ? wanted.scope() : List.of("/**");
      String what = Patterns.line(scope) + (scope.size() == 1 ? " is " : " are ");
      String blockers = Problem.blockers(reply.fields().objects("conflicts"), reply.now());
      answers.say(free ? what + "free" : what + "not free: " + blockers);
      answers.notices(api, reply);
    }
    return (free ? Exit.DONE : Exit.HELD).code();
  }

  private Address address(PathOptions.Wanted wanted) throws IOException {
    Address address =
        Address.of("/v1/spaces/", space, ":check")
            .with("mode", LeaseOptions.upper(mode))
            .with("policy", policy)
            .with("ttl", ttl)
            .with("wait", wait);
    wanted.paths().forEach(path -> address.with("path", path));
    wanted.patterns().forEach(pattern -> address.with("scope", pattern));
    return address;
  }
}
