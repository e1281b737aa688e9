package dev.leasehold.cli.admin;

import dev.leasehold.cli.command.Group;
import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Columns;
import dev.leasehold.cli.terminal.RelativeTime;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Fit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The terms that leases are granted under. */
public final class Policies {

  private Policies() {}

  public static CommandLine commandLine(Surroundings surroundings) {
    return Group.of(
        surroundings,
        "Shows and adds the terms that leases are granted under.",
        new ListPolicies(),
        new AddPolicy());
  }

  @Command(name = "ls", description = "Lists the newest version of each policy.")
  static final class ListPolicies implements Callable<Integer> {

    @Mixin private ServerOptions server;

    @Override
    public Integer call() throws Exception {
      Reply reply = server.connect().get(Address.of("/v1/policies"));
      return new Answers(server)
          .print(reply, answers -> answers.table(table(reply.fields().objects("policies"))));
    }
  }

  static Table table(List<Fields> policies) {
    return new Columns<Fields>()
        .with("POLICY", Fit.WHOLE, policy -> policy.text("name"))
        .with("TTL", Fit.WHOLE, policy -> length(policy, "defaultTtl"))
        .with("AT MOST", Fit.WHOLE, policy -> length(policy, "maxTtl"))
        .with("RENEWALS", Fit.WHOLE, Policies::renewals)
        .with("EXTENSIONS", Fit.OPTIONAL, policy -> policy.isTrue("extensions") ? "yes" : "no")
        .with("GRACE", Fit.OPTIONAL, policy -> length(policy, "grace"))
        .with("HEARTBEAT", Fit.OPTIONAL, policy -> length(policy, "heartbeat"))
        .with("SIGNED", Fit.OPTIONAL, policy -> policy.isTrue("signed") ? "yes" : "no")
        .with("MODES", Fit.OPTIONAL, Policies::modes)
        .with("VERSION", Fit.OPTIONAL, Policies::version)
        .of(policies);
  }

  private static String modes(Fields policy) {
    return String.join(" ", policy.texts("modes")).toLowerCase(Locale.ROOT);
  }

  private static String version(Fields policy) {
    return policy.isTrue("builtIn") ? "built in" : policy.text("version");
  }

  private static String renewals(Fields policy) {
    if (!policy.isTrue("renewable")) {
      return "none";
    }
    return policy.number("maxRenewals") < 0 ? "unlimited" : policy.text("maxRenewals");
  }

  private static String length(Fields policy, String name) {
    Duration duration = policy.duration(name);
    return duration == null || duration.isZero() ? "-" : RelativeTime.length(duration);
  }
}
