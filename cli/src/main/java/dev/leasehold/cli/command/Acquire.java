package dev.leasehold.cli.command;

import dev.leasehold.cli.acquire.Acquisition;
import dev.leasehold.cli.money.Amounts;
import dev.leasehold.cli.naming.LeaseOptions;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes a lease. */
@Command(
    name = "acquire",
    description = {
      "Takes a lease: all that is asked for, or nothing.",
      "While it waits, Ctrl-C gives up the place in the queue."
    },
    footer = {
      "",
      "Examples:",
      "  leasehold acquire --space repo-a --path src/api --ttl 5m",
      "  id=$(leasehold acquire --space repo-a --path README.md --wait 30s --quiet)",
      "  leasehold acquire --space jobs --name night --policy work --pool team-a --budget '2M"
          + " tokens'"
    })
public final class Acquire implements Callable<Integer> {

  @Mixin private final LeaseOptions options = new LeaseOptions();

  @Mixin private final IdempotencyKey requestId = new IdempotencyKey();

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      description = "What the budget is drawn from. Default: what your token names.")
  private @Nullable String pool;

  @Option(
      names = "--budget",
      paramLabel = "AMOUNT",
      description =
          "How much the lease may spend: '$$12.50', '2M tokens', tokens=2M or tokens=5000, one for"
              + " each unit.")
  private List<String> budget = new ArrayList<>();

  @Mixin private final NewLease output = new NewLease();
  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    Map<String, Object> amounts = Amounts.byUnit("--budget", budget);
    Api api = server.connect();
    Body body =
        options
            .body(server)
            .with("requestId", requestId.given())
            .with("pool", pool)
            .with("budget", amounts);
    Acquisition acquisition = Acquisition.of(body, api, server.surroundings());
    return output.print(server, api, acquisition.sendUnlessEnded());
  }
}
