package dev.leasehold.testing.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The real Maven, in a directory that a test makes up. Offline, because the build that runs this
 * test has just used the same plugins; and without asking which repository an artifact came from,
 * because settings may be given by hand.
 */
record OfflineMaven(
    Path directory, Optional<Path> localRepository, Map<String, String> environment) {

  /** With the local repository of the build that runs this test. */
  OfflineMaven(Path directory) {
    this(directory, usualRepository(), Map.of());
  }

  static Optional<Path> usualRepository() {
    return Optional.ofNullable(System.getProperty("maven.repo.local")).map(Path::of);
  }

  Build run(String... arguments) throws IOException, InterruptedException {
    String home = System.getProperty("maven.home");
    List<String> command =
        new ArrayList<>(
            List.of(
                home == null ? "mvn" : Path.of(home, "bin", "mvn").toString(),
                "--offline",
                "--batch-mode",
                "-Dstyle.color=never",
                "-Daether.enhancedLocalRepository.trackingFilename=not-tracked"));
    localRepository.ifPresent(repository -> command.add("-Dmaven.repo.local=" + repository));
    command.addAll(List.of(arguments));
    Path output = directory.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(3, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new IOException("no end after three minutes: " + Files.readString(output));
    }
    return new Build(process.exitValue() == 0, Files.readString(output));
  }

  record Build(boolean succeeded, String output) {}
}
