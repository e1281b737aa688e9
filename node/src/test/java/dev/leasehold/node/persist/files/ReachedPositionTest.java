package dev.leasehold.node.persist.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The position that the journal has reached, noted by whatever thread writes. */
class ReachedPositionTest {

  @TempDir Path directory;

  @Test
  void anInterruptedThreadNotesItAndKeepsNobodyFromDoingSo() throws Exception {
    try (ReachedPosition reached = ReachedPosition.in(directory)) {
      Thread.currentThread().interrupt();
      reached.write(7);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(reached.read()).isEqualTo(7);
      reached.write(8);
      assertThat(reached.read()).isEqualTo(8);
    }
  }

  @Test
  void anotherSessionReadsIt() throws Exception {
    try (ReachedPosition reached = ReachedPosition.in(directory)) {
      assertThat(reached.read()).isZero();
      reached.write(1L << 40);
    }
    try (ReachedPosition reached = ReachedPosition.in(directory)) {
      assertThat(reached.read()).isEqualTo(1L << 40);
      reached.lower(3);
      assertThat(reached.read()).isEqualTo(3);
    }
  }
}
