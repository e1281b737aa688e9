package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process of its own, as a person starts and stops it. */
class ServingProcessTest {

  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)");

  @TempDir Path directory;
  private final Map<Process, Path> errors = new HashMap<>();

  @AfterEach
  void endAll() throws InterruptedException {
    for (Process process : errors.keySet()) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void itSaysWhereItIsAndWhatToTryAndStopsWhenTold() throws Exception {
    Path data = directory.resolve("it's data");
    Process server = serve(data, "0");
    String line = readLine(server);

    assertThat(ADDRESS.matcher(line).find()).as(line).isTrue();
    assertThat(line).contains(data.toRealPath().resolve("admin.token").toString());
    String answer = shell(line.substring(line.indexOf("curl ")));
    assertThat(answer).contains("\"state\":\"ACTIVE\"");

    server.toHandle().destroy();
    assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isZero();
    assertThat(errorsOf(server))
        .contains("stopped cleanly")
        .doesNotContain("ERROR", "Exception", "Migrating");
    assertThat(server.inputReader(StandardCharsets.UTF_8).readLine())
        .as("one line and no more")
        .isNull();
  }

  @Test
  void whatIsTakenAlreadyIsSaidInOneSentence() throws Exception {
    Process first = serve(directory.resolve("one"), "0");
    Matcher address = ADDRESS.matcher(readLine(first));
    assertThat(address.find()).isTrue();

    Process sameDirectory = serve(directory.resolve("one"), "0");
    assertThat(sameDirectory.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(sameDirectory.exitValue()).isEqualTo(1);
    assertThat(lastLine(sameDirectory)).startsWith("leasehold: ").contains("" + first.pid());

    Process samePort = serve(directory.resolve("two"), address.group(1));
    assertThat(samePort.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(samePort.exitValue()).isEqualTo(1);
    assertThat(lastLine(samePort)).startsWith("leasehold: ").contains(address.group(1));
    assertThat(directory.resolve("two")).as("nothing is made on the disk").doesNotExist();
  }

  private Process serve(Path data, String port) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Path errorFile = Files.createTempFile(directory, "stderr", ".txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dsun.misc.unsafe.memory.access=allow",
                "-cp",
                classPath,
                Main.class.getName(),
                "serve",
                "--data",
                data.toString(),
                "--port",
                port)
            .redirectError(errorFile.toFile())
            .start();
    errors.put(process, errorFile);
    return process;
  }

  private static String readLine(Process process) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    return String.valueOf(out.readLine());
  }

  private static String shell(String command) throws Exception {
    Process shell = new ProcessBuilder("sh", "-c", command).start();
    String answer = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(answer).isZero();
    return answer;
  }

  private String errorsOf(Process process) throws IOException {
    return Files.readString(errors.get(process));
  }

  private String lastLine(Process process) throws IOException {
    List<String> lines = errorsOf(process).lines().toList();
    assertThat(lines).noneMatch(line -> line.startsWith("\tat "));
    return lines.get(lines.size() - 1);
  }
}
