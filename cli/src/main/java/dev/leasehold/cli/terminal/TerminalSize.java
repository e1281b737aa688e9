package dev.leasehold.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Scanner;

/** How large the terminal is now; people change that while they watch. */
public final class TerminalSize {

  private TerminalSize() {}

  /** The screen as it is now, or as it was if nobody knows. */
  public static Screen of(Screen before) {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (Scanner size = new Scanner(stty.getInputStream(), StandardCharsets.UTF_8)) {
        int rows = size.hasNextInt() ? size.nextInt() : 0;
        int columns = size.hasNextInt() ? size.nextInt() : 0;
        return rows > 0 && columns > 0
            ? new Screen(before.isTerminal(), before.hasColour(), columns, rows)
            : before;
      }
    } catch (IOException e) {
      return before;
    }
  }
}
