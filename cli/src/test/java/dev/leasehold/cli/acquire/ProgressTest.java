package dev.leasehold.cli.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.remote.Problem;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A waiter is told whom it waits for, also where there is no terminal. */
class ProgressTest {

  private static Problem held() throws IOException {
    String json =
        """
        {"code":"SCOPE_OVERLAP","conflicts":[
         {"leaseId":"l1","holder":"alice","scope":["/a"],"state":"ACTIVE",
          "expiresAt":"2100-01-01T00:00:00Z","labels":{"contact":"#a"}}]}\
        """;
    return new Problem(Fields.parse(json), json, Instant.parse("2099-12-31T23:00:00Z"));
  }

  @Test
  void withoutATerminalItIsSaidLineByLine() throws IOException {
    TestSurroundings shell = new TestSurroundings();
    try (Progress progress = Progress.begin(held(), shell.surroundings(), Duration.ofMillis(5))) {
      await().atMost(Duration.ofMinutes(1)).until(() -> shell.err().lines().count() > 2);
    }

    assertThat(shell.err().lines())
        .allMatch(line -> line.startsWith("leasehold: waiting, next: alice [#a] holds /a, for"))
        .allMatch(line -> line.endsWith("(lease l1)"));
    assertThat(shell.err()).doesNotContain("\r", "\u001b");
  }

  @Test
  void aShortWaitIsNotWorthALine() throws IOException {
    TestSurroundings shell = new TestSurroundings();
    Progress.begin(held(), shell.surroundings()).close();

    assertThat(shell.err()).isEmpty();
  }

  @Test
  void onATerminalOneLineIsWrittenOverAndOver() throws IOException {
    TestSurroundings shell = new TestSurroundings().onTerminal(60);
    try (Progress progress = Progress.begin(held(), shell.surroundings())) {
      await().atMost(Duration.ofMinutes(1)).until(() -> shell.err().contains("alice"));
    }

    assertThat(shell.err()).startsWith("\r\u001b[K").endsWith("\r\u001b[K").doesNotContain("\n");
  }
}
