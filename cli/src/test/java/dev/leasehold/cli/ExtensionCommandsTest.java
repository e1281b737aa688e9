package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More time than a lease has, asked for and decided on the command line. */
@Timeout(180)
class ExtensionCommandsTest {

  private static String acquired(TestSurroundings shell, String policy, String name) {
    assertThat(shell.run("acquire", "--space", "p", "--policy", policy, "--name", name, "--json"))
        .as(shell.err())
        .isZero();
    return shell.out().replaceAll("(?s).*?\"leaseId\":\"([^\"]*)\".*", "$1");
  }

  @Test
  void moreTimeIsRequestedListedAndDecided(@TempDir Path data) throws Exception {
    try (RunningServer server = RunningServer.in(data)) {
      TestSurroundings admin = server.admin();
      assertThat(admin.run("policy", "add", "desk", "--base", "checkout", "--extensions", "true"))
          .as(admin.err())
          .isZero();
      assertThat(admin.out()).contains("EXTENSIONS", "yes");
      TestSurroundings bob = server.agent("bob");
      String lease = acquired(bob, "desk", "/a");

      assertThat(bob.run("extension", "request", lease, "--by", "24h", "--because", "the review"))
          .as(bob.err())
          .isZero();
      assertThat(bob.out()).startsWith("asked: request ");
      String id = bob.out().strip().replaceAll(".* ", "");
      assertThat(admin.run("extension", "requests")).isZero();
      assertThat(admin.out()).contains(id, "bob", "24 h", "open", "the review");
      assertThat(bob.run("extension", "approve", id, "--reason", "me"))
          .isEqualTo(Exit.NOT_ALLOWED.code());
      assertThat(admin.run("extension", "approve", id, "--by", "25h", "--reason", "fine"))
          .isEqualTo(Exit.USAGE.code());
      assertThat(admin.run("extension", "approve", id, "--by", "10h", "--reason", "fine"))
          .as(admin.err())
          .isZero();
      assertThat(admin.out()).contains("of bob for 10 h of 24 h is approved");
      assertThat(bob.run("show", lease)).isZero();
      assertThat(bob.err())
          .contains("was extended and ends in 3 days 10 hours; admin granted 10 hours");
      assertThat(admin.run("history", lease)).isZero();
      assertThat(admin.out())
          .contains(
              "bob asked for more time: 24 hours: the review", "admin extended it: 10 hours: fine");
      assertThat(
              admin.run(
                  "watch",
                  "--from=0",
                  "--count=2",
                  "--type=lease.extension-requested,lease.extended"))
          .as(admin.err())
          .isZero();
      assertThat(admin.out())
          .contains("extension-requested bob /a in p by 24 h as request " + id)
          .contains(" by 10 h as request " + id + ", by admin: fine");

      bob.run("extension", "request", lease, "--by", "1h", "--because", "once more");
      String again = bob.out().strip().replaceAll(".* ", "");
      assertThat(admin.run("extension", "decline", again, "--reason", "enough")).isZero();
      assertThat(admin.run("extension", "requests", "--lease", lease)).isZero();
      assertThat(admin.out()).contains("approved by admin", "declined by admin");

      String strict = acquired(bob, "checkout", "/b");
      assertThat(bob.run("extension", "request", strict, "--by", "24h", "--because", "more"))
          .isNotZero();
      assertThat(bob.err()).contains("cannot be extended", "check in early");
    }
  }
}
