package dev.leasehold.bench;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.scope.Scope;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

/** Goal: 200,000 transitions/s on one thread for globs in a space of 100,000 active patterns. */
@State(org.openjdk.jmh.annotations.Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms4g", "-Xmx4g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH sets the fields before it measures
public class GlobsBenchmark {

  private static final int PATTERNS = 100_000;

  /** How patterns are spread; in all of them no two overlap. */
  public enum Layout {
    /** Whole modules, documents by kind, and some 20 kinds of generated code for each team. */
    MIXED,
    /** The same, but a hundred begin with a wildcard below one directory. */
    MIXED_WITH_100_AT_ONE_ANCHOR
  }

  @Param public Layout layout;

  private Traffic parsedBefore;
  private Traffic parsedHere;

  @Setup
  public void populate() {
    String[] patterns =
        IntStream.range(0, PATTERNS + PATTERNS / 16).mapToObj(this::pattern).toArray(String[]::new);
    Scope[] scopes = Stream.of(patterns).map(Fleet::glob).toArray(Scope[]::new);
    parsedBefore = new Traffic(scopes.length, PATTERNS, index -> scopes[index]);
    parsedHere = new Traffic(scopes.length, PATTERNS, index -> Fleet.glob(patterns[index]));
  }

  private String pattern(int index) {
    if (layout == Layout.MIXED_WITH_100_AT_ONE_ANCHOR && index % (PATTERNS / 100) == 0) {
      return "/lib/*/gen-%06d/**".formatted(index);
    }
    return switch (index % 10) {
      case 0, 1, 2, 3, 4, 5 -> "/src/mod-%06d/**".formatted(index);
      case 6, 7 -> "/docs/area-%06d/*.md".formatted(index);
      default -> "/pkg/team-%04d/*/gen-%06d/**".formatted(index / 10 % 1_000, index);
    };
  }

  @Benchmark
  public Outcome transitions() {
    return parsedBefore.next();
  }

  @Benchmark
  public Outcome transitionsAndParsing() {
    return parsedHere.next();
  }
}
