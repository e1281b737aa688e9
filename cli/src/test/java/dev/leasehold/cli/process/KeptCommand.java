package dev.leasehold.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A {@link Keeper} in a JVM of its own, what it says, and the processes that it has started. */
final class KeptCommand implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Thread reader;

  private KeptCommand(ProcessBuilder builder) throws IOException {
    this.process = builder.redirectErrorStream(true).start();
    this.reader = Thread.ofPlatform().daemon().start(() -> read(process.getInputStream()));
  }

  /** The script that a shell runs to start a keeper. */
  static String keeper(Duration grace, Duration time, String script) {
    List<String> words =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Keeper.class.getName(),
            Long.toString(grace.toMillis()),
            Long.toString(time.toMillis()),
            "sh",
            "-c",
            script);
    return words.stream().map(KeptCommand::quoted).collect(Collectors.joining(" "));
  }

  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /** A shell becomes what the line says. */
  static KeptCommand start(Path directory, String line) throws IOException {
    return new KeptCommand(
        new ProcessBuilder("sh", "-c", "exec " + line).directory(directory.toFile()));
  }

  /** The same in a terminal; what is typed goes there. */
  static KeptCommand inTerminal(Path directory, String line) throws IOException {
    // Where the tests themselves run in the background, a shell has had interrupts ignored.
    return new KeptCommand(
        new ProcessBuilder(
                "env", "--default-signal=INT,QUIT,HUP", "script", "-qec", line, "/dev/null")
            .directory(directory.toFile()));
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  void type(String keys) throws IOException {
    process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  void closeInput() throws IOException {
    process.getOutputStream().close();
  }

  void signal(String name) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor())
        .isZero();
  }

  synchronized String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  void awaitSaid(String text) {
    await().atMost(PATIENCE).until(this::said, all -> all.contains(text));
  }

  int awaitExit() throws Exception {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as(said()).isTrue();
    reader.join(PATIENCE);
    return process.exitValue();
  }

  /** Processes whose numbers the command has written into files, one each. */
  static List<Long> pids(Path directory, int count) {
    return await().atMost(PATIENCE).until(() -> pids(directory), pids -> pids.size() == count);
  }

  private static List<Long> pids(Path directory) throws IOException {
    List<Long> pids = new ArrayList<>();
    try (var files = Files.newDirectoryStream(directory, "*.pid")) {
      for (Path file : files) {
        String text = Files.readString(file).strip();
        if (!text.isEmpty()) {
          pids.add(Long.parseLong(text));
        }
      }
    }
    return pids;
  }

  /** A process that has ended runs no more, even if its parent has not asked for its status. */
  static boolean runs(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException e) {
      return false;
    }
  }

  static void awaitGone(List<Long> pids, Duration most) {
    await().atMost(most).until(() -> pids.stream().noneMatch(KeptCommand::runs));
  }

  private void read(InputStream stream) {
    byte[] buffer = new byte[4096];
    try {
      for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
        synchronized (this) {
          said.write(buffer, 0, n);
        }
      }
    } catch (IOException e) {
      if (process.isAlive()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() throws Exception {
    process.destroyForcibly().waitFor();
  }
}
