package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output into a pipe whose reader is gone, as that of {@code | head} is. */
class UnreadOutputTest {

  @ParameterizedTest
  @ValueSource(strings = {"help", "--version"})
  void aCommandThatNobodyListensToEndsQuietly(String word) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "read go; exec \"$@\"", "sh"));
    command.addAll(ServeProcess.java());
    command.add(word);
    Process process = new ProcessBuilder(command).start();
    process.getInputStream().close();
    try (var in = process.getOutputStream()) {
      in.write('\n');
    }

    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(errors).isEqualTo(Main.UNREAD);
    assertThat(errors).isEmpty();
  }
}
