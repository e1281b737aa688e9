package dev.leasehold.testing.process.disk;

/**
 * Something that a process did to a file.
 *
 * @param wallMicros when it began
 * @param file the file's name, without its directory
 */
record DiskOperation(long wallMicros, String file, Effect effect) {

  sealed interface Effect {

    /** Bytes at an offset. */
    record Write(int offset, byte[] bytes) implements Effect {}

    /** Cut off, or made longer with zeros. */
    record Truncate(int size) implements Effect {}

    /** All before it is on the disk. */
    record Sync() implements Effect {}

    /** The name is gone. */
    record Unlink() implements Effect {}
  }
}
