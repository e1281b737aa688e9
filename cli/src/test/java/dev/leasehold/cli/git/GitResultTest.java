package dev.leasehold.cli.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Output counts only where its stream has ended. */
class GitResultTest {

  private final PipedInputStream stream = new PipedInputStream();

  private GitResult result(long waitedNanos) throws InterruptedException {
    return new GitResult(0, new GitOutput(stream, 1_000, true).take(waitedNanos), "");
  }

  @Test
  void anOutputThatHasNotEndedIsRefused() throws Exception {
    try (PipedOutputStream git = new PipedOutputStream(stream)) {
      git.write("first\n".getBytes(StandardCharsets.UTF_8));
      GitResult result = result(0);
      assertThat(result.isDone()).isTrue();
      for (ThrowingCallable read :
          List.<ThrowingCallable>of(result::out, result::text, result::parts)) {
        assertThatThrownBy(read)
            .isInstanceOf(GitFailedException.class)
            .hasMessageContaining("may be cut off")
            .hasMessageContaining("end that program");
      }
    }
  }

  @Test
  void anOutputThatHasEndedIsWhole() throws Exception {
    try (PipedOutputStream git = new PipedOutputStream(stream)) {
      git.write("first\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(result(TimeUnit.MINUTES.toNanos(1)).text()).isEqualTo("first");
  }
}
