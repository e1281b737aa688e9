package dev.leasehold.cli.admin;

import dev.leasehold.cli.command.Group;
import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Columns;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table.Fit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for tokens, by which callers may talk to the server. */
public final class Tokens {

  private Tokens() {}

  public static CommandLine commandLine(Surroundings surroundings) {
    return Group.of(
        surroundings,
        "Issues, lists and revokes tokens; for admins.",
        new IssueToken(),
        new ListTokens(),
        new RevokeToken(),
        new IntrospectToken());
  }

  @Command(name = "ls", description = "Lists the tokens there are, without their secrets.")
  static final class ListTokens implements Callable<Integer> {

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Reply reply = server.connect().get(Address.of("/v1/tokens"));
      Columns<Fields> columns =
          new Columns<Fields>()
              .with("TOKEN ID", Fit.WHOLE, token -> token.text("tokenId"))
              .with("ACTOR", Fit.CUT, token -> token.text("actor"))
              .with("ROLE", Fit.WHOLE, token -> token.text("role"))
              .with("ISSUED", Fit.OPTIONAL, token -> token.when("issuedAt", reply.now(), ""))
              .with("ENDS", Fit.OPTIONAL, token -> token.when("expiresAt", reply.now(), "never"))
              .with("SPACES", Fit.CUT, token -> spaces(token))
              .with("POOL", Fit.OPTIONAL, token -> token.text("pool"));
      return new Answers(server)
          .print(reply, answers -> answers.table(columns.of(reply.fields().objects("tokens"))));
    }
  }

  /** The spaces that a token is good for. */
  static String spaces(Fields token) {
    List<String> spaces = token.texts("spaces");
    return spaces.isEmpty() ? "all" : String.join(" ", spaces);
  }

  @Command(name = "revoke", description = "Makes a token worthless at once.")
  static final class RevokeToken implements Callable<Integer> {

    @Parameters(paramLabel = "ID", description = "The token's id, not the token.")
    private String tokenId = "";

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        description = "Told for 30 days to whoever still uses the token.")
    private @Nullable String reason;

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      if (tokenId.isBlank()) {
        throw new CallFailedException(
            Exit.USAGE, "name the token by its id; leasehold token ls shows those there are");
      }
      Api api = server.connect();
      Reply reply = api.delete(Address.of("/v1/tokens/", tokenId, "").with("reason", reason));
      String whose = reply.fields().text("actor") + ", " + reply.fields().text("role");
      return new Answers(server)
          .print(
              reply, answers -> answers.line("token " + tokenId + " of " + whose + " is revoked"));
    }
  }
}
