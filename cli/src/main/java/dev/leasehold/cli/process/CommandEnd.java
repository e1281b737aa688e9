package dev.leasehold.cli.process;

/**
 * How a command has ended.
 *
 * @param exitCode its own, or {@link #SIGNAL_CODES} and the signal that it died of
 * @param signal the signal that it died of, or 0
 */
public record CommandEnd(int exitCode, int signal) {

  /** Shells add this to the number of the signal that a command died of. */
  public static final int SIGNAL_CODES = 128;

  static CommandEnd of(ChildStatus status) {
    return new CommandEnd(status.exitCode(), status.endSignal());
  }
}
