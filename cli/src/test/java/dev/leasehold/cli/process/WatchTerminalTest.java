package dev.leasehold.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.Programs;
import dev.leasehold.cli.RunningServer;
import dev.leasehold.cli.ServeProcess;
import dev.leasehold.cli.TestSurroundings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The view that {@code watch} keeps up to date on a terminal. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class WatchTerminalTest {

  private static final String CONTROL_C = "\u0003";
  private static final String HOME = "\u001b[H";
  private static final String OTHER_SCREEN = "\u001b[?1049h";
  private static final String FIRST_SCREEN = "\u001b[?1049l";

  @TempDir private static Path data;
  @TempDir private static Path directory;
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.in(data);
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void needsTerminals() {
    Programs.need("script");
  }

  /** A shell that says afterwards how it ended and whether the terminal is as it was. */
  private static KeptCommand watch(int columns, int rows, String... options) throws Exception {
    List<String> words = new ArrayList<>(ServeProcess.java());
    words.add(1, "-Dleasehold.terminal=out,err," + rows + "x" + columns);
    words.add("watch");
    words.addAll(List.of(options));
    words.addAll(List.of("--server", server.url(), "--data", data.toString()));
    String command = words.stream().map(KeptCommand::quoted).collect(Collectors.joining(" "));
    Path script = Files.createTempFile(directory, "watch", ".sh");
    Files.writeString(
        script,
        "stty cols %d rows %d; trap : INT; before=$(stty -g)\n%s\n"
                .formatted(columns, rows, command)
            + "echo \"code=$?\"; [ \"$before\" = \"$(stty -g)\" ] && echo as it was\n");
    return KeptCommand.inTerminal(directory, "sh " + script);
  }

  /** The screen as it is now, without colours. */
  private static String picture(KeptCommand watch) {
    String said = watch.said();
    int last = said.lastIndexOf(HOME);
    return last < 0 ? "" : said.substring(last).replaceAll("\u001b\\[[0-9;?]*[a-zA-Z]", "");
  }

  private static void awaitPicture(KeptCommand watch, Predicate<String> expected) {
    await()
        .atMost(KeptCommand.PATIENCE)
        .until(() -> picture(watch), picture -> expected.test(picture));
  }

  private static String acquire(TestSurroundings who, String space, String path) {
    assertThat(who.run("acquire", "--space", space, "--path", path, "--ttl", "5m", "-q"))
        .as(who.err())
        .isZero();
    return who.out().strip();
  }

  @Test
  void leasesComeChangeAndGoAndControlCLeavesTheTerminalAsItWas() throws Exception {
    TestSurroundings alice = server.agent("alice");
    try (KeptCommand watch = watch(100, 24, "--space", "live")) {
      watch.awaitSaid("LEASE");
      String id = acquire(alice, "live", "one");
      awaitPicture(watch, p -> p.contains(id) && p.contains("in 5 min") && p.contains("granted"));
      assertThat(alice.run("renew", id, "--ttl", "3h")).isZero();
      awaitPicture(watch, p -> p.contains("in 3 h") && p.contains("renewed alice /one in live"));
      assertThat(alice.run("release", id)).isZero();
      awaitPicture(watch, p -> p.contains("released") && !p.contains("in 3 h"));
      watch.type(CONTROL_C);
      watch.awaitExit();
      assertThat(watch.said())
          .containsSubsequence(OTHER_SCREEN, "released", FIRST_SCREEN, "code=130", "as it was")
          .doesNotContain("Exception");
    }
  }

  @Test
  void aNarrowTerminalIsNotOverrun() throws Exception {
    TestSurroundings bob = server.agent("bob");
    acquire(bob, "narrow", "a-name-that-is-much-too-long-for-a-terminal-of-forty-columns");
    for (int i = 0; i < 20; i++) {
      acquire(bob, "narrow", "x" + i);
    }
    try (KeptCommand watch = watch(40, 12, "--space", "narrow", "--count", "1")) {
      awaitPicture(watch, picture -> picture.contains("and 11 more"));
      acquire(bob, "narrow", "last");
      awaitPicture(watch, picture -> picture.contains("granted bob"));
      watch.awaitExit();
      assertThat(picture(watch).substring(0, picture(watch).indexOf("code=")).lines())
          .allMatch(line -> line.length() <= 40);
      assertThat(watch.said()).containsSubsequence(FIRST_SCREEN, "granted bob", "code=0");
    }
  }

  @Test
  void inEightLinesOfFortyColumnsALeaseSaysWhatWhoAndUntilWhen() throws Exception {
    TestSurroundings carol = server.agent("carol");
    for (int i = 0; i < 8; i++) {
      acquire(carol, "eight", "file-" + i);
    }
    try (KeptCommand watch = watch(40, 8, "--space", "eight")) {
      awaitPicture(
          watch,
          picture ->
              picture.lines().filter(line -> line.matches("/file-\\d +carol +in 5 min.*")).count()
                  == 8);
      acquire(carol, "eight", "last");
      awaitPicture(
          watch, picture -> picture.contains("and 3 more") && picture.contains("granted carol"));
      watch.type(CONTROL_C);
      watch.awaitExit();
    }
  }

  @Test
  void aTerminalWithAlmostNoRoomIsNoReasonToFail() throws Exception {
    try (KeptCommand watch = watch(20, 3, "--space", "narrow")) {
      watch.awaitSaid(HOME);
      watch.type(CONTROL_C);
      watch.awaitExit();
      assertThat(watch.said()).contains("code=130").doesNotContain("Exception");
    }
  }
}
