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
import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Fit;
import dev.leasehold.cli.terminal.Text;
import java.time.Instant;
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
      Answers answers = new Answers(server);
      if (server.json()) {
        return answers.json(reply);
      }
      Table table =
          new Table()
              .column("TOKEN ID", Fit.WHOLE)
              .column("ACTOR", Fit.CUT)
              .column("ROLE", Fit.WHOLE)
              .column("ISSUED", Fit.OPTIONAL)
              .column("ENDS", Fit.OPTIONAL)
              .column("SPACES", Fit.CUT)
              .column("POOL", Fit.OPTIONAL);
      for (Fields token : reply.fields().objects("tokens")) {
        table.row(
            token.text("tokenId"),
            token.text("actor"),
            token.text("role"),
            moment(token.time("issuedAt"), reply.now(), ""),
            moment(token.time("expiresAt"), reply.now(), "never"),
            token.texts("spaces").isEmpty() ? "all" : String.join(" ", token.texts("spaces")),
            token.text("pool"));
      }
      answers.table(table);
      return 0;
    }

    private static String moment(@Nullable Instant time, Instant now, String otherwise) {
      return time == null ? otherwise : RelativeTime.of(time, now);
    }
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
      if (server.json()) {
        return new Answers(server).json(reply);
      }
      String whose = reply.fields().text("actor") + ", " + reply.fields().text("role");
      server
          .surroundings()
          .out()
          .println(Text.harmless("token " + tokenId + " of " + whose + " is revoked"));
      return 0;
    }
  }
}
