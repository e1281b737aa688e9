package dev.leasehold.cli;

import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;

/**
 * A call as any other, with an answer made up here, so that a JVM that records the classes it loads
 * sees those that calls need. The launcher makes its archives of classes from it: one for {@code
 * run}, which needs far more classes, and one for all other calls. For {@code serve} it is a server
 * under load, see {@link TrainingLoad}.
 */
final class Training {

  private Training() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0 && arguments[0].equals("serve")) {
      TrainingLoad.run();
      return;
    }
    try (TrainingServer server = TrainingServer.start()) {
      if (arguments.length > 0 && arguments[0].equals("run")) {
        // It cannot keep the lease, so the command is not started.
        call("run", "--space=s", "--path=/a", "--server", server.url(), "--token=t", "/bin/sh");
        return;
      }
      int code = call("ls", "--server", server.url(), "--token", "t");
      if (code != 0) {
        throw new IllegalStateException("the call ended with " + code);
      }
      call("show", "a", "--server", server.url(), "--token", "t");
      call("acquire", "--space", "s", "--path", "/a", "--server", server.url(), "--token", "t");
    }
  }

  private static int call(String... arguments) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    return Main.run(
        new Surroundings(
            Map.of(),
            System.getProperties(),
            InputStream.nullInputStream(),
            nowhere,
            nowhere,
            new Screen(true, true, 80, 24),
            false,
            InstantSource.system(),
            ZoneId.systemDefault()),
        arguments);
  }
}
