package dev.leasehold.bench;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.policy.Limits;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A part of the restart with 1,000,000 active leases in under 10 s: the state out and in. */
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms4g", "-Xmx4g"})
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@SuppressWarnings("NullAway.Init") // JMH sets the fields before it measures
public class SnapshotBenchmark {

  private static final int LEASES = 1_000_000;

  private Kernel kernel;
  private byte[] snapshot;

  @Setup
  public void populate() {
    kernel =
        Grants.kernel(
            Grants.events(Fleet.leaseIds(LEASES), Fleet.files(LEASES), index -> Limits.HOUR));
    snapshot = kernel.snapshot();
  }

  @Benchmark
  public byte[] snapshot() {
    return kernel.snapshot();
  }

  @Benchmark
  public byte[] stateHash() {
    return kernel.stateHash();
  }

  @Benchmark
  public Kernel restore() {
    return Kernel.restore(snapshot);
  }
}
