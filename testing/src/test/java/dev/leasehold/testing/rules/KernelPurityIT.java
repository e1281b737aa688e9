package dev.leasehold.testing.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.KeepsProcessorsBusy;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each API that would let the kernel give different answers to the same commands is refused. One
 * build with a class for each of them, because a build takes seconds.
 */
@KeepsProcessorsBusy
class KernelPurityIT {

  private static OfflineMaven.Build build;

  @BeforeAll
  static void buildOnce(@TempDir Path directory) throws Exception {
    KernelCopy kernel = new KernelCopy(directory);
    for (Impurity impurity : impurities().toList()) {
      kernel.withClass(
          impurity.name(), "static Object use() throws Throwable { " + impurity.code() + " }");
    }
    build = kernel.build();
    assertThat(build.output()).contains("Check for forbidden API calls failed");
    assertThat(build.succeeded()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("impurities")
  void isKeptUp(Impurity impurity) {
    assertThat(build.output())
        .matches(
            "(?s).*Forbidden [^\\n]*\\[the %s[^\\n]*\\n[^\\n]*in dev.leasehold.kernel.%s .*"
                .formatted(impurity.rule(), impurity.name()));
  }

  static Stream<Impurity> impurities() {
    String clock = "kernel has no clock";
    String randomness = "kernel has no randomness";
    String io = "kernel does no I/O";
    String surroundings = "kernel has no surroundings";
    String threads = "kernel runs on its caller's thread";
    String logging = "kernel does not log";
    String order = "order depends on the process";
    return Stream.of(
        new Impurity("Millis", clock, "return System.currentTimeMillis();"),
        new Impurity("Nanos", clock, "return System.nanoTime();"),
        new Impurity("WallClock", clock, "return java.time.Clock.systemUTC();"),
        new Impurity("InstantNow", clock, "return java.time.Instant.now();"),
        new Impurity("DateNow", clock, "return java.time.LocalDate.now();"),
        new Impurity("OldDate", clock, "return new java.util.Date();"),
        new Impurity("Dice", randomness, "return new java.util.Random(1);"),
        new Impurity("Uuid", randomness, "return java.util.UUID.randomUUID();"),
        new Impurity("MathRandom", randomness, "return Math.random();"),
        new Impurity("Secure", randomness, "return new java.security.SecureRandom();"),
        new Impurity("Split", randomness, "return new java.util.SplittableRandom();"),
        new Impurity("Files", io, "return java.nio.file.Path.of(\"x\");"),
        new Impurity("OldFile", io, "return new java.io.File(\"x\");"),
        new Impurity("Stream", io, "return new java.io.ByteArrayOutputStream();"),
        new Impurity("Socket", io, "return new java.net.Socket();"),
        new Impurity("Channel", io, "return java.nio.channels.Pipe.open();"),
        new Impurity("Out", io, "System.out.println(1); return 1;"),
        new Impurity("Err", io, "System.err.println(1); return 1;"),
        new Impurity("Process", io, "return new ProcessBuilder(\"x\");"),
        new Impurity("Env", surroundings, "return System.getenv(\"x\");"),
        new Impurity("Property", surroundings, "return System.getProperty(\"x\");"),
        new Impurity("Exit", surroundings, "System.exit(1); return 1;"),
        new Impurity("Threads", threads, "return Thread.currentThread();"),
        new Impurity("Virtual", threads, "return Thread.ofVirtual();"),
        new Impurity("Pool", threads, "return java.util.concurrent.ForkJoinPool.commonPool();"),
        new Impurity("Dangling", threads, "return new java.util.concurrent.atomic.AtomicLong();"),
        new Impurity(
            "ThreadRandom", threads, "return java.util.concurrent.ThreadLocalRandom.current();"),
        new Impurity("Local", threads, "return new ThreadLocal<String>();"),
        new Impurity("Parallel", threads, "return java.util.List.of(1).parallelStream();"),
        new Impurity("Log", logging, "return System.getLogger(\"x\");"),
        new Impurity("Identity", order, "return System.identityHashCode(\"x\");"),
        new Impurity("IdentityOrder", order, "return new java.util.IdentityHashMap<>();"),
        new Impurity("SaltedSet", order, "return java.util.Set.of(1, 2);"),
        new Impurity("SaltedMap", order, "return java.util.Map.of(1, 2, 3, 4);"),
        new Impurity(
            "SaltedCopy", order, "return java.util.Map.copyOf(new java.util.HashMap<>());"));
  }

  record Impurity(String name, String rule, String code) {}
}
