package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lets go of a lease. */
@Command(name = "release", description = "Lets go of a lease, or gives up waiting for it.")
public final class Release implements Callable<Integer> {

  @Mixin private final LeaseArgument lease = new LeaseArgument();

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      description = "completed, aborted or voluntary, for the record. Default: voluntary.")
  private @Nullable String reason;

  @Option(
      names = "--after",
      paramLabel = "DURATION",
      description = "How much longer it keeps others out. Default: not at all.")
  private @Nullable String after;

  @Option(names = "--request-id", paramLabel = "ID", description = "To say the same twice safely.")
  private @Nullable String requestId;

  @Mixin private final ServerOptions server;

  public Release(Surroundings surroundings) {
    server = new ServerOptions(surroundings);
  }

  @Override
  public Integer call() throws Exception {
    String id = lease.id(server.surroundings());
    Api api = server.connect();
    return new Answers(server)
        .sentence(
            api,
            api.post(
                Address.of("/v1/leases/", id, ":release"),
                new Body()
                    .with("reason", LeaseOptions.upper(reason))
                    .with("after", after)
                    .with("requestId", requestId)));
  }
}
