package dev.leasehold.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sun.misc.Signal;

/** A command is run as a shell would run it. */
@EnabledOnOs(OS.LINUX)
class StartedCommandTest {

  private static final Duration GRACE = Duration.ofMillis(300);

  @TempDir Path directory;

  @Test
  void itsExitCodeIsPassedOn() throws Exception {
    assertThat(exitCodeOf(keeper("exit 0"))).isZero();
    assertThat(exitCodeOf(keeper("exit 7"))).isEqualTo(7);
    assertThat(exitCodeOf(keeper("exit 255"))).isEqualTo(255);
  }

  @Test
  void theSignalThatItDiedOfIsPassedOnAsShellsDo() throws Exception {
    assertThat(exitCodeOf(keeper("kill -TERM $$"))).isEqualTo(128 + 15);
    assertThat(exitCodeOf(keeper("kill -KILL $$"))).isEqualTo(128 + 9);
  }

  @Test
  void whatCannotBeStartedHasTheCodesOfShells() throws Exception {
    Path text = Files.writeString(directory.resolve("text"), "no program");

    assertThat(exitCodeOf(program("no-such-program-anywhere"))).isEqualTo(127);
    assertThat(exitCodeOf(program(text.toString()))).isEqualTo(126);
    assertThat(text.toFile().setExecutable(true)).isTrue();
    assertThat(exitCodeOf(program(text.toString()))).isEqualTo(126);
  }

  @Test
  void wordsAndVariablesArriveByteByByteWhateverTheLocale() throws Exception {
    String line =
        "env LC_ALL=C 'VARIABLE=grün' " + keeper("echo \"$1, $VARIABLE\"") + " name 'Äpfel'";
    try (KeptCommand kept = KeptCommand.start(directory, line)) {
      assertThat(kept.awaitExit()).isZero();
      assertThat(kept.said()).isEqualTo("Äpfel, grün\n");
    }
  }

  @Test
  void itReadsWhatIsWrittenToItsStarter() throws Exception {
    try (KeptCommand kept = KeptCommand.start(directory, keeper("cat"))) {
      kept.type("one\ntwo\n");
      kept.closeInput();
      assertThat(kept.awaitExit()).isZero();
      assertThat(kept.said()).isEqualTo("one\ntwo\n");
    }
  }

  @Test
  void itGetsTheFilesThatItsStarterWasGivenAndNoneOfItsOwn() throws Exception {
    Files.writeString(directory.resolve("given"), "through seven\n");
    String line = keeper("cat <&7; ls /proc/self/fd") + " 7<given";
    try (KeptCommand kept = KeptCommand.start(directory, line)) {
      assertThat(kept.awaitExit()).isZero();
      // 3 is the directory that ls reads.
      assertThat(kept.said().lines()).containsExactly("through seven", "0", "1", "2", "3", "7");
    }
  }

  @Test
  void signalsAreForwardedToItsWholeGroup() throws Exception {
    for (String signal : List.of("TERM", "INT", "HUP", "USR1")) {
      if (isIgnored(signal)) {
        continue;
      }
      String script =
          "trap 'echo outer' SIG;"
              + " (trap 'echo inner; exit' SIG; echo ready; while :; do sleep 0.02; done);"
              + " exit 9";
      try (KeptCommand kept = KeptCommand.start(directory, keeper(script.replace("SIG", signal)))) {
        kept.awaitSaid("ready");
        kept.signal(signal);
        assertThat(kept.awaitExit()).as(signal).isEqualTo(9);
        assertThat(kept.said()).as(signal).contains("inner").contains("outer");
      }
    }
  }

  /** Tests that run in the background, or with nohup, ignore INT or HUP. */
  private static boolean isIgnored(String signal) throws IOException {
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.substring("SigIgn:".length()).strip())
            .findAny()
            .orElseThrow();
    long bit = 1L << (new Signal(signal).getNumber() - 1);
    return (Long.parseUnsignedLong(ignored, 16) & bit) != 0;
  }

  private static String keeper(String script) {
    return KeptCommand.keeper(GRACE, Duration.ZERO, script);
  }

  private static String program(String name) {
    String line = keeper("");
    return line.substring(0, line.lastIndexOf("'sh' '-c'")) + KeptCommand.quoted(name);
  }

  private int exitCodeOf(String line) throws Exception {
    try (KeptCommand kept = KeptCommand.start(directory, line)) {
      return kept.awaitExit();
    }
  }
}
