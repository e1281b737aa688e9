package dev.leasehold.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The output of this process, which knows whether somebody still reads it. */
final class StandardOutput extends PrintWriter {

  private static final int KIND = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  StandardOutput() {
    super(
        new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8),
        true);
  }

  /** Whether writing has failed because the reader of the pipe is gone, as {@code head} goes. */
  boolean isUnread() {
    return checkError() && isPipe();
  }

  /** Writing to a pipe fails for no other reason, and Java words the reason in any language. */
  private static boolean isPipe() {
    try {
      int mode = (int) Files.getAttribute(Path.of("/dev/stdout"), "unix:mode");
      return (mode & KIND) == PIPE || (mode & KIND) == SOCKET;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }
}
