package dev.leasehold.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** The load command: how many cycles a second a server does, and how long each reply takes. */
public final class Load {

  private final LoadOptions options;
  private final LoadRecord record = new LoadRecord();

  private Load(LoadOptions options) {
    this.options = options;
  }

  public static void main(String[] arguments) throws Exception {
    if (List.of(arguments).contains("--help")) {
      System.out.print(LoadOptions.HELP);
      return;
    }
    LoadOptions options;
    try {
      options = LoadOptions.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("load: " + e.getMessage() + "; see --help");
      System.exit(2);
      return;
    }
    System.exit(new Load(options).run() ? 0 : 1);
  }

  private boolean run() throws IOException, InterruptedException {
    String given = options.server();
    if (given != null) {
      return measure(given, options.token(), () -> Duration.ZERO);
    }
    try (LoadServer server = LoadServer.start(options.serverOptions())) {
      return measure(server.url(), server.token(), server::processorTime);
    }
  }

  private interface ProcessorTime {
    Duration now();
  }

  private boolean measure(String url, String token, ProcessorTime processor)
      throws InterruptedException {
    List<LoadClient> clients = new ArrayList<>();
    for (int i = 0; i < options.connections(); i++) {
      clients.add(client(i, url, token));
    }
    clients.forEach(LoadClient::start);
    TimeUnit.SECONDS.sleep(options.warmupSeconds());
    record.takeCycles();
    record.takeMicros();
    final Duration processorBefore = processor.now();
    long start = System.nanoTime();
    TimeUnit.SECONDS.sleep(options.seconds());
    long cycles = record.takeCycles();
    Histogram micros = record.takeMicros();
    double seconds = (System.nanoTime() - start) / 1e9;
    Duration used = processor.now().minus(processorBefore);
    clients.forEach(LoadClient::close);
    report(cycles, micros, seconds, used);
    return record.firstWrong() == null && cycles > 0;
  }

  private LoadClient client(int connection, String url, String token) {
    return switch (options.surface()) {
      case "stream" -> new StreamLoad(options, record, connection, url, token);
      case "grpc" -> new GrpcLoad(options, record, connection, url, token);
      default -> new JsonLoad(options, record, connection, url, token);
    };
  }

  private void report(long cycles, Histogram micros, double seconds, Duration used) {
    System.out.printf(
        Locale.ROOT,
        "%s, %d in flight, %d connections, policy %s, %.1f s%n"
            + "%,.0f cycles/s (%,d replies checked)%n"
            + "reply us: p50 %,d, p99 %,d, max %,d%n",
        options.surface(),
        options.inFlight(),
        options.connections(),
        options.policy(),
        seconds,
        cycles / seconds,
        micros.getTotalCount(),
        micros.getValueAtPercentile(50),
        micros.getValueAtPercentile(99),
        micros.getMaxValue());
    if (!used.isZero()) {
      System.out.printf(
          Locale.ROOT,
          "the server took %.2f processors, %.1f us a cycle%n",
          used.toNanos() / 1e9 / seconds,
          used.toNanos() / 1e3 / Math.max(1, cycles));
    }
    if (record.firstWrong() != null) {
      System.out.println("a reply was wrong: " + record.firstWrong());
    }
  }
}
