package dev.leasehold.cli.request;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.money.Amounts;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Columns;
import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Table.Fit;
import java.io.IOException;
import java.time.Duration;
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
      Columns<Fields> columns =
          new Columns<Fields>()
              .with("REQUEST", Fit.WHOLE, request -> request.text("id"))
              .with("BY", Fit.CUT, request -> request.text("holder"))
              .with("POOL", Fit.OPTIONAL, request -> request.text("pool"))
              .with("MORE", Fit.WHOLE, DecideRequests::more)
              .with("STATUS", Fit.WHOLE, ListRequests::status)
              .with("ASKED", Fit.OPTIONAL, request -> request.when("askedAt", reply.now(), ""))
              .with("BECAUSE", Fit.FOLDED, request -> request.text("justification"));
      return new Answers(server)
          .printWithNotices(
              api, reply, answers -> answers.table(columns.of(reply.fields().objects("requests"))));
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
      Fields request = reply.fields();
      String decided =
          "request "
              + request.text("id")
              + " of "
              + request.text("holder")
              + " for "
              + more(request)
              + " is "
              + request.text("status").toLowerCase(Locale.ROOT);
      return new Answers(server).printWithNotices(api, reply, answers -> answers.say(decided));
    }
  }
}
