package dev.leasehold.cli.process;

import java.util.List;
import java.util.function.Consumer;
import sun.misc.Signal;

/**
 * The signals that somebody may send to this process, for it or for its command. QUIT is not among
 * them: a JVM answers it with a list of its threads. Typed at a terminal it reaches the command
 * without help.
 */
public final class ForwardedSignals {

  private static final List<String> ENDING = List.of("INT", "TERM", "HUP");
  private static final List<String> OTHERS = List.of("USR1", "USR2", "TSTP");

  private ForwardedSignals() {}

  /** Forwards the signals that mean an end. An ignored one, as HUP after nohup, stays ignored. */
  public static void thatEnd(Consumer<String> receiver) {
    forward(ENDING, receiver);
  }

  public static void all(Consumer<String> receiver) {
    forward(ENDING, receiver);
    forward(OTHERS, receiver);
  }

  private static void forward(List<String> names, Consumer<String> receiver) {
    for (String name : names) {
      Signal.handle(new Signal(name), signal -> receiver.accept(signal.getName()));
    }
  }
}
