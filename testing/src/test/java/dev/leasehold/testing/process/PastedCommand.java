package dev.leasehold.testing.process;

import dev.leasehold.testing.process.server.RunningProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of a document as a reader pastes it, with what the document says about it in a comment
 * behind it: {@code # says: TEXT} or {@code # ends with CODE}.
 *
 * @param says text that is printed, among other things; empty if nothing is said about that
 * @param ends the exit code
 */
record PastedCommand(String text, String says, int ends) {

  private static final Pattern SAYS = Pattern.compile("\\s+# says: (.*)$");
  private static final Pattern ENDS = Pattern.compile("\\s+# ends with (\\d+)$");

  /**
   * Puts lines together that belong together: those that a backslash, a quote or a bracket leaves
   * open. Lines that are comments are left out.
   */
  static List<PastedCommand> in(List<String> lines) throws IOException {
    List<PastedCommand> commands = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    for (String line : lines) {
      if (open.isEmpty() && (line.isBlank() || line.strip().startsWith("#"))) {
        continue;
      }
      open.append(line).append('\n');
      if (isWhole(open.toString())) {
        commands.add(of(open.toString().strip()));
        open.setLength(0);
      }
    }
    if (!open.isEmpty()) {
      throw new IOException("a command without an end: " + open);
    }
    return commands;
  }

  static PastedCommand of(String text) {
    Matcher says = SAYS.matcher(text);
    if (says.find()) {
      return new PastedCommand(text.substring(0, says.start()), says.group(1), 0);
    }
    Matcher ends = ENDS.matcher(text);
    return ends.find()
        ? new PastedCommand(text.substring(0, ends.start()), "", Integer.parseInt(ends.group(1)))
        : new PastedCommand(text, "", 0);
  }

  /** Whether bash would begin with it, instead of asking for more. */
  private static boolean isWhole(String text) throws IOException {
    if (text.strip().endsWith("\\")) {
      return false;
    }
    try (RunningProcess bash = RunningProcess.start(List.of("bash", "-n", "-c", text))) {
      return bash.awaitExit() == 0;
    }
  }
}
