package dev.leasehold.cli.command;

import dev.leasehold.cli.acquire.Acquisition;
import dev.leasehold.cli.naming.LeaseOptions;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
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
      "  id=$(leasehold acquire --space repo-a --path README.md --wait 30s --quiet)"
    })
public final class Acquire implements Callable<Integer> {

  @Mixin private final LeaseOptions options = new LeaseOptions();

  @Option(
      names = "--request-id",
      paramLabel = "ID",
      description = "Say the same again with the same id and it has one effect.")
  private @Nullable String requestId;

  @Mixin private final NewLease output = new NewLease();
  @Mixin private final ServerOptions server;

  public Acquire(Surroundings surroundings) {
    server = new ServerOptions(surroundings);
  }

  @Override
  public Integer call() throws Exception {
    Api api = server.connect();
    Body body = options.body(server).with("requestId", requestId);
    Acquisition acquisition = Acquisition.of(body, api, server.surroundings());
    return output.print(server, api, acquisition.sendUnlessEnded());
  }
}
