package dev.leasehold.bench;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.scope.Scope;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** No goal: how far the rate falls when many globs begin with a wildcard in one directory. */
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms4g", "-Xmx4g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH sets the fields before it measures
public class OneAnchorBenchmark {

  @Param({"10", "100", "1000", "10000"})
  public int globs;

  private Traffic traffic;

  @Setup
  public void populate() {
    Scope[] scopes =
        IntStream.range(0, globs + 1 + globs / 16)
            .mapToObj(index -> Fleet.glob("/gen/*-%06d.json".formatted(index)))
            .toArray(Scope[]::new);
    traffic = new Traffic(scopes.length, globs, index -> scopes[index]);
  }

  @Benchmark
  public Outcome transitions() {
    return traffic.next();
  }
}
