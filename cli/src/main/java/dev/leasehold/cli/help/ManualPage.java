package dev.leasehold.cli.help;

import dev.leasehold.cli.remote.Exit;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page, made from what the commands say of themselves. */
public final class ManualPage {

  private static final Map<String, String> VARIABLES =
      new TreeMap<>(
          Map.of(
              "LEASEHOLD_SERVER", "The server, a URL or host:port.",
              "LEASEHOLD_TOKEN", "Who you are.",
              "LEASEHOLD_DATA", "The data directory of a server on this machine.",
              "LEASEHOLD_TLS_CA, LEASEHOLD_TLS_CERT, LEASEHOLD_TLS_KEY",
                  "What --tls-ca, --tls-cert and --tls-key say.",
              "LEASEHOLD_LEASE_ID", "The lease that a command is about if it names none.",
              "LEASEHOLD_LOG", "How much a server logs: error, warn, info or debug.",
              "LEASEHOLD_JAVA_OPTS", "Options for the Java virtual machine.",
              "NO_COLOR", "No colours if it is set to anything.",
              "COLUMNS", "How wide the terminal is, if it does not know itself."));

  private final StringBuilder page = new StringBuilder();

  private ManualPage() {}

  static String roff(CommandLine root) {
    ManualPage manual = new ManualPage();
    manual.page.append(".TH LEASEHOLD 1 \"\" \"Leasehold\" \"User Commands\"\n.nh\n.ad l\n");
    manual.section("NAME");
    manual.text("leasehold - leases for agents, workers and people who share things");
    manual.section("SYNOPSIS");
    manual.text("leasehold COMMAND [OPTION]... [ARGUMENT]...");
    manual.section("COMMANDS");
    root.getSubcommands().forEach((name, command) -> manual.command(name, command));
    manual.commonOptions(root);
    manual.section("EXIT STATUS");
    manual.text("Of commands that talk to a server:");
    for (Exit exit : Exit.values()) {
      String codes = exit.problems().stream().sorted().collect(Collectors.joining(", "));
      manual.item(
          String.valueOf(exit.code()),
          exit.meaning() + (codes.isEmpty() ? "" : " (" + codes + ")"));
    }
    manual.item("141", "nobody reads the output any more, as behind | head");
    manual.section("ENVIRONMENT");
    VARIABLES.forEach(manual::item);
    manual.section("FILES");
    manual.item(
        "admin.token",
        "In the data directory: the token that is used for a server on this machine if no other is"
            + " given.");
    return manual.page.toString();
  }

  private void command(String name, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    String parameters =
        spec.positionalParameters().stream()
            .map(PositionalParamSpec::paramLabel)
            .collect(Collectors.joining(" "));
    page.append(".SS ").append(escaped((name + " " + parameters).strip())).append('\n');
    page.append(String.join("\n.br\n", escapedLines(spec.usageMessage().description())));
    page.append('\n');
    spec.positionalParameters()
        .forEach(parameter -> item(parameter.paramLabel(), sentence(parameter.description())));
    spec.options().stream().filter(option -> !UsageText.isCommon(option)).forEach(this::option);
    ownExitCodes(spec);
    command.getSubcommands().forEach((sub, nested) -> command(name + " " + sub, nested));
  }

  private void option(OptionSpec option) {
    String label = option.arity().max() > 0 ? " " + option.paramLabel() : "";
    item(String.join(", ", option.names()) + label, sentence(option.description()));
  }

  /** Lists the codes of a command that has others than those of all that talk to a server. */
  private void ownExitCodes(CommandSpec spec) {
    Map<String, String> codes = spec.usageMessage().exitCodeList();
    if (!codes.isEmpty() && !codes.equals(Exit.list())) {
      page.append(".PP\n");
      text("Exit status:");
      codes.forEach(this::item);
    }
  }

  /** Lists once what all commands have. */
  private void commonOptions(CommandLine root) {
    section("OPTIONS OF ALL COMMANDS");
    text("Commands that talk to a server, and the last three all commands, have these too:");
    CommandLine one = Objects.requireNonNull(root.getSubcommands().get("ls"));
    one.getCommandSpec().options().stream().filter(UsageText::isCommon).forEach(this::option);
  }

  private static String sentence(String[] description) {
    return String.join(" ", description);
  }

  private static String[] escapedLines(String[] lines) {
    return Arrays.stream(lines).map(ManualPage::escaped).toArray(String[]::new);
  }

  private void section(String name) {
    page.append(".SH ").append(name).append('\n');
  }

  private void item(String term, String text) {
    page.append(".TP\n.B ").append(escaped(term)).append('\n').append(escaped(text)).append('\n');
  }

  private void text(String text) {
    page.append(escaped(text)).append('\n');
  }

  /** Escapes text for roff: no line is taken for a request, and hyphens can be copied. */
  private static String escaped(String text) {
    String escaped = text.replace("\\", "\\e").replace("-", "\\-");
    return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
  }
}
