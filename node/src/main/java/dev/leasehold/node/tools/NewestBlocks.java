package dev.leasehold.node.tools;

import dev.leasehold.node.persist.JournalDamagedException;
import dev.leasehold.node.persist.JournalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A quick look at the end of a journal; {@link Verification} looks at all of it.
 *
 * @param count how many blocks are as they were written, by their hashes and links
 * @param damage a sentence on what is wrong with the next, and where; empty if nothing is
 */
public record NewestBlocks(int count, String damage) {

  /**
   * @throws IOException if the journal could not be looked at
   */
  public static NewestBlocks of(Path directory, int most) throws IOException {
    AtomicInteger count = new AtomicInteger();
    try (JournalReader reader = JournalReader.open(directory)) {
      reader.readNewest(most, (block, events) -> count.incrementAndGet());
      return new NewestBlocks(count.get(), "");
    } catch (JournalDamagedException e) {
      return new NewestBlocks(count.get(), String.valueOf(e.getMessage()));
    }
  }

  public boolean isDamaged() {
    return !damage.isEmpty();
  }
}
