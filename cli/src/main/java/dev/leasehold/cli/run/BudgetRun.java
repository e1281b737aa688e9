package dev.leasehold.cli.run;

import dev.leasehold.cli.budget.AmountOptions;
import dev.leasehold.cli.money.Amounts;
import dev.leasehold.cli.process.AfterDeath;
import dev.leasehold.cli.process.CommandEnd;
import dev.leasehold.cli.process.ForwardedSignals;
import dev.leasehold.cli.process.LatestEnd;
import dev.leasehold.cli.process.NotStartedException;
import dev.leasehold.cli.process.RunningCommand;
import dev.leasehold.cli.process.Supervisor;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Endpoint;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import dev.leasehold.client.budget.BudgetListener;
import dev.leasehold.client.budget.BudgetTerms;
import dev.leasehold.client.budget.HeldBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gets a right to spend for a command, and gives the rest back when it ends. */
@Command(
    name = "run",
    exitCodeOnInvalidInput = 125,
    exitCodeOnExecutionException = 125,
    description = {
      "Runs a command with a budget, and gives the rest back.",
      "The command finds LEASEHOLD_SERVER, LEASEHOLD_LEASE and LEASEHOLD_IP_TOKEN in its"
          + " environment; LEASEHOLD_TOKEN is the IP token too, so that leasehold budget spend"
          + " works there and your own token stays with you.",
      "With --gateway also OPENAI_BASE_URL, OPENAI_API_KEY, ANTHROPIC_BASE_URL and"
          + " ANTHROPIC_API_KEY, which the SDKs read by themselves.",
      "Its time is put off while the command runs; what may be spent stays what --amount says.",
      "If the budget is revoked, that is said, and calls are refused; the command goes on."
    },
    footer = {
      "",
      "Example:",
      "  leasehold budget run --amount '$$5' --provider openai-main --gateway http://127.0.0.1:7430"
          + " -- python agent.py"
    })
public final class BudgetRun implements Callable<Integer> {

  /** A watchdog always has a time; nothing has to end here while this process is only stopped. */
  private static final Duration TEN_YEARS = Duration.ofDays(3_650);

  private static final Duration GRACE = Duration.ofSeconds(1);

  @Mixin private final AmountOptions amounts = new AmountOptions();

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      description = "What to draw on. Default: what your token names.")
  private @Nullable String pool;

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description = "Whom calls through a gateway go to, as leasehold provider ls lists it.")
  private @Nullable String provider;

  @Option(
      names = "--gateway",
      paramLabel = "URL",
      description = "A gateway (leasehold gateway) for the SDKs in the command.")
  private @Nullable String gateway;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing of one's own unless something is wrong.")
  private boolean quiet;

  @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The command and its words.")
  private List<String> command = new ArrayList<>();

  @Mixin private ServerOptions server;

  @Spec
  void spec(CommandSpec spec) {
    // Nothing that the server answers is printed.
    spec.remove(spec.findOption("--json"));
    // All words after the command's name belong to the command, with -- before it or without.
    spec.parser().stopAtPositional(true);
    spec.usageMessage().exitCodeListHeading("%nExit codes:%n").exitCodeList(RunExit.list());
  }

  @Override
  public Integer call() throws Exception {
    RunMessages say = new RunMessages(server.surroundings().err(), quiet);
    try {
      if (!Programs.exists(command.get(0), server.surroundings().variable("PATH"))) {
        say.always(command.get(0) + ": not found");
        return NotStartedException.NOT_FOUND;
      }
      BudgetTerms terms = terms();
      Supervisor supervisor = Supervisor.prepare();
      Endpoint endpoint = server.connect().endpoint();
      try (LeaseholdClient client = LeaseholdClient.connect(Clients.options(endpoint).build())) {
        return run(supervisor, endpoint, HeldBudget.open(client, terms), say);
      }
    } catch (NotStartedException e) {
      say.always(String.valueOf(e.getMessage()));
      return e.exitCode();
    } catch (CallFailedException e) {
      say.always(String.valueOf(e.getMessage()));
      return RunExit.of(e.exit()).code();
    } catch (LeaseholdException e) {
      say.always(String.valueOf(e.getMessage()));
      return exitOf(e).code();
    }
  }

  private BudgetTerms terms() throws CallFailedException {
    Map<String, Long> asked = new TreeMap<>();
    amounts.some().forEach((unit, amount) -> asked.put(unit, (Long) amount));
    BudgetTerms.Builder terms = BudgetTerms.asking(asked).withoutRefill();
    if (pool != null) {
      terms.pool(pool);
    }
    if (provider != null) {
      terms.provider(provider);
    }
    return terms.build();
  }

  private int run(Supervisor supervisor, Endpoint endpoint, HeldBudget budget, RunMessages say)
      throws IOException {
    budget.listen(
        new BudgetListener() {
          @Override
          public void revoked(String leaseId, String reason) {
            say.always("budget " + leaseId + " was revoked, its calls are refused: " + reason);
          }
        });
    AfterDeath lastCall =
        ReleaseAfterDeath.of(
            List.of("budget", "close"),
            budget.leaseId(),
            null,
            endpoint,
            server.surroundings().variable("LEASEHOLD_JAVA_OPTS"));
    try (budget;
        RunningCommand running =
            supervisor.start(
                command,
                variables(endpoint, budget),
                GRACE,
                new LatestEnd(TEN_YEARS, GRACE),
                lastCall)) {
      ForwardedSignals.all(running::signal);
      say.usually(
          "spending from " + budget.leaseId() + ", at most " + Amounts.text(budget.remaining()));
      CommandEnd end = running.end().join();
      if (running.hasLeftovers()) {
        say.usually("the command has ended; what it left behind is ended too");
        running.endLeftovers(GRACE);
      }
      budget.close();
      say.usually("spent " + Amounts.text(budget.lease().getBudget().getSpentMap()));
      if (end.signal() == supervisor.number("INT") && running.hadTerminal()) {
        running.close();
        supervisor.dieWithJob("INT");
      }
      return end.exitCode();
    }
  }

  private Map<String, String> variables(Endpoint endpoint, HeldBudget budget) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("LEASEHOLD_SERVER", endpoint.url());
    variables.put("LEASEHOLD_LEASE", budget.leaseId());
    variables.put("LEASEHOLD_IP_TOKEN", budget.ipToken());
    variables.put("LEASEHOLD_TOKEN", budget.ipToken());
    if (gateway != null) {
      String base = gateway.replaceAll("/+$", "");
      variables.put("OPENAI_BASE_URL", base + "/v1");
      variables.put("OPENAI_API_KEY", budget.ipToken());
      variables.put("ANTHROPIC_BASE_URL", base);
      variables.put("ANTHROPIC_API_KEY", budget.ipToken());
    }
    return variables;
  }

  private static RunExit exitOf(LeaseholdException e) {
    if (!(e instanceof RefusedException refused)) {
      return RunExit.UNREACHABLE;
    }
    return switch (refused.code()) {
      case "UNAUTHENTICATED", "UNAVAILABLE" -> RunExit.UNREACHABLE;
      case "ALREADY_LEASED", "SCOPE_OVERLAP" -> RunExit.HELD;
      default -> RunExit.REFUSED;
    };
  }
}
