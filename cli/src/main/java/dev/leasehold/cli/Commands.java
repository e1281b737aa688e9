package dev.leasehold.cli;

import dev.leasehold.cli.admin.Config;
import dev.leasehold.cli.admin.Policies;
import dev.leasehold.cli.admin.Providers;
import dev.leasehold.cli.admin.Tokens;
import dev.leasehold.cli.bench.Bench;
import dev.leasehold.cli.budget.Budgets;
import dev.leasehold.cli.checkout.Checkin;
import dev.leasehold.cli.checkout.Checkout;
import dev.leasehold.cli.checkout.Status;
import dev.leasehold.cli.command.Acquire;
import dev.leasehold.cli.command.Advance;
import dev.leasehold.cli.command.Ask;
import dev.leasehold.cli.command.Check;
import dev.leasehold.cli.command.Claim;
import dev.leasehold.cli.command.Convert;
import dev.leasehold.cli.command.Derive;
import dev.leasehold.cli.command.Evict;
import dev.leasehold.cli.command.History;
import dev.leasehold.cli.command.ListLeases;
import dev.leasehold.cli.command.Release;
import dev.leasehold.cli.command.Renew;
import dev.leasehold.cli.command.Show;
import dev.leasehold.cli.command.Transfer;
import dev.leasehold.cli.command.Validate;
import dev.leasehold.cli.command.Watch;
import dev.leasehold.cli.doctor.Doctor;
import dev.leasehold.cli.help.Completion;
import dev.leasehold.cli.help.Help;
import dev.leasehold.cli.help.UsageText;
import dev.leasehold.cli.hook.GitHook;
import dev.leasehold.cli.notify.Notify;
import dev.leasehold.cli.notify.Webhooks;
import dev.leasehold.cli.pool.Pools;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.request.Extensions;
import dev.leasehold.cli.run.Run;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands there are. One that is named is made alone, for making all of them takes longer than
 * most of them run.
 */
final class Commands {

  /** In the order in which help lists them. */
  private static final Map<String, Function<Surroundings, Object>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("serve", surroundings -> new Serve());
    ALL.put("acquire", surroundings -> new Acquire());
    ALL.put("renew", surroundings -> new Renew());
    ALL.put("release", surroundings -> new Release());
    ALL.put("run", surroundings -> new Run());
    ALL.put("ls", surroundings -> new ListLeases());
    ALL.put("show", surroundings -> new Show());
    ALL.put("check", surroundings -> new Check());
    ALL.put("history", surroundings -> new History());
    ALL.put("watch", surroundings -> new Watch());
    ALL.put("ask", surroundings -> new Ask());
    ALL.put("transfer", surroundings -> new Transfer());
    ALL.put("derive", surroundings -> new Derive());
    ALL.put("evict", surroundings -> new Evict());
    ALL.put("validate", surroundings -> new Validate());
    ALL.put("advance", surroundings -> new Advance());
    ALL.put("convert", surroundings -> new Convert());
    ALL.put("claim", surroundings -> new Claim());
    ALL.put("checkout", surroundings -> new Checkout());
    ALL.put("checkin", surroundings -> new Checkin());
    ALL.put("status", surroundings -> new Status());
    ALL.put("extension", Extensions::commandLine);
    ALL.put("budget", Budgets::commandLine);
    ALL.put("provider", surroundings -> Providers.commandLine(surroundings, new Rekey()));
    ALL.put("pool", Pools::commandLine);
    ALL.put("gateway", surroundings -> new RunGateway());
    ALL.put("token", Tokens::commandLine);
    ALL.put("config", Config::commandLine);
    ALL.put("policy", Policies::commandLine);
    ALL.put("git-hook", GitHook::commandLine);
    ALL.put("webhook", Webhooks::commandLine);
    ALL.put("notify", Notify::commandLine);
    ALL.put("journal", surroundings -> new Journal());
    ALL.put("verify", surroundings -> new Verify());
    ALL.put("backup", surroundings -> new TakeBackup());
    ALL.put("restore", surroundings -> new Restore());
    ALL.put("bench", surroundings -> new Bench());
    ALL.put("doctor", surroundings -> new Doctor());
    ALL.put("completion", Completion::new);
    ALL.put("help", Help::new);
  }

  /** Commands with exit codes of their own, most of which work on this machine's files. */
  private static final Set<String> LOCAL =
      Set.of(
          "serve",
          "gateway",
          "git-hook",
          "run",
          "journal",
          "verify",
          "backup",
          "restore",
          "doctor",
          "completion",
          "help");

  private static final Set<String> VERSION = Set.of("-V", "--version");

  private Commands() {}

  /**
   * Adds the command that the arguments begin with, or all if it is none; none to tell the version.
   */
  static void addTo(CommandLine root, Surroundings surroundings, String... arguments) {
    if (arguments.length == 1 && VERSION.contains(arguments[0])) {
      return;
    }
    String named = arguments.length == 0 ? "" : arguments[0];
    Function<Surroundings, Object> one = ALL.get(named);
    if (one != null) {
      root.addSubcommand(named, made(named, one, surroundings));
    } else {
      ALL.forEach((name, command) -> root.addSubcommand(name, made(name, command, surroundings)));
    }
  }

  private static CommandLine made(
      String name, Function<Surroundings, Object> command, Surroundings surroundings) {
    Object object = command.apply(surroundings);
    CommandLine made =
        object instanceof CommandLine group
            ? group
            : new CommandLine(object, ServerOptions.factory(surroundings));
    describe(made.getCommandSpec(), !LOCAL.contains(name));
    return made;
  }

  /** Adds what commands have in common: help, version and, for remote ones, exit codes. */
  private static void describe(CommandSpec spec, boolean remote) {
    spec.mixinStandardHelpOptions(true).versionProvider(new Main.Version());
    spec.addOption(
        OptionSpec.builder(UsageText.ALL)
            .type(boolean.class)
            .usageHelp(true)
            .description("Show this, with the options of all commands and exit codes, and exit.")
            .build());
    UsageMessageSpec usage = spec.usageMessage();
    usage.sortOptions(false).description(paragraphs(usage.description()));
    if (remote && spec.subcommands().isEmpty() && usage.exitCodeList().isEmpty()) {
      usage.exitCodeListHeading("%nExit codes:%n").exitCodeList(Exit.list());
    }
    spec.subcommands().values().forEach(sub -> describe(sub.getCommandSpec(), remote));
  }

  /**
   * The first line stands in the list of commands; those behind it are one paragraph, for they are
   * broken where the terminal ends. Indented lines are examples.
   */
  private static String[] paragraphs(String... lines) {
    List<String> paragraphs = new ArrayList<>();
    for (String line : lines) {
      int last = paragraphs.size() - 1;
      if (last < 1 || line.startsWith(" ") || paragraphs.get(last).startsWith(" ")) {
        paragraphs.add(line);
      } else {
        paragraphs.set(last, paragraphs.get(last) + " " + line);
      }
    }
    return paragraphs.toArray(String[]::new);
  }
}
