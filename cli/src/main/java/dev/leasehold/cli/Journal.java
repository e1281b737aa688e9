package dev.leasehold.cli;

import dev.leasehold.cli.terminal.Text;
import dev.leasehold.node.tools.JournalPrint;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code journal}: prints the events of a data directory. */
@Command(
    name = "journal",
    description = {
      "Prints the journal, one event a line.",
      "A line has position, time, tick, what happened, lease and details.",
      "Reads only, beside a running server or without one."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything asked for was printed",
      "1:there is no journal, or it is damaged (after the lines before the damage)",
      "2:wrong options"
    })
final class Journal implements Callable<Integer> {

  @Mixin private DataOption data = new DataOption();

  @Option(
      names = "--from",
      paramLabel = "POSITION",
      description = "First position. Default: the beginning.",
      defaultValue = "1")
  private long from;

  @Option(
      names = "--to",
      paramLabel = "POSITION",
      description = "Last position. Default: the end.",
      defaultValue = "" + Long.MAX_VALUE,
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  private long to;

  @Option(
      names = "--lease",
      paramLabel = "ID",
      description = "Only what concerns this lease.",
      defaultValue = "")
  private String lease = "";

  @Option(names = "--json", description = "One JSON object a line, with all there is.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (from < 0) {
      throw new ParameterException(
          spec.commandLine(), "--from is a position, which begin with 1, not " + from + ".");
    }
    if (from > to) {
      throw new ParameterException(
          spec.commandLine(), "--from " + from + " is after --to " + to + ".");
    }
    PrintWriter out = spec.commandLine().getOut();
    try (LinePrinter lines = new LinePrinter(out)) {
      long[] printed = {0};
      String note =
          new JournalPrint(from, to, lease, json)
              .print(
                  data.directory(),
                  line -> {
                    printed[0]++;
                    lines.print(line);
                  });
      if (printed[0] == 0) {
        complain(lease.isEmpty() ? "nothing was found" : "nothing was found of lease " + lease);
      }
      if (!note.isEmpty()) {
        complain(note);
      }
    }
    return 0;
  }

  private void complain(String sentence) {
    spec.commandLine().getErr().println("leasehold: " + Text.harmless(sentence));
  }
}
