package dev.leasehold.cli.pool;

import dev.leasehold.cli.budget.AmountOptions;
import dev.leasehold.cli.command.Group;
import dev.leasehold.cli.command.RequestIdOption;
import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.money.Amounts;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Columns;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table.Fit;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for pools, which budgets are drawn from. */
public final class Pools {

  private static final String POOLS = "/v1/pools";

  private Pools() {}

  public static CommandLine commandLine(Surroundings surroundings) {
    return Group.of(
        surroundings,
        "Makes, fills and shows the pools that budgets come from.",
        new Create(),
        new ListPools(),
        new ShowPool(),
        new Deposit(),
        new Withdraw(),
        new Recur(),
        new Confirm());
  }

  /** A call about one pool, and how the pool is shown after it. */
  static final class PoolCall {

    @Parameters(paramLabel = "POOL", description = "Its name.")
    private String id = "";

    @Mixin private ServerOptions server;

    String id() {
      return id;
    }

    int post(Address address, Body body) throws IOException {
      Api api = server.connect();
      return show(api, api.post(address, body));
    }

    int verb(String verb, Body body) throws IOException {
      return post(Address.of(POOLS + "/", id, verb), body);
    }

    int get() throws IOException {
      Api api = server.connect();
      return show(api, api.get(Address.of(POOLS + "/", id, "")));
    }

    private int show(Api api, Reply reply) throws IOException {
      List<String> card = PoolCard.lines(reply.fields(), reply.now(), server.surroundings().zone());
      return new Answers(server)
          .printWithNotices(api, reply, answers -> card.forEach(answers::say));
    }
  }

  @Command(
      name = "create",
      description = {
        "Makes a pool.",
        "With --every it is topped up by itself at the beginning of every period, until what is"
            + " free and with leases makes the amount."
      },
      footer = {
        "",
        "Examples:",
        "  leasehold pool create team-a --amount '$$100' --amount '20M tokens'",
        "  leasehold pool create team-b --amount '$$500' --every month --zone Europe/Berlin"
      })
  static final class Create implements Callable<Integer> {

    @Mixin private final AmountOptions amounts = new AmountOptions();
    @Mixin private final TopUpInterval every = new TopUpInterval();

    @Mixin private final RequestIdOption requestId = new RequestIdOption();

    @Mixin private final PoolCall call = new PoolCall();

    @Override
    public Integer call() throws Exception {
      return call.post(
          Address.of(POOLS),
          new Body()
              .with("id", call.id())
              .with("amounts", amounts.byUnit())
              .with("recurrence", every.fields())
              .with("requestId", requestId.given()));
    }
  }

  @Command(name = "ls", description = "Lists all pools; for admins and auditors.")
  static final class ListPools implements Callable<Integer> {

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Api api = server.connect();
      Reply reply = api.get(Address.of(POOLS));
      Columns<Fields> columns =
          new Columns<Fields>()
              .with("POOL", Fit.WHOLE, ListPools::name)
              .with("FREE", Fit.WHOLE, pool -> Amounts.text(pool.object("free")))
              .with("WITH LEASES", Fit.WHOLE, pool -> Amounts.text(pool.object("outstanding")))
              .with("SPENT", Fit.WHOLE, pool -> Amounts.text(pool.object("spent")))
              .with("TOTAL", Fit.OPTIONAL, pool -> Amounts.text(pool.object("total")))
              .with("TOPPED UP", Fit.OPTIONAL, PoolCard::every);
      return new Answers(server)
          .printWithNotices(
              api, reply, answers -> answers.table(columns.of(reply.fields().objects("pools"))));
    }

    private static String name(Fields pool) {
      return pool.text("id") + (pool.isTrue("open") ? "" : " (closed)");
    }
  }

  @Command(name = "show", description = "Shows what a pool has, and how it is topped up.")
  static final class ShowPool implements Callable<Integer> {

    @Mixin private final PoolCall call = new PoolCall();

    @Override
    public Integer call() throws Exception {
      return call.get();
    }
  }

  /** Amounts that are put in or taken out, and the reason. */
  static final class Move {

    @Mixin private final AmountOptions amounts = new AmountOptions();

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        required = true,
        description = "Why, for the record.")
    private String reason = "";

    @Mixin private final RequestIdOption requestId = new RequestIdOption();

    Body body() throws IOException {
      return new Body()
          .with("amounts", amounts.some())
          .with("reason", reason)
          .with("requestId", requestId.given());
    }
  }

  @Command(name = "deposit", description = "Puts something into a pool.")
  static final class Deposit implements Callable<Integer> {

    @Mixin private final Move move = new Move();
    @Mixin private final PoolCall call = new PoolCall();

    @Override
    public Integer call() throws Exception {
      return call.verb(":deposit", move.body());
    }
  }

  @Command(name = "withdraw", description = "Takes out of a pool what is free.")
  static final class Withdraw implements Callable<Integer> {

    @Mixin private final Move move = new Move();
    @Mixin private final PoolCall call = new PoolCall();

    @Override
    public Integer call() throws Exception {
      return call.verb(":withdraw", move.body());
    }
  }

  @Command(
      name = "recur",
      description = {
        "Has a pool topped up every day, week or month.",
        "Without --every it is topped up no more. The present period is topped up at once."
      })
  static final class Recur implements Callable<Integer> {

    @Mixin private final AmountOptions amounts = new AmountOptions();
    @Mixin private final TopUpInterval every = new TopUpInterval();

    @Mixin private final RequestIdOption requestId = new RequestIdOption();

    @Mixin private final PoolCall call = new PoolCall();

    @Override
    public Integer call() throws Exception {
      Body body = new Body().with("amounts", amounts.byUnit()).with("requestId", requestId.given());
      every.fields().forEach(body::with);
      return call.verb(":recur", body);
    }
  }

  @Command(
      name = "confirm",
      description = {
        "Opens a pool again after a backup was restored.",
        "Say with --amount what was spent of it in all, also since the backup."
      })
  static final class Confirm implements Callable<Integer> {

    @Mixin private final AmountOptions amounts = new AmountOptions();
    @Mixin private final PoolCall call = new PoolCall();

    @Override
    public Integer call() throws Exception {
      return call.verb(":confirm", new Body().with("spent", amounts.byUnit()));
    }
  }
}
