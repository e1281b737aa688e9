package dev.leasehold.node.tools;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.TablesReader;
import dev.leasehold.node.tables.Migrations;
import dev.leasehold.node.tables.recovery.RebuiltTables;
import dev.leasehold.node.tables.recovery.RowCheck;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares what {@code leasehold.db} says with what the journal gives at the same position: the
 * rows of leases that are remembered and of pools, the state that is kept for a quick start and, if
 * that is asked for, every row. The tables can be built anew from the journal, so what is wrong
 * with them is no damage to the journal.
 */
final class TablesCheck implements AutoCloseable {

  private final @Nullable TablesReader tables;

  /** Whether an older Leasehold wrote the tables, which the next start builds anew. */
  private final boolean outdated;

  private final TablesReader.@Nullable KeptState kept;
  private final @Nullable RebuiltTables rebuilt;
  private boolean compared;

  /**
   * @param tables null if there are none
   * @param everyRow whether to build them anew and compare all that is there
   */
  TablesCheck(@Nullable TablesReader tables, boolean everyRow) throws IOException {
    this.tables = tables;
    this.outdated = tables != null && tables.read(Migrations::areOutdated);
    this.kept = tables == null ? null : tables.keptState();
    this.rebuilt = tables != null && !outdated && everyRow ? RebuiltTables.begin() : null;
    this.compared = tables == null || tables.position() == 0;
  }

  /**
   * @param event that the kernel has just replayed
   */
  void afterEvent(Event event, Kernel kernel) throws IOException {
    long position = event.position();
    if (rebuilt != null && tables != null && position <= tables.position()) {
      rebuilt.add(event);
    }
    if (tables != null && position == tables.position()) {
      String wrong = outdated ? null : RowCheck.difference(tables, kernel.recorded());
      if (wrong != null) {
        throw differs(wrong + ", at position " + position);
      }
      compared = true;
    }
  }

  void afterBlock(Block block, Kernel kernel) throws IOException {
    if (kept != null
        && kept.block() == block.number()
        && !(Arrays.equals(kept.blockHash(), block.hash())
            && kernel.isHashOfState(kept.sha256()))) {
      throw differs("keeps a state that is not the one after block " + block.number());
    }
  }

  void atEnd() throws IOException {
    if (!compared && tables != null) {
      throw differs("knows of position " + tables.position() + ", which the journal has not");
    }
    if (rebuilt != null && tables != null) {
      List<String> wrong = rebuilt.differencesOf(tables);
      if (!wrong.isEmpty()) {
        throw differs(String.join("; it ", wrong));
      }
    }
  }

  Verified.Tables extent() {
    if (tables == null) {
      return Verified.Tables.MISSING;
    }
    if (outdated) {
      return Verified.Tables.OUTDATED;
    }
    return rebuilt == null ? Verified.Tables.LEASES_COMPARED : Verified.Tables.COMPARED;
  }

  @Override
  public void close() throws IOException {
    if (rebuilt != null) {
      rebuilt.close();
    }
  }

  private static IOException differs(String what) {
    return new IOException(
        ("the tables are not what the journal says: %1$s %2$s; stop the server and remove %1$s to"
                + " have it built anew")
            .formatted(TablesReader.FILE_NAME, what));
  }
}
