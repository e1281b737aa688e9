package dev.leasehold.testing.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An archive of the classes that a server loads, made once for each run of tests. A process that
 * starts with it has about half the work to do.
 */
final class ClassArchive {

  /** The jar of the command line, where a build has made one. */
  private static final String JAR = System.getProperty("leasehold.jar", "");

  private final Path directory;

  private ClassArchive(Path directory) {
    this.directory = directory;
  }

  static boolean isPossible() {
    return !JAR.isEmpty() && Files.exists(Path.of(JAR));
  }

  /** Options that start the command line from its jar, with the archive if it fits. */
  static List<String> options() {
    return List.of(
        "-XX:SharedArchiveFile=" + Made.ARCHIVE, "-Xshare:auto", "-Xlog:disable", "-jar", JAR);
  }

  private void make(Path archive) throws IOException {
    Path data = directory.resolve("data");
    Path classes = directory.resolve("classes");
    String[] serve = {"-jar", JAR, "serve", "--data", data.toString(), "--port", "0"};
    RunningProcess process = start("-XX:DumpLoadedClassList=" + classes, serve);
    try (ServerProcess server = ServerProcess.awaitReady(process, data)) {
      server.admin().acquire("demo", "/a", "1m");
      server.admin().everyLease("demo");
      server.stop();
    }
    Path making = directory.resolve("making");
    try (RunningProcess dump =
        start(
            "-Xshare:dump",
            "-XX:SharedClassListFile=" + classes,
            "-XX:SharedArchiveFile=" + making,
            "-Xlog:disable",
            "-cp",
            JAR)) {
      dump.awaitExit();
    }
    Files.move(making, archive);
  }

  private static RunningProcess start(String option, String... words) throws IOException {
    List<String> command = new ArrayList<>(ServerProcess.jvm());
    command.add(option);
    command.addAll(List.of(words));
    return RunningProcess.start(command);
  }

  /** The first process that wants the archive makes it; where that fails, all do without. */
  private static final class Made {

    static final Path ARCHIVE = make();

    private static Path make() {
      try {
        String name = "class-archive-" + ProcessHandle.current().pid();
        Path directory = Files.createDirectories(Path.of(JAR).resolveSibling(name));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
        Path archive = directory.resolve("archive.jsa");
        try {
          new ClassArchive(directory).make(archive);
        } catch (IOException | IllegalStateException e) {
          System.out.println("processes start without an archive of their classes: " + e);
        }
        return archive;
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
}
