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

/** Moves the end of a lease. */
@Command(name = "renew", description = "Keeps a lease for longer.")
public final class Renew implements Callable<Integer> {

  @Mixin private final LeaseChoice lease = new LeaseChoice();

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "From now on. Default: what the lease has.")
  private @Nullable String ttl;

  @Option(names = "--request-id", paramLabel = "ID", description = "To say the same twice safely.")
  private @Nullable String requestId;

  @Mixin private final ServerOptions server;

  public Renew(Surroundings surroundings) {
    server = new ServerOptions(surroundings);
  }

  @Override
  public Integer call() throws Exception {
    String id = lease.id(server, true);
    Api api = server.connect();
    return new Answers(server)
        .sentence(
            api,
            api.post(
                Address.of("/v1/leases/", id, ":renew"),
                new Body().with("ttl", ttl).with("requestId", requestId)));
  }
}
