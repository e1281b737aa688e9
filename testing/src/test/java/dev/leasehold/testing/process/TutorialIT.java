package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tutorial as a reader pastes it, one line after the other into one shell. The expected output
 * stands behind each line.
 */
@Timeout(900)
@Order(2)
class TutorialIT {

  private static final Path ROOT = Checkout.root();

  @TempDir private Path directory;

  @Test
  void everyLineSaysWhatTheTutorialTells() throws Exception {
    assumeThat(ROOT.resolve("cli/target/leasehold.jar")).as("run mvn package first").exists();
    Checkout.leaveOutTheServersCache();
    List<PastedCommand> lines = lines();
    assertThat(lines).filteredOn(line -> !line.says().isEmpty()).hasSizeGreaterThan(10);
    PastingShell shell = new PastingShell(directory, lines);
    shell.run(
        ROOT,
        Map.of(
            "JAVA_HOME",
            System.getProperty("java.home"),
            "LEASEHOLD_JAVA_OPTS",
            Checkout.QUICK_TO_START));
    for (int i = 0; i < lines.size(); i++) {
      String command = lines.get(i).text();
      assertThat(shell.end(i)).as("%s was not reached", command).isNotNegative();
      assertThat(shell.said(i)).as(command).contains(lines.get(i).says());
    }
  }

  private List<PastedCommand> lines() throws IOException {
    String port = String.valueOf(freePort());
    return Files.readAllLines(ROOT.resolve("docs/tutorial.md")).stream()
        .filter(text -> text.startsWith("    "))
        .map(
            text ->
                text.strip()
                    .replace("7431", port)
                    .replace("/tmp/leasehold-tutorial", directory.resolve("tutorial").toString()))
        .map(PastedCommand::of)
        .toList();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
