package dev.leasehold.node.persist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.ServedNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading beside a server that writes. */
class BlockLookupTest {

  @TempDir Path directory;

  private static void acquire(ServedNode node, String path) {
    assertThat(
            node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"%s\"]}".formatted(path))
                .status())
        .isEqualTo(200);
  }

  @Test
  void findsTheBlockOfEveryPositionWhileMoreIsWritten() throws Exception {
    try (ServedNode node = ServedNode.start(directory);
        BlockLookup reader = BlockLookup.open(directory.resolve("journal.db"))) {
      for (int i = 0; i < 20; i++) {
        acquire(node, "/" + i);
        long last = node.lastPosition();
        for (long position = 0; position < last; position++) {
          Block block = reader.blockAfter(position).orElseThrow();
          assertThat(block.firstPosition()).isLessThanOrEqualTo(position + 1);
          assertThat(block.lastPosition()).isGreaterThan(position);
          assertThat(BlockLookup.eventsOf(block).get(0).position())
              .isEqualTo(block.firstPosition());
        }
        assertThat(reader.blockAfter(last)).isEmpty();
      }
      assertThat(reader.firstPosition()).isEqualTo(1);
      assertThat(reader.journalId()).hasSize(36);
    }
  }

  @Test
  void readersDoNotKeepAServerFromStopping() throws Exception {
    BlockLookup reader;
    try (ServedNode node = ServedNode.start(directory)) {
      acquire(node, "/a");
      reader = BlockLookup.open(directory.resolve("journal.db"));
      assertThat(reader.blockAfter(0)).isPresent();
    }
    reader.close();
    try (ServedNode again = ServedNode.start(directory)) {
      assertThat(again.lastPosition()).isEqualTo(2);
    }
  }

  @Test
  void aDamagedBlockIsNotRead() throws IOException {
    byte[] zeros = new byte[32];
    Block block = new Block(1, 1, 1, 0, 0, 3, zeros, zeros, new byte[3], new byte[0]);
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> BlockLookup.eventsOf(block))
        .isInstanceOf(JournalDamagedException.class);
  }
}
