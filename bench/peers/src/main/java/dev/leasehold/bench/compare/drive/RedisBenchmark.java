package dev.leasehold.bench.compare.drive;

import dev.leasehold.bench.compare.client.ClientKind;
import dev.leasehold.bench.compare.client.Target;
import dev.leasehold.bench.compare.server.Children;
import dev.leasehold.bench.compare.server.MissingException;
import dev.leasehold.bench.compare.server.ProcessTree;
import dev.leasehold.bench.compare.server.Programs;
import io.lettuce.core.FlushMode;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Redis' own benchmark, written in C: a connection for each command under way. It cannot release
 * what it took, so it only takes, always something new, and two of its commands count as one cycle;
 * a real release would cost the server more than that.
 */
public final class RedisBenchmark implements Contestant {

  private static final int PROBE_COMMANDS = 2_000;

  /** The most that it takes; it would silently use a single key for more. */
  private static final String KEYS = "2000000000";

  /** Keys that are drawn twice are no grants; so many are to be expected. */
  private static final double LEAST_TAKEN = 0.995;

  /** Longer than a run, so that all it took can be counted in the end. */
  private static final String TTL_MILLIS = "3600000";

  private static final long PATIENCE_SECONDS = 90;

  private final Path program;
  private @Nullable URI server;

  /** Part of the keys: two runs that draw the same numbers must not get in each other's way. */
  private int runs;

  private RedisBenchmark(Path program) {
    this.program = program;
  }

  public static RedisBenchmark find() throws MissingException {
    return new RedisBenchmark(
        Programs.find("redis-benchmark")
            .orElseThrow(
                () ->
                    new MissingException(
                        "there is no redis-benchmark: on Debian, install redis-tools")));
  }

  @Override
  public ClientKind kind() {
    return ClientKind.REDIS_BENCHMARK;
  }

  @Override
  public Outcome run(Order order) throws InterruptedException {
    try {
      return obey(order);
    } catch (IOException e) {
      return Outcome.failed(e.toString());
    }
  }

  private Outcome obey(Order order) throws IOException, InterruptedException {
    switch (order.kind()) {
      case OPEN -> {
        Target target = Objects.requireNonNull(order.target());
        server = URI.create(target.address());
      }
      case CLOSE -> server = null;
      case CYCLE -> {
        // It takes a number of commands, not a time.
        RedisBenchmarkText probe = ask(order, PROBE_COMMANDS);
        RedisBenchmarkText text =
            ask(order, Math.round(probe.commandsPerSecond() * order.seconds()));
        requireTaken(probe.commands() + text.commands());
        return text.outcome();
      }
      default -> throw new IllegalArgumentException("it cannot " + order.kind());
    }
    return new Outcome(0, 0, 0, 0, 0, 0, 0, null);
  }

  private RedisBenchmarkText ask(Order order, long commands)
      throws IOException, InterruptedException {
    URI at = Objects.requireNonNull(server, "there is no server");
    long count = Math.max(order.inFlight(), commands);
    List<String> command =
        List.of(
            program.toString(),
            "-h",
            at.getHost(),
            "-p",
            Integer.toString(at.getPort()),
            "-c",
            Integer.toString(order.inFlight()),
            "-n",
            Long.toString(count),
            "-r",
            KEYS,
            "SET",
            "benchmark:" + runs++ + ":__rand_int__",
            "token-of-the-holder",
            "NX",
            "PX",
            TTL_MILLIS);
    Process process = Children.start(new ProcessBuilder(command).redirectErrorStream(true));
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      Children.end(process);
      throw new IOException("redis-benchmark failed: " + text.strip());
    }
    Children.end(process);
    return RedisBenchmarkText.read(text, count);
  }

  /** It does not look at replies: that all was granted shows by the keys that are there. */
  private void requireTaken(long commands) throws IOException {
    RedisClient client = RedisClient.create(Objects.requireNonNull(server).toString());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      long taken = connection.sync().dbsize();
      connection.sync().flushdb(FlushMode.SYNC);
      if (taken < commands * LEAST_TAKEN) {
        throw new IOException(commands + " were to be taken, and " + taken + " were");
      }
    } finally {
      client.shutdown();
    }
  }

  /** Those of its runs that have ended; it is the only program here that ends between runs. */
  @Override
  public long processorNanos() {
    return ProcessTree.endedChildrenNanos();
  }

  @Override
  public void close() {}
}
