package dev.leasehold.bench;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.scope.Scope;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Goal: 1,000,000 deadlines that fall together expired in under 2 s. */
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms4g", "-Xmx4g"})
@Warmup(iterations = 1)
@Measurement(iterations = 3)
@SuppressWarnings("NullAway.Init") // JMH sets the fields before it measures
public class ExpiryBenchmark {

  private static final int LEASES = 1_000_000;
  private static final long DUE = Limits.HOUR;

  /** The distribution of the deadlines. */
  public enum Deadlines {
    EQUAL,
    WITHIN_ONE_SECOND,
    /** Within one second, after every lease has been renewed. */
    RENEWED_WITHIN_ONE_SECOND
  }

  @Param public Deadlines deadlines;

  private String[] leaseIds;
  private Scope[] files;
  private Kernel kernel;

  @Setup
  public void name() {
    leaseIds = Fleet.leaseIds(LEASES);
    files = Fleet.files(LEASES);
  }

  @Setup(Level.Invocation)
  public void populate() {
    SplittableRandom random = new SplittableRandom(3);
    Event[] grants =
        Grants.events(
            leaseIds,
            files,
            index ->
                switch (deadlines) {
                  case EQUAL -> DUE - Grants.tick(index);
                  case WITHIN_ONE_SECOND ->
                      DUE - Grants.tick(index) - random.nextLong(Limits.SECOND);
                  case RENEWED_WITHIN_ONE_SECOND -> DUE / 2;
                });
    kernel = Grants.kernel(grants);
    if (deadlines == Deadlines.RENEWED_WITHIN_ONE_SECOND) {
      for (String leaseId : leaseIds) {
        long tick = kernel.lastTick();
        long due = DUE - random.nextLong(Limits.SECOND);
        kernel.replay(
            new LeaseEvent.Renewed(
                new Event.At(kernel.lastPosition() + 1, tick, tick),
                leaseId,
                due,
                due - tick,
                1,
                Event.Request.NONE));
      }
    }
    System.gc();
  }

  @Benchmark
  public void expire(Blackhole hole) {
    Stamp stamp = new Stamp(DUE, Grants.WALL + DUE, Caller.SERVER);
    Command step = new NodeCommand.Expire(Limits.MAX_EXPIRIES_PER_STEP);
    boolean more = true;
    while (more) {
      Outcome outcome = kernel.execute(stamp, step);
      hole.consume(outcome.events());
      more = ((Reply.Swept) outcome.reply()).more();
    }
    if (kernel.endedCount() != LEASES) {
      throw new IllegalStateException(kernel.endedCount() + " leases have ended");
    }
  }
}
