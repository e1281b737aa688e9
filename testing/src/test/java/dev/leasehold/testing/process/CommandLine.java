package dev.leasehold.testing.process;

import dev.leasehold.cli.Main;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A command that was run to its end. It runs in this JVM, which is another process than that of the
 * server it looks at and spares the start of one more.
 */
record CommandLine(int exitCode, String output, String errors) {

  static CommandLine run(Object... arguments) {
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    Surroundings surroundings =
        new Surroundings(
            Map.of(),
            System.getProperties(),
            InputStream.nullInputStream(),
            new PrintWriter(output),
            new PrintWriter(errors),
            Screen.NONE,
            false,
            InstantSource.system(),
            ZoneOffset.UTC);
    String[] texts = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    int exitCode = Main.run(surroundings, texts);
    return new CommandLine(exitCode, output.toString(), errors.toString());
  }

  Stream<String> lines() {
    return output.lines();
  }
}
