package dev.leasehold.cli.bench;

import dev.leasehold.cli.display.Answers;
import dev.leasehold.cli.remote.Address;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Columns;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Table;
import dev.leasehold.cli.terminal.Table.Fit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures a server that runs. */
@Command(
    name = "bench",
    description = {
      "Measures how many leases a server grants and takes back a second.",
      "Takes leases of its own in a space of its own and lets go of each at once; every reply is",
      "checked. What it did is in the server's journal and history afterwards, as all work is, and",
      "others who use the server meanwhile are slowed down. Ctrl-C ends it."
    })
public final class Bench implements Callable<Integer> {

  private static final int MOST_IN_FLIGHT = 1_024;
  private static final int MOST_SECONDS = 60;
  private static final int MOST_STEPS = 10;
  private static final int WARM_UP_IN_FLIGHT = 64;

  @Option(
      names = "--in-flight",
      paramLabel = "N,N",
      split = ",",
      description = "How many are under way at a time, one step each. Default: 1,64,256.")
  private List<Integer> inFlight = new ArrayList<>();

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long each step takes, after a second to get going. Default: 4.")
  private int seconds = 4;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      description = {
        "How many seconds client and server work with 64 in flight before the first step, so that",
        "no young JVM is measured; 0 for none. Default: 5."
      })
  private int warmup = 5;

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description = "The policy of the leases; under work each is signed. Default: file.")
  private String policy = "file";

  @Option(
      names = "--space",
      paramLabel = "SPACE",
      description = "The space of the leases. Default: one that nobody else uses.")
  private @Nullable String space;

  @Mixin private ServerOptions server;

  @Override
  public Integer call() throws Exception {
    List<Integer> steps = steps();
    String own = space != null ? space : "bench-" + UUID.randomUUID().toString().substring(0, 8);
    Api api = server.connect();
    // A server that is not there, and a token that is not enough, are told as everywhere.
    api.get(Address.of("/v1/spaces/", own, ":check").with("path", "/bench"));
    List<BenchFigures> all = new ArrayList<>();
    try (BenchLoad load = BenchLoad.connect(api.endpoint(), own, policy)) {
      if (warmup > 0) {
        progress("warming up, %d s".formatted(warmup));
        load.measure(WARM_UP_IN_FLIGHT, warmup);
      }
      for (int step : steps) {
        progress("measuring with %d in flight, %d s".formatted(step, seconds));
        all.add(load.measure(step, seconds));
      }
    }
    show(all);
    return Exit.DONE.code();
  }

  private List<Integer> steps() throws CallFailedException {
    List<Integer> steps = inFlight.isEmpty() ? List.of(1, 64, 256) : inFlight;
    if (steps.size() > MOST_STEPS) {
      throw wrong("--in-flight", "at most " + MOST_STEPS + " steps", steps.size() + " of them");
    }
    for (int step : steps) {
      if (step < 1 || step > MOST_IN_FLIGHT) {
        throw wrong("--in-flight", "1 to " + MOST_IN_FLIGHT, Integer.toString(step));
      }
    }
    if (seconds < 1 || seconds > MOST_SECONDS) {
      throw wrong("--seconds", "1 to " + MOST_SECONDS, Integer.toString(seconds));
    }
    if (warmup < 0 || warmup > MOST_SECONDS) {
      throw wrong("--warmup", "0 to " + MOST_SECONDS, Integer.toString(warmup));
    }
    return steps;
  }

  private static CallFailedException wrong(String option, String expected, String given) {
    return new CallFailedException(Exit.USAGE, option + ": it is " + expected + ", not " + given);
  }

  private void progress(String sentence) {
    Surroundings surroundings = server.surroundings();
    if (surroundings.errIsTerminal()) {
      surroundings.err().println(sentence);
    }
  }

  private void show(List<BenchFigures> all) {
    Surroundings surroundings = server.surroundings();
    if (server.json()) {
      List<String> entries = all.stream().map(BenchFigures::json).toList();
      surroundings.out().println("{\"results\":[" + String.join(",", entries) + "]}");
      return;
    }
    Table table =
        new Columns<BenchFigures>()
            .with("in flight", Fit.WHOLE, figures -> Integer.toString(figures.inFlight()))
            .with("cycles/s", Fit.WHOLE, Bench::cycles)
            .with("p50", Fit.WHOLE, figures -> time(figures.p50Micros()))
            .with("p99", Fit.WHOLE, figures -> time(figures.p99Micros()))
            .with("p99.9", Fit.OPTIONAL, figures -> time(figures.p999Micros()))
            .with("longest", Fit.OPTIONAL, figures -> time(figures.maxMicros()))
            .of(all);
    new Answers(server).table(table);
  }

  private static String cycles(BenchFigures figures) {
    return String.format(Locale.ROOT, "%,.0f", figures.cyclesPerSecond());
  }

  private static String time(long micros) {
    return String.format(Locale.ROOT, "%,.2f ms", micros / 1e3);
  }
}
