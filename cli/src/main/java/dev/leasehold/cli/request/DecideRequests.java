package dev.leasehold.cli.request;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.money.Amounts;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Fit;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Requests for more budget and for more time: which there are, and what admins decide. */
public final class DecideRequests {

  private DecideRequests() {}

  @Command(name = "requests", description = "Lists the open requests for more, or all of a lease.")
  public static final class ListRequests implements Callable<Integer> {

    @Option(
        names = "--lease",
        paramLabel = "ID",
        description = "All of this lease, decided ones too.")
    private @Nullable String lease;

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Api api = server.connect();
      Reply reply = api.get(Address.of("/v1/requests").with("leaseId", lease));
      Answers answers = new Answers(server);
      if (server.json()) {
        return answers.json(reply);
      }
      Table table =
          new Table()
              .column("REQUEST", Fit.WHOLE)
              .column("BY", Fit.CUT)
              .column("POOL", Fit.OPTIONAL)
              .column("MORE", Fit.WHOLE)
              .column("STATUS", Fit.WHOLE)
              .column("ASKED", Fit.OPTIONAL)
              .column("BECAUSE", Fit.FOLDED);
      for (Fields request : reply.fields().objects("requests")) {
        Instant asked = request.time("askedAt");
        table.row(
            request.text("id"),
            request.text("holder"),
            request.text("pool"),
            more(request),
            status(request),
            asked == null ? "" : RelativeTime.of(asked, reply.now()),
            request.text("justification"));
      }
      answers.table(table);
      answers.notices(api, reply);
      return 0;
    }

    private static String status(Fields request) {
      String status = request.text("status").toLowerCase(Locale.ROOT);
      String by = request.text("decidedBy");
      return by.isEmpty() ? status : status + " by " + by;
    }
  }

  /** The words for what is asked for, or for what was granted if that is less. */
  private static String more(Fields request) {
    Duration granted = request.duration("grantedTtl");
    Duration asked = request.duration("ttl");
    if (asked == null) {
      return Amounts.text(request.object("amounts"));
    }
    return granted == null || granted.equals(asked)
        ? RelativeTime.length(asked)
        : RelativeTime.length(granted) + " of " + RelativeTime.length(asked);
  }

  @Command(
      name = "approve",
      description = {
        "Grants a request for more; for admins.",
        "The lease gets what was asked for, and its pool what it lacks for that, in one step."
      })
  public static final class Approve implements Callable<Integer> {

    @Mixin private final Decision decision = new Decision();

    @Override
    public Integer call() throws Exception {
      return decision.send(":approve", new Body());
    }
  }

  @Command(name = "decline", description = "Refuses a request for more; for admins.")
  public static final class Decline implements Callable<Integer> {

    @Mixin private final Decision decision = new Decision();

    @Override
    public Integer call() throws Exception {
      return decision.send(":decline", new Body());
    }
  }

  /** The request that is decided on, and why. */
  static final class Decision {

    @Parameters(paramLabel = "REQUEST", description = "Its number, which requests lists.")
    private String id = "";

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        required = true,
        description = "Told to whoever asked.")
    private String reason = "";

    @Mixin private ServerOptions server;

    int send(String verb, Body terms) throws IOException {
      Api api = server.connect();
      Reply reply = api.post(Address.of("/v1/requests/", id, verb), terms.with("reason", reason));
      Answers answers = new Answers(server);
      if (server.json()) {
        return answers.json(reply);
      }
      Fields request = reply.fields();
      answers.say(
          "request "
              + request.text("id")
              + " of "
              + request.text("holder")
              + " for "
              + more(request)
              + " is "
              + request.text("status").toLowerCase(Locale.ROOT));
      answers.notices(api, reply);
      return 0;
    }
  }
}
