package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says whether a path is free. */
@Command(
    name = "check",
    description = {
      "Says whether a path is free, or who keeps it from being leased.",
      "Scripts know by the exit code: 0 if it is free, 3 if not.",
      "What is free now may be taken a moment later: to be sure, acquire it."
    })
public final class Check implements Callable<Integer> {

  @Parameters(paramLabel = "PATH", description = "A plain path; a missing leading / is added.")
  private String path = "";

  @Option(names = "--space", paramLabel = "SPACE", required = true, description = "Where it lies.")
  private String space = "";

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "exclusive or shared. Default: exclusive.")
  private @Nullable String mode;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing, end with the code.")
  private boolean quiet;

  @Mixin private final ServerOptions server;

  public Check(Surroundings surroundings) {
    server = new ServerOptions(surroundings);
  }

  @Override
  public Integer call() throws Exception {
    Api api = server.connect();
    String rooted = LocalPaths.rooted(path);
    Reply reply =
        api.get(
            Address.of("/v1/spaces/", space, ":check")
                .with("path", rooted)
                .with("mode", LeaseOptions.upper(mode)));
    Answers answers = new Answers(server);
    boolean free = reply.fields().isTrue("free");
    if (server.json()) {
      answers.json(reply);
    } else if (!quiet) {
      String blockers = Problem.blockers(reply.fields().objects("conflicts"), reply.now());
      answers.say(free ? rooted + " is free" : rooted + " is not free: " + blockers);
      answers.notices(api, reply);
    }
    return (free ? Exit.DONE : Exit.HELD).code();
  }
}
