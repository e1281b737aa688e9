package dev.leasehold.bench.compare;

import dev.leasehold.bench.compare.report.Facts;
import dev.leasehold.bench.compare.report.GeneratedSection;
import dev.leasehold.bench.compare.report.JsonReport;
import dev.leasehold.bench.compare.report.MarkdownReport;
import dev.leasehold.bench.compare.report.Row;
import dev.leasehold.bench.compare.report.Sample;
import dev.leasehold.bench.compare.report.SvgChart;
import dev.leasehold.bench.compare.server.Children;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The comparison command: Leasehold and its peers on one machine, measured in turns. */
public final class Compare {

  private static final int FAILED = 1;
  private static final int USAGE = 2;

  private final CompareOptions options;
  private final String command;
  private final Path directory;

  private Compare(CompareOptions options, String command, Path directory) {
    this.options = options;
    this.command = command;
    this.directory = directory;
  }

  public static void main(String[] arguments) throws Exception {
    if (List.of(arguments).contains("--help")) {
      System.out.print(CompareOptions.HELP);
      return;
    }
    CompareOptions options;
    try {
      options = CompareOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("compare: " + e.getMessage() + "; see --help");
      System.exit(USAGE);
      return;
    }
    Path parent = options.data();
    Path directory =
        parent == null
            ? Files.createTempDirectory("leasehold-compare")
            : Files.createTempDirectory(Files.createDirectories(parent), "leasehold-compare");
    // Also at Ctrl-C: nothing is left running, and nothing is left behind.
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  Children.endAll();
                  delete(directory);
                }));
    System.exit(
        new Compare(options, CompareOptions.command(arguments), directory).succeeds() ? 0 : FAILED);
  }

  private boolean succeeds() throws InterruptedException {
    try {
      return run();
    } catch (IOException e) {
      if (!Children.areEnding()) {
        System.err.println("compare: " + e.getMessage());
      }
      return false;
    }
  }

  private boolean run() throws IOException, InterruptedException {
    List<String> machine = Machine.describe(directory);
    Progress progress =
        new Progress(System.err, System.console() != null, Programme.expectedSeconds(options));
    try (Field field = new Field(options, directory)) {
      Measuring measuring = new Measuring(field, progress);
      new Programme(options, field, measuring, progress).run();
      progress.end();
      if (Children.areEnding()) {
        return false;
      }
      String date = LocalDate.now(ZoneOffset.UTC).toString();
      report(
          measuring.samples(), new Facts(command, date, machine, field.settings(), field.notes()));
      field.notes().forEach(note -> System.err.println("compare: " + note));
      return !field.hasFailed();
    }
  }

  private void report(List<Sample> samples, Facts facts) throws IOException {
    List<Row> rows = Row.of(samples);
    String markdown = MarkdownReport.of(rows, facts);
    new PrintStream(System.out, true, StandardCharsets.UTF_8).print(markdown);
    Path json = options.json();
    if (json != null) {
      Files.writeString(json, JsonReport.of(rows, facts));
    }
    Path document = options.markdown();
    if (document != null) {
      GeneratedSection.write(document, markdown);
    }
    Path svg = options.svg();
    if (svg != null) {
      Files.writeString(svg, SvgChart.of(rows, facts));
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      System.err.println("compare: " + directory + " could not be removed: " + e.getMessage());
    }
  }
}
