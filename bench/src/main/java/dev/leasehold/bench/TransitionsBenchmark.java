package dev.leasehold.bench;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.scope.Scope;
import java.util.concurrent.TimeUnit;
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

/**
 * Goal: with 1,000,000 active leases 1,000,000 transitions/s on one thread on exact paths, and at
 * least 0.7 of the rate with 1,000.
 */
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms4g", "-Xmx4g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH sets the fields before it measures
public class TransitionsBenchmark {

  @Param({"1000", "1000000"})
  public int leases;

  private Traffic traffic;

  @Setup
  public void populate() {
    Scope[] files = Fleet.files(leases + leases / 16);
    traffic = new Traffic(files.length, leases, index -> files[index]);
  }

  @Benchmark
  public Outcome exactPaths() {
    return traffic.next();
  }
}
