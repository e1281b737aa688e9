package dev.leasehold.cli.command;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.money.Amounts;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Room;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Requests for more budget: which there are, and what admins decide. */
final class DecideRequests {

  private DecideRequests() {}

  @Command(name = "requests", description = "Lists the open requests for more, or all of a lease.")
  static final class ListRequests implements Callable<Integer> {

    @Option(
        names = "--lease",
        paramLabel = "ID",
        description = "All of this lease, decided ones too.")
    private @Nullable String lease;

    @Mixin private final ServerOptions server;

    ListRequests(Surroundings surroundings) {
      server = new ServerOptions(surroundings);
    }

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
              .column("REQUEST", Room.WHOLE)
              .column("BY", Room.CUT)
              .column("POOL", Room.OPTIONAL)
              .column("AMOUNT", Room.WHOLE)
              .column("STATUS", Room.WHOLE)
              .column("ASKED", Room.OPTIONAL)
              .column("BECAUSE", Room.FOLDED);
      for (Fields request : reply.fields().objects("requests")) {
        Instant asked = request.time("askedAt");
        table.row(
            request.text("id"),
            request.text("holder"),
            request.text("pool"),
            Amounts.text(request.object("amounts")),
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

  @Command(
      name = "approve",
      description = {
        "Grants a request for more; for admins.",
        "The lease gets what was asked for, and its pool what it lacks for that, in one step."
      })
  static final class Approve implements Callable<Integer> {

    @Mixin private final Decision decision;

    Approve(Surroundings surroundings) {
      decision = new Decision(surroundings);
    }

    @Override
    public Integer call() throws Exception {
      return decision.send(":approve");
    }
  }

  @Command(name = "decline", description = "Refuses a request for more; for admins.")
  static final class Decline implements Callable<Integer> {

    @Mixin private final Decision decision;

    Decline(Surroundings surroundings) {
      decision = new Decision(surroundings);
    }

    @Override
    public Integer call() throws Exception {
      return decision.send(":decline");
    }
  }

  /** The request that is decided on, and why. */
  static final class Decision {

    @Parameters(
        paramLabel = "REQUEST",
        description = "Its number; leasehold budget requests lists them.")
    private String id = "";

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        required = true,
        description = "Told to whoever asked.")
    private String reason = "";

    @Mixin private final ServerOptions server;

    Decision(Surroundings surroundings) {
      server = new ServerOptions(surroundings);
    }

    int send(String verb) throws IOException {
      Api api = server.connect();
      Reply reply =
          api.post(Address.of("/v1/requests/", id, verb), new Body().with("reason", reason));
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
              + Amounts.text(request.object("amounts"))
              + " is "
              + request.text("status").toLowerCase(Locale.ROOT));
      answers.notices(api, reply);
      return 0;
    }
  }
}
