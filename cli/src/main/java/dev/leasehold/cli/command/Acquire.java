package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
  @Mixin private final NewLease output = new NewLease();
  @Mixin private final ServerOptions server;

  public Acquire(Surroundings surroundings) {
    server = new ServerOptions(surroundings);
  }

  @Override
  public Integer call() throws Exception {
    Api api = server.connect();
    return output.print(server, api, Acquisition.of(options, api, server.surroundings()));
  }
}
