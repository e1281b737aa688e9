package dev.leasehold.node.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemTimeTest {

  private static final long SECOND = 1_000_000_000L;

  @TempDir Path proc;

  @BeforeEach
  void aMachineUpForAThousandSeconds() throws IOException {
    Files.createDirectories(proc.resolve("sys/kernel/random"));
    Files.createDirectories(proc.resolve("self/ns"));
    write("sys/kernel/random/boot_id", "11111111-2222-3333-4444-555555555555\n");
    write("uptime", "1000.00 1900.12\n");
    write("self/timens_offsets", "monotonic           0         0\nboottime            0 0\n");
    Files.createSymbolicLink(proc.resolve("self/ns/time"), Path.of("time:[4026531834]"));
  }

  private void write(String file, String content) throws IOException {
    Files.writeString(proc.resolve(file), content);
  }

  private String identityAt(long monotonicNanos) {
    return new SystemTime(proc, monotonicNanos).identity();
  }

  @Test
  void theSameBootHasTheSameIdentityLater() throws IOException {
    String before = identityAt(1000 * SECOND);
    write("uptime", "5000.37 9000.00\n");
    assertThat(identityAt(5000 * SECOND + SECOND / 2)).isEqualTo(before);
  }

  @Test
  void anotherBootHasAnother() throws IOException {
    String before = identityAt(1000 * SECOND);
    write("sys/kernel/random/boot_id", "99999999-2222-3333-4444-555555555555\n");
    assertThat(identityAt(1000 * SECOND)).isNotEqualTo(before);
  }

  @Test
  void aClockThatWasShiftedHasAnother() {
    assertThat(identityAt(1000 * SECOND))
        .isNotEqualTo(identityAt(4600 * SECOND))
        .isNotEqualTo(identityAt(998 * SECOND));
  }

  @Test
  void anotherTimeNamespaceHasAnother() throws IOException {
    String before = identityAt(1000 * SECOND);
    Files.delete(proc.resolve("self/ns/time"));
    Files.createSymbolicLink(proc.resolve("self/ns/time"), Path.of("time:[4026539999]"));
    assertThat(identityAt(1000 * SECOND)).isNotEqualTo(before);
  }

  @Test
  void aKernelWithoutTimeNamespacesIsNamedByItsBoot() throws IOException {
    Files.delete(proc.resolve("self/ns/time"));
    Files.delete(proc.resolve("self/timens_offsets"));
    assertThat(identityAt(1000 * SECOND)).isEqualTo(identityAt(1000 * SECOND)).contains("1111");
  }

  @Test
  void whereTheBootIsUnknownEveryProcessHasItsOwn() throws IOException {
    Files.delete(proc.resolve("sys/kernel/random/boot_id"));
    assertThat(identityAt(1000 * SECOND)).isNotEqualTo(identityAt(1000 * SECOND));
  }

  @Test
  void theRealClocksRun() {
    SystemTime time = new SystemTime();
    long before = time.monotonicNanos();
    assertThat(time.monotonicNanos()).isGreaterThanOrEqualTo(before);
    assertThat(time.wallNanos()).isPositive();
    assertThat(time.identity()).isNotBlank();
  }
}
