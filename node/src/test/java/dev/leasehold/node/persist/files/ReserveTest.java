package dev.leasehold.node.persist.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Room on the disk is held in a file, taken and given up in steps. */
class ReserveTest {

  private static final int PAGE_BYTES = 4 << 10;

  @TempDir Path directory;
  private Reserve reserve;

  @BeforeEach
  void open() throws IOException {
    reserve = Reserve.in(directory);
  }

  @AfterEach
  void close() throws IOException {
    reserve.close();
  }

  private long fileBytes() throws IOException {
    return Files.size(directory.resolve(Reserve.FILE_NAME));
  }

  private void takeAll() {
    while (reserve.take()) {
      assertThat(reserve.heldBytes()).isLessThanOrEqualTo(Reserve.BYTES);
    }
  }

  @Test
  void itGrowsToItsSizeAndNoFurther() throws IOException {
    assertThat(reserve.heldBytes()).isZero();
    takeAll();
    assertThat(reserve.heldBytes()).isEqualTo(Reserve.BYTES);
    assertThat(fileBytes()).isEqualTo(Reserve.BYTES);
  }

  /** A file system that keeps equal pages once, or zeros not at all, would hold no room. */
  @Test
  void noTwoPagesAreTheSameAndNoneIsEmpty() throws IOException {
    takeAll();
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(directory.resolve(Reserve.FILE_NAME)));
    Set<ByteBuffer> pages = new HashSet<>();
    for (int at = 0; at < bytes.capacity(); at += PAGE_BYTES) {
      pages.add(bytes.slice(at, PAGE_BYTES));
    }
    assertThat(pages).hasSize((int) (Reserve.BYTES / PAGE_BYTES));
    assertThat(pages).doesNotContain(ByteBuffer.allocate(PAGE_BYTES));
  }

  @Test
  void itIsGivenUpStepByStepDownToWhatHasToStay() throws IOException {
    takeAll();
    assertThat(reserve.giveUp(0)).isTrue();
    assertThat(fileBytes()).isEqualTo(Reserve.BYTES - Reserve.STEP_BYTES);
    long kept = Reserve.BYTES / 2 + 1;
    while (reserve.giveUp(kept)) {
      assertThat(fileBytes()).isGreaterThanOrEqualTo(kept);
    }
    assertThat(reserve.heldBytes()).isEqualTo(kept);
    while (reserve.giveUp(0)) {
      assertThat(fileBytes()).isEqualTo(reserve.heldBytes());
    }
    assertThat(fileBytes()).isZero();
    assertThat(reserve.giveUp(0)).isFalse();
  }

  @Test
  void whatWasGivenUpCanBeTakenAgain() {
    takeAll();
    reserve.giveUp(0);
    assertThat(reserve.take()).isTrue();
    assertThat(reserve.take()).isFalse();
    assertThat(reserve.heldBytes()).isEqualTo(Reserve.BYTES);
  }

  @Test
  void theNextStartHasWhatTheLastOneHeld() throws IOException {
    takeAll();
    reserve.giveUp(0);
    reserve.close();
    reserve = Reserve.in(directory);
    assertThat(reserve.heldBytes()).isEqualTo(Reserve.BYTES - Reserve.STEP_BYTES);
  }

  @Test
  void nobodyElseReadsIt() throws IOException {
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve(Reserve.FILE_NAME))))
        .isEqualTo("rw-------");
  }

  /** A file that cannot be written, as on a disk that gives nothing. */
  @Test
  void whatCannotGrowSaysSoAndHoldsWhatItHeld() throws IOException {
    reserve.take();
    reserve.close();
    assertThat(reserve.take()).isFalse();
    assertThat(reserve.giveUp(0)).isFalse();
    assertThat(fileBytes()).isEqualTo(Reserve.STEP_BYTES);
  }
}
