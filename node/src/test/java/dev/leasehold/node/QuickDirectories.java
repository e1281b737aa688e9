package dev.leasehold.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Puts the directories of tests into memory where the system has such a place with room: a server
 * that starts waits for its disk several times. Power cuts are not tested here but in integration
 * tests, which have their directories on a disk.
 */
public final class QuickDirectories implements TempDirFactory {

  private static final Path MEMORY = Path.of("/dev/shm");

  /** Much more than all tests need together, whose directories go when they are over. */
  private static final long ROOM_BYTES = 2L << 30;

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
      throws IOException {
    return hasRoom()
        ? Files.createTempDirectory(MEMORY, "leasehold-test-")
        : Files.createTempDirectory("leasehold-test-");
  }

  private static boolean hasRoom() throws IOException {
    return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ROOM_BYTES;
  }
}
