package dev.leasehold.cli.command;

import dev.leasehold.cli.naming.ItemPolicies;
import dev.leasehold.cli.naming.LeaseArgument;
import dev.leasehold.cli.naming.LeaseByPath;
import dev.leasehold.cli.naming.LeaseChoice;
import dev.leasehold.cli.naming.LeaseOptions;
import dev.leasehold.cli.naming.PathOptions;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
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
      "That is a narrower lease, which ends with this one at the latest.",
      "Without --path, --glob and --name it is all of the lease."
    },
    footer = {
      "",
      "Examples:",
      "  leasehold derive 01JQ0W9GZ5 --to bob --path src/api",
      "  leasehold derive --space repo-a --of src --to bob --path src/api"
    })
public final class Derive implements Callable<Integer> {

  @Mixin private final LeaseArgument lease = new LeaseArgument();

  @Option(
      names = "--space",
      paramLabel = "SPACE",
      description =
          "Instead of an id: your lease in this space that is on exactly what --of says or, without"
              + " it, on what is given to the other.")
  private @Nullable String space;

  @Option(
      names = "--of",
      paramLabel = "PATH",
      description = "With --space: what the lease is on, said like --path.")
  private List<String> of = new ArrayList<>();

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "With --space: the policy that it was taken under.")
  private @Nullable String policy;

  @Option(names = "--to", paramLabel = "HOLDER", required = true, description = "Who gets it.")
  private String holder = "";

  @Mixin private final PathOptions paths = new PathOptions();

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

  @Mixin private final IdempotencyKey requestId = new IdempotencyKey();

  @Mixin private final NewLease output = new NewLease();
  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    String id = leaseId();
    Api api = server.connect();
    PathOptions.Wanted wanted = paths.wanted(isOfItems(api, id), false, server.surroundings());
    Body body =
        new Body()
            .with("holder", holder)
            .with("paths", wanted.paths())
            .with("scope", wanted.patterns())
            .with("mode", LeaseOptions.upper(mode))
            .with("ttl", ttl)
            .with("session", session)
            .with("requestId", requestId.given());
    return output.print(server, api, api.post(Address.of("/v1/leases/", id, ":derive"), body));
  }

  private String leaseId() throws IOException {
    if (space == null) {
      if (!of.isEmpty() || policy != null) {
        throw new CallFailedException(
            Exit.USAGE, "--of and --policy are of use with --space alone");
      }
      return lease.id(server.surroundings());
    }
    if (lease.isGiven()) {
      throw LeaseChoice.notBoth();
    }
    PathOptions whole = of.isEmpty() ? paths : paths.of(of);
    whole.requireGiven();
    return LeaseByPath.id(
        server,
        space,
        policy,
        whole.wanted(ItemPolicies.includes(policy, server), true, server.surroundings()).scope(),
        true);
  }

  /** Names mean in the part what they mean in the lease. */
  private boolean isOfItems(Api api, String id) throws IOException {
    return paths.isGiven()
        && ItemPolicies.includes(
            api.get(Address.of("/v1/leases/", id, "")).fields().text("policy"), server);
  }
}
