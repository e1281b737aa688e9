package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.terminal.Text;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output for people fits the terminal that they have. */
@Timeout(180)
class NarrowTerminalTest {

  @TempDir private static Path data;
  private static RunningServer server;
  private static String lease = "";

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.in(data);
    TestSurroundings alice = server.agent("alice-of-the-nightly-builds");
    lease = acquire(alice, "src/main/java/dev/leasehold/cli/terminal/Table.java");
    String second = acquire(alice, "docs");
    assertThat(alice.run("renew", lease, "--ttl", "2h")).isZero();
    assertThat(server.admin().run("evict", second, "--reason", "the machine is needed")).isZero();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  private static String acquire(TestSurroundings who, String path) {
    assertThat(who.run("acquire", "--space", "repo-a", "--path", path, "-q"))
        .as(who.err())
        .isZero();
    return who.out().strip();
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 80, 120})
  void noLineIsWiderThanTheTerminalAndIdsStayInOnePiece(int columns) {
    TestSurroundings admin = server.admin().onTerminal(columns);
    String path = "src/main/java/dev/leasehold/cli/terminal/Table.java";
    List<List<String>> commands =
        List.of(
            List.of("ls"),
            List.of("show", lease),
            List.of("history", lease),
            List.of("check", "--space", "repo-a", path),
            List.of("check", "--space", "repo-a", "elsewhere"),
            List.of("policy", "ls"),
            List.of("token", "ls"),
            List.of("token", "introspect"),
            List.of("doctor"));
    for (List<String> command : commands) {
      admin.run(command.toArray(String[]::new));
      assertThat(admin.out().lines())
          .as(String.join(" ", command))
          .isNotEmpty()
          .filteredOn(line -> !isOneWord(line))
          .allMatch(line -> Text.width(line) <= columns);
      assertThat(admin.err()).as(String.join(" ", command)).isEmpty();
    }
    admin.run("show", lease);
    assertThat(admin.out()).contains(lease);
  }

  /** A word without a gap is not broken, so that it can be copied in one piece. */
  private static boolean isOneWord(String line) {
    return line.strip().indexOf(' ') < 0;
  }

  @Test
  void whatIsRefusedIsSaidInWholeWords() {
    TestSurroundings bob = server.agent("bob").onTerminal(40);
    assertThat(bob.run("show", "no-such-lease-whatever-one-looks-for")).isEqualTo(4);
    assertThat(bob.err().lines()).hasSizeGreaterThan(1).allMatch(line -> line.length() <= 40);
  }
}
