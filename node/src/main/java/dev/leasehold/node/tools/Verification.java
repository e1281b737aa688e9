package dev.leasehold.node.tools;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.JournalDamagedException;
import dev.leasehold.node.persist.JournalReader;
import dev.leasehold.node.persist.StoredMark;
import dev.leasehold.node.persist.TablesReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a journal is what was written and makes sense: the hashes of the blocks and
 * their links, positions and ticks, every event replayed into a kernel, what the registrar signed,
 * the mark of the clock, and the tables if there are any.
 */
public final class Verification {

  private final JournalReader reader;
  private final TablesCheck tables;
  private final SignatureCheck signatures;
  private final Kernel kernel = new Kernel();
  private final List<String> notes = new ArrayList<>();
  private long events;
  private long lastWallNanos;

  /** The tick of the block that the mark of the clock names, once it has been read. */
  private long markedBlockTick;

  private Verification(JournalReader reader, SignatureCheck signatures, TablesCheck tables) {
    this.reader = reader;
    this.signatures = signatures;
    this.tables = tables;
  }

  /**
   * Verifies the journal of a data directory or of a backup.
   *
   * @throws JournalDamagedException naming what is wrong, and where
   */
  public static Verified of(Path directory) throws IOException {
    return of(directory, true);
  }

  /**
   * Like {@link #of(Path)}.
   *
   * @param everyRow whether the tables are built anew to compare them row by row; else only the
   *     leases are compared that a server remembers
   */
  public static Verified of(Path directory, boolean everyRow) throws IOException {
    // The tables first: they are behind the journal, never before it.
    try (TablesReader tables = TablesReader.open(directory);
        TablesCheck check = new TablesCheck(tables, everyRow);
        JournalReader reader = JournalReader.open(directory)) {
      return new Verification(reader, SignatureCheck.of(directory, reader), check).verify();
    }
  }

  private Verified verify() throws IOException {
    // The mark first: a server may add blocks meanwhile, but none of those before it may be
    // missing.
    StoredMark mark = reader.mark();
    reader.read((block, its) -> replay(block, its, mark));
    Block cutOff = reader.cutOff();
    if (cutOff != null) {
      notes.add(noteOn(cutOff));
    }
    checkMark(mark, cutOff != null);
    tables.atEnd();
    signatures.finish(reader.head(), reader.head().block() + (cutOff == null ? 0 : 1));
    String note = signatures.note();
    if (note != null) {
      notes.add(note);
    }
    return result();
  }

  static String noteOn(Block cutOff) {
    return ("the last block, %s (position %s), is cut off: it was never answered, and a server will"
            + " leave it out")
        .formatted(cutOff.number(), cutOff.firstPosition());
  }

  private void replay(Block block, List<Event> its, @Nullable StoredMark mark) throws IOException {
    signatures.begin(block);
    for (Event event : its) {
      List<Fact> facts;
      try {
        facts = kernel.replayToFacts(event);
      } catch (RuntimeException e) {
        throw JournalDamagedException.atBlock(
            block.number(),
            event.position(),
            "holds an event that contradicts those before it (" + e.getMessage() + ")");
      }
      signatures.check(block, facts);
      tables.afterEvent(event, kernel);
    }
    signatures.end(block);
    tables.afterBlock(block, kernel);
    events += its.size();
    lastWallNanos = block.wallNanos();
    if (mark != null && mark.block() == block.number()) {
      markedBlockTick = block.tick();
    }
  }

  private void checkMark(@Nullable StoredMark mark, boolean hasCutOff)
      throws JournalDamagedException {
    Head head = reader.head();
    if (mark == null) {
      if (head.block() > 0) {
        throw JournalDamagedException.inClock("is missing, though there are blocks");
      }
      return;
    }
    long lastBlock = head.block() + (hasCutOff ? 1 : 0);
    if (mark.block() > lastBlock) {
      throw JournalDamagedException.atBlock(lastBlock + 1, head.position() + 1, "is missing");
    }
    if (mark.clock().tick() < markedBlockTick) {
      throw JournalDamagedException.inClock(
          "stands at tick " + mark.clock().tick() + ", before its block at " + markedBlockTick);
    }
  }

  private Verified result() {
    Head head = reader.head();
    return new Verified(
        head.block(),
        events,
        head.position(),
        head.tick(),
        HexFormat.of().formatHex(head.hash()),
        EventFields.time(lastWallNanos),
        kernel.livingCount(),
        kernel.endedCount(),
        kernel.tokens().size(),
        HexFormat.of().formatHex(kernel.stateHash()),
        tables.extent(),
        reader.isBesideAServer(),
        notes);
  }
}
