package dev.leasehold.cli.help;

import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Text;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of a command: its own options, and on demand also those that all commands have and the
 * exit codes, which would push its own off the screen.
 */
public final class UsageText {

  /** The option that asks for all of it. */
  public static final String ALL = "--help-all";

  private static final String SYNOPSIS_INDENT = " ".repeat("Usage: ".length());

  private UsageText() {}

  /** Makes the help of this command and those below it short. */
  public static void shorten(CommandLine command) {
    arrange(command, false);
  }

  /** Prints all that there is to say about a command. */
  public static void printAll(CommandLine command) {
    arrange(command, true);
    command.usage(command.getOut());
  }

  private static void arrange(CommandLine command, boolean all) {
    Map<String, IHelpSectionRenderer> sections = new HashMap<>(command.getHelpSectionMap());
    sections.put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, UsageText::synopsis);
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, all));
    sections.put(
        UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING,
        help -> all ? help.exitCodeListHeading() : "");
    sections.put(
        UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST, help -> all ? help.exitCodeList() : "");
    sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> help.footer() + more(help, all));
    command.setHelpSectionMap(sections);
  }

  /** Whether all commands that talk to a server have the option, or all commands there are. */
  static boolean isCommon(OptionSpec option) {
    return option.usageHelp()
        || option.versionHelp()
        || (option.userObject() instanceof Field field
            && field
                .getDeclaringClass()
                .getPackageName()
                .equals(ServerOptions.class.getPackageName()));
  }

  private static boolean isRoot(Help help) {
    return help.commandSpec().parent() == null;
  }

  private static String options(Help help, boolean all) {
    List<OptionSpec> shown =
        help.commandSpec().options().stream().filter(option -> !option.hidden()).toList();
    if (isRoot(help)) {
      return list(help, shown);
    }
    String own = list(help, shown.stream().filter(option -> !isCommon(option)).toList());
    own = own.isEmpty() ? "" : "\n" + own;
    if (!all) {
      return own;
    }
    return own
        + "\nOptions of all commands:\n"
        + list(help, shown.stream().filter(UsageText::isCommon).toList());
  }

  private static String list(Help help, List<OptionSpec> options) {
    if (options.isEmpty()) {
      return "";
    }
    Layout layout =
        help.createDefaultLayout(
            options, help.commandSpec().positionalParameters(), help.colorScheme());
    layout.addAllOptions(options, help.parameterLabelRenderer());
    return layout.toString();
  }

  private static String more(Help help, boolean all) {
    if (all || isRoot(help)) {
      return "";
    }
    String sentence =
        help.commandSpec().qualifiedName()
            + " "
            + ALL
            + " adds what all commands share, and exit codes.";
    int columns = help.commandSpec().usageMessage().width();
    return "\n" + String.join("\n", Text.folded(sentence, columns)) + "\n";
  }

  /** The words of a command, with the options that it cannot do without. */
  private static String synopsis(Help help) {
    CommandSpec spec = help.commandSpec();
    StringBuilder words = new StringBuilder(spec.qualifiedName());
    spec.options().stream()
        .filter(OptionSpec::required)
        .forEach(
            option ->
                words
                    .append(' ')
                    .append(option.longestName())
                    .append('=')
                    .append(option.paramLabel()));
    words.append(" [OPTION]...");
    words.append(
        spec.positionalParameters().stream().map(UsageText::word).collect(Collectors.joining()));
    if (!spec.subcommands().isEmpty()) {
      words.append(" COMMAND");
    }
    int columns = spec.usageMessage().width() - SYNOPSIS_INDENT.length();
    return String.join("\n" + SYNOPSIS_INDENT, Text.folded(words.toString(), columns)) + "\n";
  }

  private static String word(PositionalParamSpec parameter) {
    if (parameter.hideParamSyntax()) {
      return " " + parameter.paramLabel();
    }
    String word = parameter.paramLabel() + (parameter.arity().max() > 1 ? "..." : "");
    return parameter.required() ? " " + word : " [" + word + "]";
  }
}
