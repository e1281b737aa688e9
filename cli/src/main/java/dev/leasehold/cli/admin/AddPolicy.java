package dev.leasehold.cli.admin;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds a policy. */
@Command(
    name = "add",
    description = {
      "Adds a policy, or a new version of one; for admins.",
      "What is not given is the base's. A change touches later grants only."
    })
public final class AddPolicy implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "Its name.")
  private String name = "";

  @Option(
      names = "--base",
      paramLabel = "POLICY",
      description = "What it is like. Default: its last version, else file.")
  private @Nullable String base;

  @Option(names = "--ttl", paramLabel = "DURATION", description = "Where none is asked for.")
  private @Nullable String defaultTtl;

  @Option(names = "--max-ttl", paramLabel = "DURATION", description = "The longest there is.")
  private @Nullable String maxTtl;

  @Option(names = "--max-renewals", paramLabel = "N", description = "-1 for unlimited.")
  private @Nullable Integer maxRenewals;

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      description = "How long a lease that has expired keeps others out.")
  private @Nullable String grace;

  @Option(
      names = "--reminder-lead",
      paramLabel = "DURATION",
      description = "How long before its end the holder is reminded; 0s for never.")
  private @Nullable String reminderLead;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      split = ",",
      description = "What it may be held in: exclusive, shared.")
  private List<String> modes = new ArrayList<>();

  @Option(
      names = "--signed",
      paramLabel = "true|false",
      description = "Whether the registrar signs every grant.")
  private @Nullable Boolean signed;

  @Option(
      names = "--heartbeat",
      paramLabel = "DURATION",
      description = "Of leases that ask for none; 0s for no heartbeat.")
  private @Nullable String heartbeat;

  @Option(
      names = "--durable-epochs",
      paramLabel = "true|false",
      description = "Whether epochs go on after a lease has ended.")
  private @Nullable Boolean durableEpochs;

  @Option(
      names = "--extensions",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "Whether holders may ask admins for more time than the lease has.")
  private @Nullable Boolean extensions;

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    Reply reply = server.connect().post(Address.of("/v1/policies"), body());
    return new Answers(server)
        .print(reply, answers -> answers.table(Policies.table(List.of(reply.fields()))));
  }

  private Body body() {
    return new Body()
        .with("name", name)
        .with("base", base)
        .with("defaultTtl", defaultTtl)
        .with("maxTtl", maxTtl)
        .with("maxRenewals", maxRenewals)
        .with("grace", grace)
        .with("reminderLead", reminderLead)
        .with("modes", modes.stream().map(mode -> mode.toUpperCase(Locale.ROOT)).toList())
        .with("signed", signed)
        .with("heartbeat", heartbeat)
        .with("durableEpochs", durableEpochs)
        .with("extensions", extensions);
  }
}
