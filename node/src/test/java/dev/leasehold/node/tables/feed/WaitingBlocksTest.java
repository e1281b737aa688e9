package dev.leasehold.node.tables.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.MemoryJournal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Blocks come in order and each once, whether they are held or read again. */
class WaitingBlocksTest {

  private static final int LARGE = (int) WaitingBlocks.MAX_HELD_BYTES / 4;

  private final MemoryJournal journal = new MemoryJournal();
  private final WaitingBlocks waiting = new WaitingBlocks(journal, 0);

  private void write(int bytes) throws Exception {
    long position = journal.head().position() + 1;
    Block block = Block.following(journal.head(), position, position, 0, 0, new byte[bytes]);
    journal.append(block);
    waiting.add(block);
  }

  private List<Long> takeAll() throws Exception {
    List<Long> numbers = new ArrayList<>();
    for (Block next = waiting.take(); next != null; next = waiting.take()) {
      numbers.add(next.number());
    }
    return numbers;
  }

  @Test
  void theyAreTakenInOrder() throws Exception {
    assertThat(waiting.isEmpty()).isTrue();
    write(1);
    write(1);
    assertThat(waiting.isEmpty()).isFalse();
    assertThat(takeAll()).containsExactly(1L, 2L);
    write(1);
    assertThat(takeAll()).containsExactly(3L);
    assertThat(waiting.isEmpty()).isTrue();
  }

  @Test
  void whatIsTooMuchIsReadFromTheJournal() throws Exception {
    for (int i = 0; i < 10; i++) {
      write(LARGE);
      assertThat(waiting.heldBytes()).isLessThan(WaitingBlocks.MAX_HELD_BYTES + LARGE);
    }
    assertThat(waiting.take().number()).isOne();
    write(1);
    assertThat(takeAll()).containsExactly(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
    assertThat(waiting.heldBytes()).isZero();
    write(7);
    assertThat(waiting.heldBytes()).isEqualTo(7);
    assertThat(takeAll()).containsExactly(12L);
  }

  @Test
  void whatCouldNotBeWrittenIsTakenAgain() throws Exception {
    write(1);
    write(1);
    write(1);
    waiting.take();
    waiting.take();
    waiting.takeAgainFrom(1);
    write(1);
    assertThat(takeAll()).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void whatWasThereBeforeIsReadFromTheJournal() throws Exception {
    write(1);
    write(1);
    WaitingBlocks later = new WaitingBlocks(journal, 1);
    assertThat(later.take().number()).isEqualTo(2);
    assertThat(later.take()).isNull();
  }

  @Test
  void aBlockThatIsMissingOrDamagedIsNamed() throws Exception {
    Block block = Block.following(journal.head(), 1, 1, 0, 0, new byte[1]);
    waiting.add(block);
    waiting.takeAgainFrom(1);
    assertThatIOException().isThrownBy(waiting::take).withMessageContaining("block 1 of the");
    block.events()[0] = 1;
    journal.append(block);
    waiting.takeAgainFrom(1);
    assertThatIOException().isThrownBy(waiting::take).withMessageContaining("is damaged");
  }
}
