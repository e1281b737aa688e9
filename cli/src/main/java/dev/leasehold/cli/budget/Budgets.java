package dev.leasehold.cli.budget;

import dev.leasehold.cli.command.Group;
import dev.leasehold.cli.command.LeaseCall;
import dev.leasehold.cli.command.RequestIdOption;
import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.report.ReportCommand;
import dev.leasehold.cli.request.DecideRequests;
import dev.leasehold.cli.request.RequestMore;
import dev.leasehold.cli.run.BudgetRun;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands for budgets: to get one, to spend from it, to end it. */
public final class Budgets {

  private Budgets() {}

  public static CommandLine commandLine(Surroundings surroundings) {
    return Group.of(
        surroundings,
        "Gets a right to spend, spends from it, gives the rest back.",
        new Handshake(),
        new Spend(),
        new Reserve(),
        new Settle(),
        new Cancel(),
        new Refresh(),
        new Close(),
        new ShowBudget(),
        new RequestMore(),
        new DecideRequests.ListRequests(),
        new DecideRequests.Approve(),
        new DecideRequests.Decline(),
        new ReportCommand(),
        new BudgetRun());
  }

  @Command(name = "spend", description = "Counts what was used.")
  static final class Spend implements Callable<Integer> {

    @Mixin private final AmountOptions amounts = new AmountOptions();

    @Option(names = "--note", paramLabel = "TEXT", description = "What for, for the record.")
    private @Nullable String note;

    @Mixin private final SpendLabels labels = new SpendLabels();

    @Mixin private final RequestIdOption requestId = new RequestIdOption();

    @Mixin private final LeaseCall call = new LeaseCall();

    @Override
    public Integer call() throws Exception {
      return call.ofBudget(
          ":spend",
          new Body()
              .with("requestId", requestId.orNew())
              .with("amounts", amounts.some())
              .with("note", note)
              .with("labels", labels.byName()));
    }
  }

  @Command(name = "reserve", description = "Sets aside what a call may cost.")
  static final class Reserve implements Callable<Integer> {

    @Mixin private final AmountOptions amounts = new AmountOptions();

    @Option(
        names = "--timeout",
        paramLabel = "DURATION",
        description = "When it returns if nobody settles it. Default: 10m.")
    private @Nullable String timeout;

    @Mixin private final SpendLabels labels = new SpendLabels();

    @Option(
        names = "--request-id",
        paramLabel = "ID",
        description = "The reservation's id. Default: a new one, which is printed.")
    private @Nullable String requestId;

    @Mixin private final LeaseCall call = new LeaseCall();

    @Override
    public Integer call() throws Exception {
      return call.ofBudget(
          ":reserve",
          new Body()
              .with("requestId", requestId == null ? UUID.randomUUID().toString() : requestId)
              .with("amounts", amounts.some())
              .with("timeout", timeout)
              .with("labels", labels.byName()));
    }
  }

  @Command(name = "settle", description = "Says what the call cost that a reservation was for.")
  static final class Settle implements Callable<Integer> {

    @Option(
        names = "--reservation",
        paramLabel = "ID",
        required = true,
        description = "The id that it was reserved under.")
    private String reservation = "";

    @Mixin private final AmountOptions amounts = new AmountOptions();
    @Mixin private final SpendLabels labels = new SpendLabels();
    @Mixin private final LeaseCall call = new LeaseCall();

    @Override
    public Integer call() throws Exception {
      return call.ofBudget(
          ":settle",
          new Body()
              .with("reservationId", reservation)
              .with("amounts", amounts.byUnit())
              .with("labels", labels.byName()));
    }
  }

  @Command(name = "cancel", description = "Gives a reservation back whose call never took place.")
  static final class Cancel implements Callable<Integer> {

    @Option(
        names = "--reservation",
        paramLabel = "ID",
        required = true,
        description = "The id that it was reserved under.")
    private String reservation = "";

    @Mixin private final LeaseCall call = new LeaseCall();

    @Override
    public Integer call() throws Exception {
      return call.ofBudget(":cancel", new Body().with("reservationId", reservation));
    }
  }

  @Command(name = "refresh", description = "Gets more time, and more to spend; also in grace.")
  static final class Refresh implements Callable<Integer> {

    @Mixin private final AmountOptions amounts = new AmountOptions();

    @Mixin private final RequestIdOption requestId = new RequestIdOption();

    @Mixin private final LeaseCall call = new LeaseCall();

    @Override
    public Integer call() throws Exception {
      return call.ofBudget(
          ":refresh",
          new Body().with("requested", amounts.byUnit()).with("requestId", requestId.given()));
    }
  }

  @Command(name = "close", description = "Ends a budget and gives the rest back to its pool.")
  static final class Close implements Callable<Integer> {

    @Mixin private final RequestIdOption requestId = new RequestIdOption();

    @Mixin private final LeaseCall call = new LeaseCall();

    @Override
    public Integer call() throws Exception {
      return call.ofBudget(":close", new Body().with("requestId", requestId.given()));
    }
  }

  @Command(name = "show", description = "Shows a budget: granted, reserved, spent and left.")
  static final class ShowBudget implements Callable<Integer> {

    @Mixin private final LeaseCall call = new LeaseCall();

    @Override
    public Integer call() throws Exception {
      Address address = call.address("", true);
      Api api = call.server().connect();
      Reply reply = api.get(address);
      return new Answers(call.server()).card(api, reply);
    }
  }
}
