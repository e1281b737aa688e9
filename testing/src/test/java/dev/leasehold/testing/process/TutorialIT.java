package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tutorial as a reader pastes it, one line after the other into one shell. What a line should
 * say stands behind it.
 */
@Timeout(400)
class TutorialIT {

  private static final Path ROOT = root();
  private static final String SAYS = "# says: ";

  @TempDir private Path directory;

  private record Line(String command, String says) {}

  @BeforeEach
  void isBuilt() {
    assumeThat(ROOT.resolve("cli/target/leasehold.jar")).as("run mvn package first").exists();
  }

  @Test
  void everyLineSaysWhatTheTutorialTells() throws Exception {
    List<Line> lines = lines();
    assertThat(lines).filteredOn(line -> !line.says.isEmpty()).hasSizeGreaterThan(10);
    try (RunningProcess shell =
        RunningProcess.start(
            List.of("bash", script(lines).toString()),
            ROOT,
            Map.of("JAVA_HOME", System.getProperty("java.home")))) {
      await().atMost(Duration.ofMinutes(5)).until(() -> Files.exists(said(lines.size())));
      shell.awaitExit();
      for (int i = 0; i < lines.size(); i++) {
        Path said = said(i);
        assertThat(said).as("%s was not reached", lines.get(i).command).exists();
        assertThat(Files.readString(said)).as(lines.get(i).command).contains(lines.get(i).says);
      }
    }
  }

  private List<Line> lines() throws IOException {
    String port = String.valueOf(freePort());
    List<Line> lines = new ArrayList<>();
    for (String text : Files.readAllLines(ROOT.resolve("docs/tutorial.md"))) {
      if (text.startsWith("    ")) {
        String own =
            text.strip()
                .replace("7431", port)
                .replace("/tmp/leasehold-tutorial", directory.resolve("tutorial").toString());
        int comment = own.indexOf(SAYS);
        lines.add(
            comment < 0
                ? new Line(own, "")
                : new Line(own.substring(0, comment), own.substring(comment + SAYS.length())));
      }
    }
    return lines;
  }

  /** Each command in braces, so that variables, functions and exit codes reach the next. */
  private Path script(List<Line> lines) throws IOException {
    StringBuilder script = new StringBuilder("trap 'kill $(jobs -p) 2> /dev/null' EXIT\n");
    for (int i = 0; i < lines.size(); i++) {
      script.append("{ ").append(lines.get(i).command).append("\n} > ").append(said(i));
      script.append(" 2>&1\n");
    }
    script.append(": > ").append(said(lines.size())).append('\n');
    return Files.writeString(directory.resolve("tutorial.sh"), script);
  }

  private Path said(int line) {
    return directory.resolve("line-" + line);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (here != null && Files.notExists(here.resolve("leasehold"))) {
      here = here.getParent();
    }
    return here;
  }
}
