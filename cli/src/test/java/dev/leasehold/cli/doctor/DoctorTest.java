package dev.leasehold.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.RunningServer;
import dev.leasehold.cli.TestSurroundings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The findings of {@code doctor} at a server and at its data. */
@Timeout(180)
class DoctorTest {

  @TempDir private Path data;

  private TestSurroundings stopped(String path) throws Exception {
    try (RunningServer server = RunningServer.in(data)) {
      TestSurroundings admin = server.admin();
      assertThat(admin.run("acquire", "--space", "a", "--path", path)).isZero();
      assertThat(admin.run("doctor")).as(admin.out()).isZero();
      assertThat(admin.out()).contains("blocks are as they were written");
    }
    return new TestSurroundings()
        .with("LEASEHOLD_SERVER", "127.0.0.1:1")
        .with("LEASEHOLD_DATA", data.toString());
  }

  @Test
  void aByteOfTheJournalThatWasChangedIsSeen() throws Exception {
    TestSurroundings shell = stopped("a-path-to-be-found");
    shell.run("doctor");
    assertThat(shell.out()).contains("blocks are as they were written");

    Path journal = data.resolve("journal.db");
    byte[] bytes = Files.readAllBytes(journal);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int place = text.indexOf("a-path-to-be-found");
    assertThat(place).isPositive();
    bytes[place]++;
    Files.write(journal, bytes);
    assertThat(shell.run("doctor")).isEqualTo(1);
    assertThat(shell.out())
        .contains("the journal is damaged", "does not match its hash", "leasehold verify");
  }

  @Test
  void aServerThatNeverAnswersIsNotWaitedForLong() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      TestSurroundings shell =
          new TestSurroundings().with("LEASEHOLD_TOKEN", "t").with("LEASEHOLD_DATA", "/nowhere");
      long begin = System.nanoTime();
      assertThat(shell.run("doctor", "--server", "127.0.0.1:" + silent.getLocalPort()))
          .isEqualTo(1);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
      assertThat(shell.out())
          .contains("did not answer within 5 s", "stopped, stuck or busy")
          .doesNotContain("may still have done");
    }
  }

  @Test
  void anEmptyTokenComesWithAdvice() throws Exception {
    try (RunningServer server = RunningServer.in(data)) {
      TestSurroundings shell = server.admin().with("LEASEHOLD_TOKEN", "");
      assertThat(shell.run("doctor")).isEqualTo(1);
      assertThat(shell.out())
          .contains("LEASEHOLD_TOKEN is empty", "leasehold token issue", "unset it");

      Files.writeString(data.resolve("admin.token"), "\n");
      TestSurroundings admin = server.admin();
      assertThat(admin.run("doctor")).isEqualTo(1);
      assertThat(admin.out()).contains("admin.token is empty", "remove the file and start");
      assertThat(admin.run("ls", "--token", "no token")).isEqualTo(6);
      assertThat(admin.err()).contains("what --token has is no token").doesNotContain("unset");
    }
  }
}
