package dev.leasehold.cli.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Stands between the shell's job, which this process is, and the command, whose group the shell
 * does not know: the terminal goes to the command and comes back, and when the command is stopped
 * so is the job.
 */
final class JobControl {

  /** A stop takes effect much sooner; if the system ignores it, this pause is all that happens. */
  private static final Duration TO_TAKE_EFFECT = Duration.ofMillis(200);

  private final Posix posix;
  private final Terminal terminal;
  private final int group;
  private volatile boolean gaveTerminal;

  JobControl(Posix posix, Terminal terminal, int group) {
    this.posix = posix;
    this.terminal = terminal;
    this.group = group;
  }

  /**
   * Gives the command the terminal at once if nobody else can want it. In a pipe another program
   * may be reading from it: then the command gets it when it is stopped for want of it.
   *
   * @param inForeground whether it was given the terminal when it was started
   */
  void begin(boolean inForeground) {
    gaveTerminal = inForeground;
    if (!inForeground && terminal.isFreeToGive()) {
      give();
      // It may have been quicker and stopped for want of the terminal.
      posix.signalGroup(group, "CONT");
    }
  }

  boolean gaveTerminal() {
    return gaveTerminal;
  }

  void commandStopped(int signal) {
    boolean wants = signal == Posix.number("TTIN") || signal == Posix.number("TTOU");
    if (wants && terminal.isOurs()) {
      give();
    }
    boolean has = terminal.isForeground(group);
    if (wants && has) {
      posix.signalGroup(group, "CONT");
      return;
    }
    if (!wants && !has && !terminal.isOurs()) {
      return; // Somebody has stopped the command alone; the lease is kept for it.
    }
    terminal.takeBackFrom(group);
    stopJob(wants ? "TTIN" : "TSTP");
    if ((wants || has) && terminal.isOurs()) {
      give();
    }
    posix.signalGroup(group, "CONT");
  }

  void commandEnded() {
    terminal.takeBackFrom(group);
  }

  private void give() {
    terminal.giveTo(group);
    gaveTerminal = true;
  }

  /** Returns when the job goes on. A job that nobody could let go on does not stop. */
  private void stopJob(String signal) {
    Signal stop = new Signal(signal);
    SignalHandler before = Signal.handle(stop, SignalHandler.SIG_DFL);
    posix.signalOwnGroup(signal);
    LockSupport.parkNanos(TO_TAKE_EFFECT.toNanos());
    Signal.handle(stop, before);
  }
}
