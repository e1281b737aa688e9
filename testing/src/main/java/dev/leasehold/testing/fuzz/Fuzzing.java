package dev.leasehold.testing.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lets Jazzer look for inputs that break a reader's promise, with coverage to guide it: {@code
 * Fuzzing SNAPSHOTS 600 target/fuzz}. It needs Jazzer in the class path. A finding is written to
 * the directory as {@code crash-...}, beside the inputs that reached something new.
 */
public final class Fuzzing {

  private Fuzzing() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != 3) {
      throw new IllegalArgumentException("expected: reader or ALL, seconds for each, directory");
    }
    List<Reader> readers =
        arguments[0].equals("ALL")
            ? List.of(Reader.values())
            : List.of(Reader.valueOf(arguments[0]));
    int worst = 0;
    for (Reader reader : readers) {
      Path directory = Path.of(arguments[2], reader.name().toLowerCase(Locale.ROOT));
      writeSeeds(reader, directory.resolve("inputs"));
      worst = Math.max(worst, fuzz(reader, arguments[1], directory));
    }
    System.exit(worst);
  }

  private static void writeSeeds(Reader reader, Path directory) throws IOException {
    Files.createDirectories(directory);
    int count = 0;
    for (byte[] seed : reader.seeds()) {
      Files.write(directory.resolve("seed-" + count++), seed);
    }
  }

  private static int fuzz(Reader reader, String seconds, Path directory)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-Xmx1g", "-cp", System.getProperty("java.class.path")));
    command.add("com.code_intelligence.jazzer.Jazzer");
    command.add("--target_class=" + FuzzTarget.class.getName());
    command.add("--target_args=" + reader.name());
    command.add("--instrumentation_includes=dev.leasehold.kernel.**:dev.leasehold.node.**");
    command.add("--reproducer_path=" + directory);
    command.add("-artifact_prefix=" + directory + "/");
    command.add("-max_total_time=" + seconds);
    command.add("-rss_limit_mb=3000");
    command.add("-timeout=20");
    command.add(directory.resolve("inputs").toString());
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }
}
