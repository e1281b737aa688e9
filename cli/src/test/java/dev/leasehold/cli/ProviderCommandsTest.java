package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Providers on the command line: a key goes in and does not come out. */
@Timeout(180)
class ProviderCommandsTest {

  private static final String KEY = "sk-canary-0123456789abcdef";

  @TempDir private Path directory;

  private static void assertSilent(TestSurroundings shell) {
    assertThat(shell.out() + shell.err()).doesNotContain(KEY);
  }

  private static String[] add(String name, String... more) {
    String[] words = {
      "provider", "add", name, "--kind", "anthropic", "--url", "https://api.example.com"
    };
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }

  @Test
  void aProviderIsAddedListedRotatedEncryptedAnewAndRemoved() throws Exception {
    Path data = directory.resolve("data");
    try (RunningServer server = RunningServer.in(data)) {
      TestSurroundings admin = server.admin();
      assertThat(admin.withInput(KEY + "\n").run(add("main"))).as(admin.err()).isZero();
      assertThat(admin.out()).contains("main", "anthropic", "https://api.example.com", "version 1");
      assertSilent(admin);
      assertThat(admin.run("provider", "ls")).isZero();
      assertThat(admin.out()).contains("PROVIDER", "main", "version 1");
      assertSilent(admin);

      Path file = Files.writeString(directory.resolve("key"), KEY);
      assertThat(admin.run("provider", "rotate", "main", "--key-file", file.toString())).isZero();
      assertThat(admin.out()).contains("version 2");
      assertThat(admin.run("provider", "rotate", "main", "--key-file", file.toString(), "--json"))
          .isZero();
      assertThat(admin.out()).contains("\"keyVersion\":3");
      assertSilent(admin);

      assertThat(admin.withInput("\n").run("provider", "rotate", "main"))
          .isEqualTo(Exit.USAGE.code());
      assertThat(admin.err()).contains("--key-file");
      assertThat(admin.withInput(KEY).run("provider", "rotate", "none"))
          .isEqualTo(Exit.NOT_FOUND.code());
      assertThat(server.agent("ann").withInput(KEY).run(add("other")))
          .isEqualTo(Exit.NOT_ALLOWED.code());
      assertThat(admin.run("provider", "rekey", "--data", data.toString()))
          .as("a server has it")
          .isNotZero();
    }
    TestSurroundings shell = new TestSurroundings();
    assertThat(shell.run("provider", "rekey", "--data", data.toString())).as(shell.err()).isZero();
    assertThat(shell.out()).contains("1 providers", "provider.key");
    try (RunningServer server = RunningServer.in(data)) {
      TestSurroundings admin = server.admin();
      assertThat(admin.run("provider", "ls")).isZero();
      assertThat(admin.out()).contains("version 3");
      assertThat(admin.run("provider", "rm", "main")).isZero();
      assertThat(admin.out()).contains("removed");
      assertThat(admin.run("token", "issue", "gateway-1", "--role", "gateway")).isZero();
      TestSurroundings gateway = server.bearer(admin.out().strip());
      assertThat(gateway.run("ls")).isEqualTo(Exit.NOT_ALLOWED.code());
    }
  }
}
