package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Webhooks and addresses on the command line. */
@Timeout(180)
class NotifyCommandsTest {

  private static String idIn(String output, String prefix) {
    int begin = output.indexOf(prefix);
    assertThat(begin).as(output).isNotNegative();
    return output.substring(begin).split("\\s", 2)[0];
  }

  @Test
  void webhooksAndAddressesAreAddedListedShownAndRemoved(@TempDir Path data) throws Exception {
    try (RunningServer server = RunningServer.in(data)) {
      TestSurroundings admin = server.admin();
      assertThat(
              admin.run(
                  "webhook",
                  "add",
                  "https://hook.invalid/a",
                  "--types",
                  "lease.expired,lease.evicted"))
          .as(admin.err())
          .isZero();
      assertThat(admin.out()).contains("https://hook.invalid/a", "lease.expired", "whsec_");
      String secret = "whsec_" + admin.out().split("whsec_", 2)[1].strip();
      String id = idIn(admin.out(), "wh-");
      assertThat(admin.run("webhook", "ls")).isZero();
      assertThat(admin.out()).contains(id, "never").doesNotContain(secret);
      assertThat(admin.run("webhook", "test", id)).isZero();
      assertThat(admin.run("webhook", "show", id)).isZero();
      assertThat(admin.out()).contains("MESSAGE", "test-").doesNotContain(secret);
      assertThat(admin.run("webhook", "resend", id)).isZero();
      assertThat(admin.run("webhook", "add", "http://127.0.0.1:1/")).isEqualTo(Exit.USAGE.code());
      assertThat(admin.err()).contains("--allow-private-webhooks");
      assertThat(admin.run("webhook", "rm", id)).isZero();
      assertThat(admin.run("webhook", "show", id)).isEqualTo(Exit.NOT_FOUND.code());

      assertThat(
              admin
                  .withInput("https://chat.invalid/services/canary\n")
                  .run("notify", "add", "--chat", "-", "--holder", "ann", "--kinds", "reminder"))
          .as(admin.err())
          .isZero();
      assertThat(admin.out()).contains("ann", "https://chat.invalid").doesNotContain("canary");
      String address = idIn(admin.out(), "ad-");
      TestSurroundings ann = server.agent("ann");
      assertThat(ann.run("notify", "ls")).isZero();
      assertThat(ann.out()).contains(address, "REMINDER");
      assertThat(ann.run("notify", "add", "--webhook", "https://ann.invalid/"))
          .isEqualTo(Exit.NOT_ALLOWED.code());
      assertThat(ann.err()).contains("notice_domains");
      assertThat(ann.run("notify", "add", "--mail", "ann@example.com"))
          .isEqualTo(Exit.USAGE.code());
      assertThat(ann.err()).contains("--smtp");
      assertThat(admin.run("config", "set", "notice_domains", "ann.invalid")).isZero();
      assertThat(ann.run("notify", "add", "--webhook", "https://ann.invalid/")).isZero();
      assertThat(ann.out()).contains("not confirmed yet", "notify confirm ad-");
      String own = idIn(ann.out(), "ad-");
      assertThat(ann.run("notify", "confirm", own, "AAAA-AAAA-AAAA")).isNotZero();
      assertThat(ann.run("notify", "rm", address)).isZero();
      assertThat(ann.run("webhook", "ls")).isEqualTo(Exit.NOT_ALLOWED.code());
    }
  }

  @Test
  void optionsForMailThatContradictThemselvesAreRefused() {
    TestSurroundings shell = new TestSurroundings();
    assertThat(shell.run("serve", "--mail-from", "a@example.com")).isEqualTo(Exit.USAGE.code());
    assertThat(shell.err()).contains("--smtp");
    assertThat(shell.run("serve", "--smtp", "mail", "--mail-from", "a@example.com"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(shell.run("serve", "--smtp", "mail:25")).isEqualTo(Exit.USAGE.code());
    assertThat(shell.err()).contains("--mail-from");
    assertThat(
            shell.run(
                "serve", "--smtp", "mail:25", "--mail-from", "a@example.com", "--smtp-user", "u"))
        .isEqualTo(Exit.USAGE.code());
    assertThat(shell.err()).contains("--smtp-password-file");
  }
}
