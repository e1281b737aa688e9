package dev.leasehold.cli.report;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Reply;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.node.text.NearestName;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what was spent. */
@Command(
    name = "report",
    description = {
      "Shows what was spent, by day, pool, agent, model and provider.",
      "Models and providers are those that labels named (--label model=NAME). Days are those of"
          + " UTC. Agents see what they have spent themselves."
    },
    footer = {
      "",
      "Examples:",
      "  leasehold budget report --by agent,model --from 2026-11-01",
      "  leasehold budget report --by day --pool team-a --format svg > spent.svg"
    })
public final class ReportCommand implements Callable<Integer> {

  private static final List<String> FORMATS = List.of("chart", "svg", "csv", "json");

  @Option(
      names = "--by",
      paramLabel = "PARTS",
      split = ",",
      description = "day, pool, agent, model, provider, or several. Default: day.")
  private List<String> by = new ArrayList<>();

  @Option(names = "--from", paramLabel = "DAY", description = "Default: 30 days up to the last.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "DAY", description = "Default: today.")
  private @Nullable String to;

  @Option(names = "--pool", paramLabel = "POOL", description = "Only of this pool.")
  private @Nullable String pool;

  @Option(names = "--agent", paramLabel = "NAME", description = "Only by this agent.")
  private @Nullable String agent;

  @Option(names = "--model", paramLabel = "NAME", description = "Only on this model.")
  private @Nullable String model;

  @Option(names = "--provider", paramLabel = "NAME", description = "Only on this provider.")
  private @Nullable String provider;

  @Option(names = "--unit", paramLabel = "UNIT", description = "Only in this unit.")
  private @Nullable String unit;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "chart, svg, csv or json. Default: chart.")
  private String format = "chart";

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    if (!FORMATS.contains(format)) {
      throw new CallFailedException(
          Exit.USAGE,
          "--format "
              + format
              + ": expected chart, svg, csv or json"
              + NearestName.question(format, FORMATS));
    }
    boolean json = server.json() || format.equals("json");
    Api api = server.connect();
    Report report = null;
    String page = "";
    do {
      Reply reply = api.get(address(page));
      if (json) {
        new Answers(server).json(reply);
      } else if (report == null) {
        report = new Report(reply.fields());
      } else {
        report.add(reply.fields());
      }
      page = reply.fields().text("nextPageToken");
    } while (!page.isEmpty());
    if (report != null) {
      print(report);
    }
    return 0;
  }

  private Address address(String page) {
    return Address.of("/v1/budget:report")
        .with("from", from)
        .with("to", to)
        .with("by", String.join(",", by))
        .with("pool", pool)
        .with("agent", agent)
        .with("model", model)
        .with("provider", provider)
        .with("unit", unit)
        .with("pageToken", page);
  }

  private void print(Report report) {
    PrintWriter out = server.surroundings().out();
    switch (format) {
      case "svg" -> out.print(SvgChart.of(report));
      case "csv" -> CsvRows.lines(report).forEach(out::println);
      default -> TerminalChart.lines(report, server.surroundings().screen()).forEach(out::println);
    }
    out.flush();
  }
}
