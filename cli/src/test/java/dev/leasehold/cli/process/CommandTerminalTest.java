package dev.leasehold.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.NativeLibrary;
import dev.leasehold.api.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A command has the terminal as if it had been started without anybody in between. */
@EnabledOnOs(OS.LINUX)
class CommandTerminalTest {

  private static final String CONTROL_C = "\u0003";
  private static final String CONTROL_Z = "\u001a";

  @TempDir Path directory;

  @BeforeEach
  void needsTerminals() {
    Programs.need("script");
  }

  @Test
  void itReadsFromTheTerminal() throws Exception {
    String script = "tty; read first; read second </dev/tty; echo \"got $first $second\"";
    try (KeptCommand kept = KeptCommand.inTerminal(directory, keeper(script))) {
      kept.awaitSaid("/dev/pts/");
      kept.type("one\ntwo\n");
      assertThat(kept.awaitExit()).isZero();
      assertThat(kept.said()).contains("got one two");
    }
  }

  @Test
  void itIsInTheForegroundBeforeItsFirstInstruction() throws Exception {
    assumeTrue(canSpawnInForeground(), "glibc 2.35 or newer");
    // After the name of the process: state, parent, group, session, terminal, foreground group.
    String script = "read -r stat </proc/$$/stat; set -- ${stat##*) }; echo \"group $3 of $6.\"";
    for (int round = 0; round < 5; round++) {
      try (KeptCommand kept = KeptCommand.inTerminal(directory, keeper(script))) {
        assertThat(kept.awaitExit()).isZero();
        assertThat(kept.said()).containsPattern("group (\\d+) of \\1\\.");
      }
    }
  }

  @Test
  void controlCEndsIt() throws Exception {
    try (KeptCommand kept = KeptCommand.inTerminal(directory, keeper("echo ready; sleep 900"))) {
      kept.awaitSaid("ready");
      kept.type(CONTROL_C);
      assertThat(kept.awaitExit()).isEqualTo(128 + 2);
    }
  }

  @Test
  void controlCEndsTheScriptThatItIsPartOf() throws Exception {
    String line = "bash -c " + KeptCommand.quoted(keeper("echo ready; sleep 900") + "; echo next");
    try (KeptCommand kept = KeptCommand.inTerminal(directory, line)) {
      kept.awaitSaid("ready");
      kept.type(CONTROL_C);
      assertThat(kept.awaitExit()).isEqualTo(128 + 2);
      assertThat(kept.said()).doesNotContain("next");
    }
  }

  @Test
  void itMayTakeControlCForItself() throws Exception {
    String script =
        "trap 'echo caught; caught=1' INT; echo ready;"
            + " until [ \"$caught\" ]; do sleep 0.05; done;"
            + " read line; echo \"then $line\"; exit 5";
    try (KeptCommand kept = KeptCommand.inTerminal(directory, keeper(script))) {
      kept.awaitSaid("ready");
      kept.type(CONTROL_C);
      kept.awaitSaid("caught");
      kept.type("more\n");
      assertThat(kept.awaitExit()).isEqualTo(5);
      assertThat(kept.said()).contains("then more");
    }
  }

  @Test
  void inAPipeItGetsTheTerminalWhenItWantsIt() throws Exception {
    String script = "echo ready; read line </dev/tty; echo \"got $line\"";
    try (KeptCommand kept = KeptCommand.inTerminal(directory, keeper(script) + " | cat")) {
      kept.awaitSaid("ready");
      kept.type("something\n");
      assertThat(kept.awaitExit()).isZero();
      assertThat(kept.said()).contains("got something");
    }
  }

  @Test
  void inAPipeControlCReachesIt() throws Exception {
    String script = "trap 'echo caught; exit 6' INT; echo ready; while :; do sleep 0.05; done";
    String line = "set -o pipefail; " + keeper(script) + " | (trap '' INT; cat)";
    try (KeptCommand kept =
        KeptCommand.inTerminal(directory, "bash -c " + KeptCommand.quoted(line))) {
      kept.awaitSaid("ready");
      kept.type(CONTROL_C);
      kept.awaitSaid("caught");
    }
  }

  @Test
  void controlZStopsTheJobAndItGoesOnInTheForeground() throws Exception {
    // In a file, for it is longer than a line that can be typed.
    String line = keeper("echo ready; read line; echo \"got $line\"; exit 3");
    Files.writeString(directory.resolve("job"), "exec " + line);
    try (KeptCommand shell = KeptCommand.inTerminal(directory, "bash --norc --noprofile -i")) {
      shell.type("sh job\n");
      shell.awaitSaid("ready");
      shell.type(CONTROL_Z);
      shell.awaitSaid("Stopped");
      shell.type("echo in''between\n");
      shell.awaitSaid("inbetween");
      shell.type("fg\n");
      shell.type("something\n");
      shell.awaitSaid("got something");
      shell.type("echo \"code\"=$?\n");
      shell.awaitSaid("code=3");
      shell.type("exit\n");
      shell.awaitExit();
    }
  }

  private static boolean canSpawnInForeground() {
    try {
      NativeLibrary.getInstance("c").getFunction("posix_spawn_file_actions_addtcsetpgrp_np");
      return true;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  private static String keeper(String script) {
    return KeptCommand.keeper(Duration.ofMillis(300), Duration.ZERO, script);
  }
}
