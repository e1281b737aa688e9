package dev.leasehold.cli.admin;

import dev.leasehold.cli.command.Group;
import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
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
      Answers answers = new Answers(server);
      if (server.json()) {
        return answers.json(reply);
      }
      answers.table(table(reply.fields().objects("policies")));
      return 0;
    }
  }

  static Table table(List<Fields> policies) {
    Table table =
        new Table()
            .column("POLICY", Fit.WHOLE)
            .column("TTL", Fit.WHOLE)
            .column("AT MOST", Fit.WHOLE)
            .column("RENEWALS", Fit.WHOLE)
            .column("EXTENSIONS", Fit.OPTIONAL)
            .column("GRACE", Fit.OPTIONAL)
            .column("HEARTBEAT", Fit.OPTIONAL)
            .column("SIGNED", Fit.OPTIONAL)
            .column("MODES", Fit.OPTIONAL)
            .column("VERSION", Fit.OPTIONAL);
    for (Fields policy : policies) {
      table.row(
          policy.text("name"),
          length(policy, "defaultTtl"),
          length(policy, "maxTtl"),
          renewals(policy),
          policy.isTrue("extensions") ? "yes" : "no",
          length(policy, "grace"),
          length(policy, "heartbeat"),
          policy.isTrue("signed") ? "yes" : "no",
          String.join(" ", policy.texts("modes")).toLowerCase(Locale.ROOT),
          policy.isTrue("builtIn") ? "built in" : policy.text("version"));
    }
    return table;
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
