package dev.leasehold.bench;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Goal: 1,000,000 events/s replayed, decoding included; here a journal of a million grants. */
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms4g", "-Xmx4g"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 4, time = 1)
@SuppressWarnings("NullAway.Init") // JMH sets the fields before it measures
public class JournalBenchmark {

  private static final int EVENTS = 1_000_000;
  private static final int EVENTS_PER_BLOCK = 256;

  private Event[] events;
  private byte[] journal;

  @Setup
  public void write() {
    events = Grants.events(Fleet.leaseIds(EVENTS), Fleet.files(EVENTS), index -> Limits.HOUR);
    BytesOut out = new BytesOut();
    for (Event event : events) {
      EventCodec.write(event, out);
    }
    journal = out.toByteArray();
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public Kernel decodeAndReplay() {
    Kernel kernel = new Kernel();
    BytesIn in = new BytesIn(journal);
    while (in.hasRemaining()) {
      kernel.replay(EventCodec.read(in));
    }
    return kernel;
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void decode(Blackhole hole) {
    BytesIn in = new BytesIn(journal);
    while (in.hasRemaining()) {
      hole.consume(EventCodec.read(in));
    }
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void encode(Blackhole hole) {
    BytesOut block = new BytesOut();
    for (int i = 0; i < EVENTS; i++) {
      EventCodec.write(events[i], block);
      if ((i + 1) % EVENTS_PER_BLOCK == 0) {
        hole.consume(block.toByteArray());
        block.reset();
      }
    }
    hole.consume(block);
  }
}
