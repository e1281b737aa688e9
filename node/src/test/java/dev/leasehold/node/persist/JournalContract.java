package dev.leasehold.node.persist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The blocks that every journal keeps and refuses. Three blocks, of two events each, are written
 * first.
 */
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
      EventCodec.write(
          new AdminEvent.SpaceDeclared(new Event.At(position, tick, 0), "space-" + position, true),
          out);
    }
    byte[] signature = new byte[EventSignature.SIGNATURE_BYTES];
    Arrays.fill(signature, (byte) head.block());
    return Block.following(
        head,
        head.position() + 1,
        head.position() + 2,
        tick,
        1_000 + tick,
        out.toByteArray(),
        List.of(new EventSignature(head.position() + 1, signature)));
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

  void assertRefused(String where) {
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

  @Test
  void signedCheckpointsAreKeptAndTheNewestIsFound() throws IOException {
    Journal journal = open();
    journal.replay(event -> {});
    assertThat(journal.lastCheckpoint()).isNull();
    journal.append(nextBlock(journal.head()));
    journal.checkpoint(new Checkpoint(journal.head(), "key", new byte[] {1}));
    journal.append(nextBlock(journal.head()));
    Head head = journal.head();
    journal.checkpoint(new Checkpoint(head, "key", new byte[] {2, 3}));
    journal.close();
    Journal again = open();
    Checkpoint last = again.lastCheckpoint();
    assertThat(last.head().block()).isEqualTo(head.block());
    assertThat(last.head().position()).isEqualTo(head.position());
    assertThat(last.head().tick()).isEqualTo(head.tick());
    assertThat(last.head().hash()).isEqualTo(head.hash());
    assertThat(last.keyId()).isEqualTo("key");
    assertThat(last.signature()).containsExactly(2, 3);
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
                        b -> withEvents(b, flipped(b.events())),
                        b -> withSignatures(b, flipped(b.signatures())),
                        b -> withSignatures(b, Arrays.copyOf(b.signatures(), 71)),
                        b -> withSignatures(b, new byte[0]))
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
    change(
        2, block -> Block.following(before[0].head(), 3, 4, block.tick(), 4_711, block.events()));
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

  /** A block that says first that a backup was restored. */
  static Block restoring(Head head, long position) {
    return blockOf(
        head,
        new AdminEvent.Restored(new Event.At(position, head.tick(), 0)),
        new AdminEvent.SpaceDeclared(new Event.At(position + 1, head.tick(), 0), "after", true));
  }

  static Block blockOf(Head head, Event... events) {
    BytesOut out = new BytesOut();
    for (Event event : events) {
      EventCodec.write(event, out);
    }
    long last = events[events.length - 1].position();
    return Block.following(head, events[0].position(), last, head.tick(), 1_000, out.toByteArray());
  }

  private static AdminEvent.SpaceDeclared declared(long position, long tick) {
    return new AdminEvent.SpaceDeclared(new Event.At(position, tick, 0), "space", true);
  }

  private void append(Function<Head, Block> next) throws IOException {
    Journal journal = open();
    try {
      journal.replay(event -> {});
      journal.append(next.apply(journal.head()));
    } finally {
      journal.close();
    }
  }

  @Test
  void positionsJumpWhereABackupWasRestored() throws IOException {
    append(head -> restoring(head, 1_000));
    append(JournalContract::nextBlock);
    assertThat(positions()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 1_000L, 1_001L, 1_002L, 1_003L);
  }

  @Test
  void positionsMayJumpInTheMiddleOfABlockToo() throws IOException {
    append(
        head ->
            blockOf(
                head,
                declared(7, head.tick()),
                new AdminEvent.Restored(new Event.At(500, head.tick(), 0)),
                declared(501, head.tick())));
    assertThat(positions()).endsWith(7L, 500L, 501L);
  }

  @Test
  void positionsJumpNowhereElse() throws IOException {
    assertThatIllegalStateException()
        .isThrownBy(() -> append(head -> blockOf(head, declared(9, head.tick()))))
        .withMessageContaining("block 4 does not follow block 3");
    assertThatIllegalStateException().isThrownBy(() -> append(head -> restoring(head, 6)));
    append(head -> blockOf(head, declared(7, head.tick()), declared(9, head.tick())));
    assertRefused("block 4 (position 7) holds an event that does not belong at position 8");
  }

  @Test
  void aForgedJumpIsRefused() throws Exception {
    Head[] heads = new Head[1];
    change(2, block -> keep(heads, block));
    change(3, block -> blockOf(heads[0], declared(50, 20)));
    assertRefused("block 3 (position 5) does not follow");
    change(3, block -> blockOf(heads[0], new AdminEvent.Restored(new Event.At(4, 20, 0))));
    assertRefused("block 3 (position 5) does not follow");
  }

  private static Block keep(Head[] heads, Block block) {
    heads[0] = block.head();
    return block;
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
        b.events(),
        b.signatures());
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
        b.events(),
        b.signatures());
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
        b.events(),
        b.signatures());
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
        b.events(),
        b.signatures());
  }

  static Block withSignatures(Block b, byte[] signatures) {
    return new Block(
        b.number(),
        b.firstPosition(),
        b.lastPosition(),
        b.tick(),
        b.wallNanos(),
        b.eventsLength(),
        b.previousHash(),
        b.hash(),
        b.events(),
        signatures);
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
        events,
        b.signatures());
  }
}
