package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that read a data directory without a server say what they have done and what not. */
class DirectoryCommandsTest {

  @TempDir private Path data;
  private final TestSurroundings shell = new TestSurroundings();

  @BeforeEach
  void write() throws Exception {
    try (RunningServer server = RunningServer.in(data)) {
      TestSurroundings alice = server.agent("alice");
      assertThat(alice.run("acquire", "--space", "s", "--path", "a")).isZero();
    }
  }

  private int run(String command, String... options) {
    String[] arguments = new String[options.length + 3];
    System.arraycopy(options, 0, arguments, 3, options.length);
    arguments[0] = command;
    arguments[1] = "--data";
    arguments[2] = data.toString();
    return shell.run(arguments);
  }

  @Test
  void aVerificationSaysHowFarTheTablesWereCompared() throws Exception {
    assertThat(run("verify")).isZero();
    assertThat(shell.out())
        .contains("tables        compared, every row")
        .doesNotContain("not compared");
    assertThat(run("verify", "--no-tables")).isZero();
    assertThat(shell.out()).contains(data + ", tables not compared", "only the leases");
    assertThat(run("verify", "--no-tables", "--json")).isZero();
    assertThat(shell.out()).contains("\"tables\":\"LEASES_COMPARED\"");
    Files.delete(data.resolve("leasehold.db"));
    assertThat(run("verify")).isZero();
    assertThat(shell.out()).contains(", tables not compared", "there is no leasehold.db");
    assertThat(run("verify", "--json")).isZero();
    assertThat(shell.out()).contains("\"tables\":\"MISSING\"");
  }

  @Test
  void aJournalWithoutWhatIsSoughtSaysSo() {
    assertThat(run("journal", "--lease", "nope")).isZero();
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err()).isEqualTo("leasehold: nothing was found of lease nope\n");
    assertThat(run("journal", "--from", "1000")).isZero();
    assertThat(shell.err()).isEqualTo("leasehold: nothing was found\n");
    assertThat(run("journal", "--from=-1")).isEqualTo(2);
    assertThat(shell.err()).contains("--from", "-1");
    assertThat(run("journal", "--lease", "")).isEqualTo(2);
    assertThat(run("journal", "--from", "0")).isZero();
    assertThat(shell.err()).isEmpty();
    assertThat(shell.out()).isNotEmpty();
  }
}
