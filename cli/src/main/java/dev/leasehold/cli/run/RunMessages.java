package dev.leasehold.cli.run;

import dev.leasehold.cli.terminal.Text;
import java.io.PrintWriter;

/** Prints messages of {@code run} on standard error, so that the command's output stays its own. */
record RunMessages(PrintWriter err, boolean quiet) {

  void usually(String sentence) {
    if (!quiet) {
      always(sentence);
    }
  }

  void always(String sentence) {
    err.println("leasehold: " + Text.harmless(sentence));
    err.flush();
  }
}
