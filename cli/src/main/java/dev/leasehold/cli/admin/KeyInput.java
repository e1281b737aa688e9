package dev.leasehold.cli.admin;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Reads a provider's key from a file, from standard input, or from a person who is asked for it and
 * does not see it typed. It is never an argument, which everybody on the machine can read.
 */
public final class KeyInput {

  private static final int MAX_BYTES = 16 << 10;
  private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "A file with the key. Default: standard input; on a terminal you are asked.")
  private @Nullable Path file;

  String read(Surroundings surroundings) throws IOException {
    String key = text(surroundings).strip();
    if (key.isEmpty()) {
      throw new CallFailedException(
          Exit.USAGE, "no key was given: send it to standard input, or name a file in --key-file");
    }
    return key;
  }

  private String text(Surroundings surroundings) throws IOException {
    if (file != null) {
      try (InputStream in = Files.newInputStream(file)) {
        return text(in);
      }
    }
    Console console = isTyped(surroundings) ? System.console() : null;
    if (console == null) {
      return text(surroundings.in());
    }
    char[] typed = console.readPassword("Key (it is not shown): ");
    return typed == null ? "" : new String(typed);
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
  }

  /** Whether standard input is a terminal. */
  private static boolean isTyped(Surroundings surroundings) {
    try {
      return surroundings.in() == System.in
          && Files.readSymbolicLink(STANDARD_INPUT).toString().matches("/dev/(pts/|tty|console).*");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
