package dev.leasehold.cli.naming;

import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Patterns;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Names a lease by what it is on, in the words of the acquire that took it, instead of by its id.
 */
public final class LeaseByPath {

  /** How leases end that were held. */
  private static final List<String> ENDED =
      List.of("EXPIRED", "RELEASED", "COMPLETED", "CLOSED", "REVOKED", "EVICTED");

  @Option(
      names = "--space",
      paramLabel = "SPACE",
      description =
          "Instead of an id, with --path, --glob or --name: the lease that is held or waited for on"
              + " exactly that.")
  private @Nullable String space;

  @Mixin private final PathOptions paths = new PathOptions();

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description = "With --space: the policy that it was taken under.")
  private @Nullable String policy;

  public boolean isGiven() {
    return space != null || policy != null || paths.isGiven();
  }

  /**
   * The id of the lease that is held on exactly this or, if none is, waited for.
   *
   * @param own whether it has to be the caller's
   */
  public String id(ServerOptions server, boolean own) throws IOException {
    return id(server, named(), policy, scope(server), own);
  }

  /** The id of the lease on exactly this, held or waited for; else of the last that has ended. */
  String idOrLast(ServerOptions server) throws IOException {
    String where = named();
    List<String> scope = scope(server);
    if (leases(server, where, policy, scope, false, List.of()).isEmpty()) {
      List<Fields> ended = leases(server, where, policy, scope, false, ENDED);
      if (!ended.isEmpty()) {
        return ended.get(ended.size() - 1).text("leaseId");
      }
    }
    return id(server, where, policy, scope, false);
  }

  private String named() throws CallFailedException {
    if (space == null || !paths.isGiven()) {
      throw new CallFailedException(
          Exit.USAGE, "name the lease by its id, or by --space and --path together");
    }
    return space;
  }

  /** The id of the living lease on exactly this scope. */
  public static String id(
      ServerOptions server, String space, @Nullable String policy, List<String> scope, boolean own)
      throws IOException {
    List<Fields> living = leases(server, space, policy, scope, own, List.of());
    List<Fields> held = living.stream().filter(l -> l.text("state").equals("ACTIVE")).toList();
    List<Fields> found = held.isEmpty() ? living : held;
    String what = Patterns.line(scope) + " in " + space;
    if (found.isEmpty()) {
      ItemPolicies.requireExisting(policy, server);
      throw new CallFailedException(
          Exit.NOT_FOUND,
          (own ? "you have no lease" : "there is no lease")
              + " on exactly "
              + what
              + "; leasehold ls --space "
              + space
              + " shows those there are");
    }
    if (found.size() > 1) {
      throw new CallFailedException(
          Exit.USAGE,
          "there are "
              + found.size()
              + " leases on exactly "
              + what
              + "; name one by its id: "
              + found.stream()
                  .map(lease -> lease.text("leaseId") + " of " + lease.text("holder"))
                  .collect(Collectors.joining(", ")));
    }
    return found.get(0).text("leaseId");
  }

  private List<String> scope(ServerOptions server) throws IOException {
    return paths
        .wanted(ItemPolicies.includes(policy, server), false, server.surroundings())
        .scope();
  }

  /**
   * The leases on exactly this scope, the oldest first.
   *
   * @param states those that live if there are none
   */
  private static List<Fields> leases(
      ServerOptions server,
      String space,
      @Nullable String policy,
      List<String> scope,
      boolean own,
      List<String> states)
      throws IOException {
    Address address =
        Address.of("/v1/leases")
            .with("space", space)
            .with("policy", policy)
            .with("own", own ? "true" : null);
    scope.forEach(pattern -> address.with("scope", pattern));
    states.forEach(state -> address.with("state", state));
    List<Fields> found = new ArrayList<>();
    Reply unused = server.connect().leases(address, found);
    return found;
  }
}
