package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gives a part of a lease to another. */
@Command(
    name = "derive",
    description = {
      "Gives a part of a lease to another.",
      "That is a narrower lease, which ends with this one at the latest."
    })
public final class Derive implements Callable<Integer> {

  @Mixin private final LeaseArgument lease = new LeaseArgument();

  @Option(names = "--to", paramLabel = "HOLDER", required = true, description = "Who gets it.")
  private String holder = "";

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description = "A plain name within the lease; a local directory means all below it.")
  private List<String> paths = new ArrayList<>();

  @Option(
      names = "--glob",
      paramLabel = "PATTERN",
      description = "A pattern within the lease. Default without --path: all of the lease.")
  private List<String> globs = new ArrayList<>();

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "exclusive or shared. Default: the lease's.")
  private @Nullable String mode;

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "How long, never beyond the lease. Default: the lease's.")
  private @Nullable String ttl;

  @Option(names = "--session", paramLabel = "NAME", description = "Which of several workers.")
  private @Nullable String session;

  @Option(names = "--request-id", paramLabel = "ID", description = "To say the same twice safely.")
  private @Nullable String requestId;

  @Mixin private final NewLease output = new NewLease();
  @Mixin private final ServerOptions server;

  public Derive(Surroundings surroundings) {
    server = new ServerOptions(surroundings);
  }

  @Override
  public Integer call() throws Exception {
    String id = lease.id(server.surroundings());
    Body body =
        new Body()
            .with("holder", holder)
            .with("paths", LocalPaths.plain(paths, server.surroundings()))
            .with("scope", LocalPaths.patterns(globs))
            .with("mode", LeaseOptions.upper(mode))
            .with("ttl", ttl)
            .with("session", session)
            .with("requestId", requestId);
    Api api = server.connect();
    return output.print(server, api, api.post(Address.of("/v1/leases/", id, ":derive"), body));
  }
}
