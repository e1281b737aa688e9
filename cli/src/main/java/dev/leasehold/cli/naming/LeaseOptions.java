package dev.leasehold.cli.naming;

import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.ServerOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that describe the lease to be asked for. */
public final class LeaseOptions {

  /** The policy under which a lease that names nothing is of the whole project. */
  public static final String CHECKOUT = "checkout";

  @Option(
      names = "--space",
      paramLabel = "SPACE",
      required = true,
      description = "What the paths lie in, such as a repository.")
  private String space = "";

  @Mixin private final PathOptions paths = new PathOptions();

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "exclusive or shared. Default: exclusive.")
  private @Nullable String mode;

  @Option(names = "--policy", paramLabel = "NAME", description = "The terms. Default: file.")
  private @Nullable String policy;

  @Option(
      names = "--ttl",
      paramLabel = "DURATION",
      description = "How long, such as 90s, 15m, 1h30m or 3d. Default: the policy's.")
  private @Nullable String ttl;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      description =
          "How long to wait for others, at most 1h. Without it a conflict is refused at once.")
  private @Nullable String wait;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "Larger goes first among those who wait: -100 to 100. Default: 0.")
  private @Nullable Integer priority;

  @Option(
      names = "--heartbeat",
      paramLabel = "DURATION",
      description = "A holder that is silent for longer loses the lease.")
  private @Nullable String heartbeat;

  @Option(
      names = "--max-renewals",
      paramLabel = "N",
      description = "How often it may be renewed; -1 for unlimited. Default: the policy's.")
  private @Nullable Integer maxRenewals;

  @Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description = "Something to remember, as often as you like.")
  private Map<String, String> labels = new LinkedHashMap<>();

  @Option(
      names = "--session",
      paramLabel = "NAME",
      description = "Which of several workers that share your token.")
  private @Nullable String session;

  @Option(
      names = "--holder",
      paramLabel = "NAME",
      description = "For whom. Default: you; only admins may name another.")
  private @Nullable String holder;

  @Option(
      names = "--lease-id",
      paramLabel = "ID",
      description = "An id of your own, under policies that take it.")
  private @Nullable String leaseId;

  /** The body of the request. Notes say which names of files it took. */
  public Body body(ServerOptions server) throws IOException {
    if (!CHECKOUT.equals(policy)) {
      paths.requireGiven();
    }
    PathOptions.Wanted wanted =
        paths.wanted(ItemPolicies.includes(policy, server), false, server.surroundings());
    return new Body()
        .with("policy", policy)
        .with("space", space)
        .with("scope", wanted.patterns())
        .with("paths", wanted.paths())
        .with("mode", upper(mode))
        .with("ttl", ttl)
        .with("wait", wait)
        .with("priority", priority)
        .with("maxRenewals", maxRenewals)
        .with("heartbeat", heartbeat)
        .with("labels", labels)
        .with("leaseId", leaseId)
        .with("holder", holder)
        .with("session", session);
  }

  public static @Nullable String upper(@Nullable String word) {
    return word == null ? null : word.toUpperCase(Locale.ROOT);
  }
}
