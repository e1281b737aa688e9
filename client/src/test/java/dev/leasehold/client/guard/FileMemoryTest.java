package dev.leasehold.client.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMemoryTest extends GuardMemoryContract {

  @TempDir Path directory;
  private FileMemory last;

  private Path file() {
    return directory.resolve("guard.memory");
  }

  @Override
  FileMemory open() throws IOException {
    last = new FileMemory(file(), 2);
    return last;
  }

  @Override
  FileMemory reopen(GuardMemory memory) throws IOException {
    ((FileMemory) memory).close();
    return open();
  }

  @AfterEach
  void close() throws IOException {
    if (last != null) {
      last.close();
    }
  }

  private void set(Resource resource, ResourceKnowledge next) {
    assertThat(last.replace(resource, last.recall(resource), next)).isTrue();
  }

  @Test
  void wherePowerFailedInTheLastLineTheRestCounts() throws Exception {
    open();
    set(A, standing(5L));
    set(B, standing(6L));
    last.close();
    byte[] whole = Files.readAllBytes(file());
    int lastLine =
        new String(whole, java.nio.charset.StandardCharsets.ISO_8859_1)
                .lastIndexOf('\n', whole.length - 2)
            + 1;
    for (int length = lastLine; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      open();
      assertThat(last.recall(A).standing()).isEqualTo(standing(5L));
      assertThat(last.recall(B).standing()).isNull();
      last.close();
    }
  }

  @Test
  void aDamagedFileIsNotBelieved() throws Exception {
    open();
    set(A, standing(5L));
    set(B, standing(6L));
    last.close();
    byte[] whole = Files.readAllBytes(file());
    for (int at = 0; at < whole.length - 1; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 1;
      Files.write(file(), damaged);
      assertThatThrownBy(this::open)
          .as("byte %s", at)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is damaged in line");
    }
  }

  @Test
  void oneAtATime() throws Exception {
    open();
    assertThatThrownBy(() -> new FileMemory(file()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is in use");
  }

  @Test
  void aClosedOneSaysNothing() throws Exception {
    open();
    last.close();
    assertThatThrownBy(() -> last.recall(A)).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void theFileStaysShortHoweverManyChanges() throws Exception {
    open();
    for (long token = 1; token <= 10_100; token++) {
      set(A, standing(token));
    }
    assertThat(Files.readAllLines(file())).hasSizeLessThan(200);
    assertThat(reopen(last).recall(A).standing()).isEqualTo(standing(10_100L));
  }
}
