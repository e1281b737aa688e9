package dev.leasehold.testing.process;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;

/** A command that was run to its end, as a process of its own. */
record CommandLine(int exitCode, String output, String errors) {

  static CommandLine run(Object... arguments) throws IOException {
    String[] texts = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    try (RunningProcess process =
        RunningProcess.start(ServerProcess.java(ServerProcess.MAIN, texts))) {
      int exitCode = process.awaitExit();
      return new CommandLine(exitCode, process.output(), process.errors());
    }
  }

  Stream<String> lines() {
    return output.lines();
  }
}
