package dev.leasehold.cli.admin;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a token. */
@Command(
    name = "issue",
    description = {
      "Makes a token and prints it, this once: the server keeps no copy.",
      "  export LEASEHOLD_TOKEN=$(leasehold token issue alice --space repo-a)"
    })
public final class IssueToken implements Callable<Integer> {

  @Parameters(paramLabel = "ACTOR", description = "Who the bearer is.")
  private String actor = "";

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "agent, auditor, admin or gateway. Default: agent.")
  private String role = "agent";

  @Option(
      names = "--space",
      paramLabel = "SPACE",
      description = "A space that it is good for, as often as you like. Default: all of yours.")
  private List<String> spaces = new ArrayList<>();

  @Option(names = "--ttl", paramLabel = "DURATION", description = "How long. Default: for ever.")
  private @Nullable String ttl;

  @Option(names = "--pool", paramLabel = "POOL", description = "What the bearer may draw on.")
  private @Nullable String pool;

  @Option(
      names = "--permission",
      paramLabel = "TEXT",
      description = "Something that introspection tells, as often as you like.")
  private List<String> permissions = new ArrayList<>();

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    Reply reply =
        server
            .connect()
            .post(
                Address.of("/v1/tokens"),
                new Body()
                    .with("actor", actor)
                    .with("role", role)
                    .with("spaces", spaces)
                    .with("ttl", ttl)
                    .with("pool", pool)
                    .with("permissions", permissions));
    if (server.json()) {
      return new Answers(server).json(reply);
    }
    Fields token = reply.fields();
    Surroundings surroundings = server.surroundings();
    surroundings.out().println(token.text("token"));
    if (surroundings.errIsTerminal()) {
      surroundings
          .err()
          .println(Text.harmless("leasehold: the token's id is " + token.text("tokenId")));
    }
    return 0;
  }
}
