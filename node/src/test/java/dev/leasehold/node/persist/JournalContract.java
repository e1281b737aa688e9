package dev.leasehold.node.persist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.leasehold.kernel.BytesOut;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.EventCodec;
import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every journal keeps and refuses. Three blocks, of two events each, are written first. */
abstract class JournalContract {

  /** Opens the journal of this test, the same one every time. */
  abstract Journal open() throws IOException;

  /** Replaces a stored block behind the journal's back. */
  abstract void change(long number, UnaryOperator<Block> change) throws Exception;

  abstract void remove(long number) throws Exception;

  @BeforeEach
  void writeThreeBlocks() throws IOException {
    Journal journal = open();
    journal.replay(event -> {});
    for (int i = 0; i < 3; i++) {
      journal.append(nextBlock(journal.head()));
    }
    journal.close();
  }

  static Block nextBlock(Head head) {
    BytesOut out = new BytesOut();
    long tick = head.tick() + 10;
    for (long position = head.position() + 1; position <= head.position() + 2; position++) {
      EventCodec.write(new Event.SpaceDeclared(position, tick, 0, "space-" + position, true), out);
    }
    return Block.following(head, head.position() + 2, tick, 1_000 + tick, out.toByteArray());
  }

  List<Long> positions() throws IOException {
    List<Long> positions = new ArrayList<>();
    Journal journal = open();
    try {
      journal.replay(event -> positions.add(event.position()));
    } finally {
      journal.close();
    }
    return positions;
  }

  private void assertRefused(String where) {
    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(this::positions)
        .withMessageContaining(where);
  }

  @Test
  void whatWasAppendedIsReadBackInOrder() throws IOException {
    assertThat(positions()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void theHeadIsWhatTheNextBlockFollows() throws IOException {
    Journal journal = open();
    journal.replay(event -> {});
    Head head = journal.head();
    assertThat(head.block()).isEqualTo(3);
    assertThat(head.position()).isEqualTo(6);
    assertThat(head.tick()).isEqualTo(30);
    journal.append(nextBlock(head));
    journal.close();
    assertThat(positions()).hasSize(8);
  }

  @Test
  void aBlockThatDoesNotFollowIsNotWritten() throws IOException {
    Journal journal = open();
    journal.replay(event -> {});
    Block twice = nextBlock(journal.head());
    journal.append(twice);
    assertThatIllegalStateException().isThrownBy(() -> journal.append(twice));
    journal.close();
    assertThat(positions()).hasSize(8);
  }

  @Test
  void theLastMarkOfTheClockIsKept() throws IOException {
    Journal journal = open();
    journal.replay(event -> {});
    assertThat(journal.lastMark()).isNull();
    journal.mark(new ClockMark("boot A", -5, 70));
    journal.mark(new ClockMark("boot B", 17, 90));
    journal.close();
    Journal again = open();
    assertThat(again.lastMark()).isEqualTo(new ClockMark("boot B", 17, 90));
    again.close();
  }

  static Stream<Arguments> oneByteInEachColumn() {
    return Stream.of(1L, 2L, 3L)
        .flatMap(
            number ->
                Stream.<UnaryOperator<Block>>of(
                        b -> with(b, b.firstPosition() ^ 1, b.lastPosition(), b.tick()),
                        b -> with(b, b.firstPosition(), b.lastPosition() ^ 1, b.tick()),
                        b -> with(b, b.firstPosition(), b.lastPosition(), b.tick() ^ 1),
                        b -> withWall(b, b.wallNanos() ^ 1),
                        b -> withLength(b, b.eventsLength() ^ 1),
                        b -> withLength(b, b.eventsLength() + 256),
                        b -> withHashes(b, flipped(b.previousHash()), b.hash()),
                        b -> withHashes(b, b.previousHash(), flipped(b.hash())),
                        b -> withEvents(b, flipped(b.events())))
                    .map(change -> Arguments.of(number, change)));
  }

  @ParameterizedTest
  @MethodSource("oneByteInEachColumn")
  void aChangedByteIsRefusedWithItsPlaceAlsoInTheLastBlock(long number, UnaryOperator<Block> damage)
      throws Exception {
    change(number, damage);
    assertRefused("block " + number + " (position " + (2 * number - 1) + ") ");
  }

  @Test
  void aMissingBlockIsRefused() throws Exception {
    remove(2);
    assertRefused("block 2 (position 3) is missing");
  }

  @Test
  void aMissingFirstBlockIsRefused() throws Exception {
    remove(1);
    assertRefused("block 1 (position 1) is missing");
  }

  @Test
  void aBlockThatWasForgedWithItsHashBreaksTheChainAfterIt() throws Exception {
    Block[] before = new Block[1];
    change(1, block -> before[0] = block);
    change(2, block -> Block.following(before[0].head(), 4, block.tick(), 4_711, block.events()));
    assertRefused("block 3 (position 5) does not follow");
  }

  @Test
  void aLastBlockThatWasCutOffIsLeftOut() throws Exception {
    change(3, block -> withEvents(block, Arrays.copyOf(block.events(), 7)));
    assertThat(positions()).containsExactly(1L, 2L, 3L, 4L);
    Journal journal = open();
    journal.replay(event -> {});
    journal.append(nextBlock(journal.head()));
    journal.close();
    assertThat(positions()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void anEarlierBlockThatWasCutOffIsRefused() throws Exception {
    change(2, block -> withEvents(block, Arrays.copyOf(block.events(), 7)));
    assertRefused("block 2 (position 3) is cut off");
  }

  @Test
  void aCutOffBlockThatDoesNotFollowIsRefused() throws Exception {
    change(3, b -> withEvents(b, Arrays.copyOf(b.events(), 7)));
    change(3, b -> withHashes(b, flipped(b.previousHash()), b.hash()));
    assertRefused("block 3 (position 5) does not follow");
  }

  @Test
  void aBlockThatGrewIsRefused() throws Exception {
    change(3, block -> withEvents(block, Arrays.copyOf(block.events(), 500)));
    assertRefused("block 3 (position 5) does not match its hash");
  }

  static byte[] flipped(byte[] bytes) {
    byte[] changed = bytes.clone();
    changed[changed.length / 2] ^= 0x10;
    return changed;
  }

  static Block with(Block b, long firstPosition, long lastPosition, long tick) {
    return new Block(
        b.number(),
        firstPosition,
        lastPosition,
        tick,
        b.wallNanos(),
        b.eventsLength(),
        b.previousHash(),
        b.hash(),
        b.events());
  }

  static Block withWall(Block b, long wallNanos) {
    return new Block(
        b.number(),
        b.firstPosition(),
        b.lastPosition(),
        b.tick(),
        wallNanos,
        b.eventsLength(),
        b.previousHash(),
        b.hash(),
        b.events());
  }

  static Block withLength(Block b, int length) {
    return new Block(
        b.number(),
        b.firstPosition(),
        b.lastPosition(),
        b.tick(),
        b.wallNanos(),
        length,
        b.previousHash(),
        b.hash(),
        b.events());
  }

  static Block withHashes(Block b, byte[] previous, byte[] own) {
    return new Block(
        b.number(),
        b.firstPosition(),
        b.lastPosition(),
        b.tick(),
        b.wallNanos(),
        b.eventsLength(),
        previous,
        own,
        b.events());
  }

  static Block withEvents(Block b, byte[] events) {
    return new Block(
        b.number(),
        b.firstPosition(),
        b.lastPosition(),
        b.tick(),
        b.wallNanos(),
        b.eventsLength(),
        b.previousHash(),
        b.hash(),
        events);
  }
}
