package dev.leasehold.testing.process.server;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.LeaseholdClient;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Caches of the classes that a process loads and links at its start, made once for each run of
 * tests: one cache for servers and what looks at their files, one for {@code run}. A process that
 * starts with it has less than half the work to do. JVMs that make no such caches go without.
 */
final class StartCache {

  /** The jar of the command line, where a build has made one. */
  private static final String JAR = System.getProperty("leasehold.jar", "");

  private static final int FIRST_JAVA_WITH_CACHE = 25;

  private StartCache() {}

  private static boolean hasJar() {
    return !JAR.isEmpty() && Files.exists(Path.of(JAR));
  }

  /** The words of a command that start a main class, up to its arguments. */
  static List<String> start(String mainClass, String... arguments) {
    String here = System.getProperty("java.class.path");
    if (!hasJar()) {
      return List.of("--enable-native-access=ALL-UNNAMED", "-cp", here, mainClass);
    }
    List<String> words = new ArrayList<>();
    if (Runtime.version().feature() >= FIRST_JAVA_WITH_CACHE) {
      boolean isRun = arguments.length > 0 && arguments[0].equals("run");
      words.add("-XX:AOTCache=" + (isRun ? Run.CACHE : Serve.CACHE));
      words.add("-Xlog:disable");
    }
    if (mainClass.equals(ServerProcess.MAIN)) {
      words.addAll(List.of("-jar", JAR));
    } else {
      // The cache fits whatever begins with the class path that it was made with.
      String classPath = JAR + File.pathSeparator + here;
      words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, mainClass));
    }
    return words;
  }

  private static RunningProcess training(Path cache, String... words) throws IOException {
    List<String> command = new ArrayList<>(ServerProcess.jvm());
    command.add("-XX:AOTCacheOutput=" + cache);
    command.add("-Xlog:disable");
    command.addAll(List.of(words));
    return RunningProcess.start(command);
  }

  private interface Training {
    void write(Path cache) throws IOException;
  }

  /** The first process that wants a cache makes it; where that fails, all do without. */
  private static Path make(String name, Training training) {
    Path cache = Directory.HERE.resolve(name);
    try {
      training.write(cache);
    } catch (IOException | RuntimeException e) {
      System.out.println("processes start without a cache: " + e);
    }
    return cache;
  }

  private static final class Directory {

    static final Path HERE = make();

    private static Path make() {
      try {
        String name = "start-cache-" + ProcessHandle.current().pid();
        Path directory = Files.createDirectories(Path.of(JAR).resolveSibling(name));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
        return directory;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void delete(Path directory) {
      try {
        DataCopy.delete(directory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Serve {

    static final Path CACHE = make("serve.aot", Serve::train);

    private static void train(Path cache) throws IOException {
      Path data = Directory.HERE.resolve("data");
      RunningProcess process =
          training(cache, "-jar", JAR, "serve", "--data", data.toString(), "--port", "0");
      try (ServerProcess server = ServerProcess.awaitReady(process, data)) {
        server.admin().acquire("demo", "/a", "1m");
        server.admin().everyLease("demo");
        try (LeaseholdClient client = LeaseholdClient.connect(patient(server))) {
          client.acquire(AcquireRequest.newBuilder().setSpace("demo").addPaths("/b").build());
        }
        server.stop();
      }
    }
  }

  /** The first call over gRPC is slow in a JVM that records what it loads, beside other tests. */
  private static ClientOptions patient(ServerProcess server) throws IOException {
    return ClientOptions.builder()
        .address(server.url())
        .token(server.adminToken())
        .requestTimeout(RunningProcess.PATIENCE)
        .build();
  }

  private static final class Run {

    static final Path CACHE = make("run.aot", Run::train);

    private static void train(Path cache) throws IOException {
      try (RunningProcess process =
          training(cache, "-cp", JAR, "dev.leasehold.cli.Training", "run")) {
        process.awaitExit();
      }
    }
  }
}
