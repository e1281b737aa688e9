package dev.leasehold.bench.compare.drive;

import com.google.gson.Gson;
import dev.leasehold.bench.compare.client.ClientKind;
import dev.leasehold.bench.compare.server.Children;
import dev.leasehold.bench.compare.server.ProcessTree;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link Driver} in a process of its own. */
public final class DriverProcess implements Contestant {

  /** How much longer than asked for an order may take: what is under way ends, caches are cold. */
  private static final long PATIENCE_SECONDS = 90;

  private static final String NO_MORE = "";

  private final Gson json = new Gson();
  private final ClientKind kind;
  private final Process process;
  private final BufferedWriter orders;
  private final BlockingQueue<String> outcomes = new LinkedBlockingQueue<>();

  private DriverProcess(ClientKind kind, Process process) {
    this.kind = kind;
    this.process = process;
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
    Thread.ofPlatform().daemon().name("outcomes of " + kind.label()).start(this::read);
  }

  /** Starts it; what it prints to standard error goes to the file. */
  public static DriverProcess start(ClientKind kind, Path log) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms128m",
            "-Xmx3g",
            "-XX:+UseG1GC",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            Driver.class.getName(),
            kind.label());
    return new DriverProcess(
        kind, Children.start(new ProcessBuilder(command).redirectError(log.toFile())));
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(Driver.OUTCOME)) {
          outcomes.add(line.substring(Driver.OUTCOME.length()));
        }
      }
    } catch (IOException e) {
      // It is dead, and whoever waits is told so.
    }
    outcomes.add(NO_MORE);
  }

  @Override
  public ClientKind kind() {
    return kind;
  }

  @Override
  public Outcome run(Order order) throws InterruptedException {
    try {
      orders.write(json.toJson(order));
      orders.newLine();
      orders.flush();
    } catch (IOException e) {
      return Outcome.failed("the client's process is dead");
    }
    long seconds = (long) order.seconds() + PATIENCE_SECONDS;
    String line = outcomes.poll(seconds, TimeUnit.SECONDS);
    if (line == null) {
      return Outcome.failed("no outcome within " + seconds + " s");
    }
    return line.equals(NO_MORE)
        ? Outcome.failed("the client's process is dead")
        : json.fromJson(line, Outcome.class);
  }

  @Override
  public long processorNanos() {
    return ProcessTree.processorNanos(process.pid());
  }

  @Override
  public void close() {
    Children.end(process);
  }
}
