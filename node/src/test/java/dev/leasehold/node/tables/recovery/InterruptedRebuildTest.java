package dev.leasehold.node.tables.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A verification that is stopped, by Ctrl-C for example, leaves no copy of the tables behind. */
@Timeout(180)
class InterruptedRebuildTest {

  /** Begins to build, says where, and goes on until it is told to end. */
  static final class Builder {
    private Builder() {}

    public static void main(String[] arguments) throws Exception {
      RebuiltTables tables = RebuiltTables.begin();
      System.out.println(tables.file());
      System.in.read();
    }
  }

  @Test
  void aProcessThatIsToldToEndRemovesItsCopy() throws Exception {
    Process builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Builder.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = builder.inputReader(StandardCharsets.UTF_8)) {
      Path file = Path.of(out.readLine());
      assertThat(file).exists();
      builder.toHandle().destroy();
      assertThat(builder.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(file).doesNotExist();
      assertThat(file.getParent()).doesNotExist();
    } finally {
      builder.destroyForcibly();
    }
  }
}
