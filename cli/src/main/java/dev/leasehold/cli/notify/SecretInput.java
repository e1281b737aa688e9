package dev.leasehold.cli.notify;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads secrets from a file or from standard input, because others on the machine can see
 * arguments.
 */
final class SecretInput {

  private static final int MAX_BYTES = 16 << 10;

  private SecretInput() {}

  /** The first line of a file. */
  static String of(Path file) throws IOException {
    return Files.readString(file).strip();
  }

  /** The argument, or the text on standard input if it is a dash. */
  static String of(String argument, Surroundings surroundings) throws IOException {
    if (!argument.equals("-")) {
      return argument;
    }
    String read =
        new String(surroundings.in().readNBytes(MAX_BYTES), StandardCharsets.UTF_8).strip();
    if (read.isEmpty()) {
      throw new CallFailedException(Exit.USAGE, "nothing came on standard input");
    }
    return read;
  }
}
