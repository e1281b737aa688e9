package dev.leasehold.cli.process;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Starts commands that are certain to end, also if this process is killed. ADR 25 has the reasons.
 */
public final class Supervisor {

  private final Posix posix;
  private final OpenFiles given;

  private Supervisor(Posix posix, OpenFiles given) {
    this.posix = posix;
    this.given = given;
  }

  /**
   * Finds out what can be found out before a lease is taken. To be called before anything is
   * connected.
   *
   * @throws IOException with a sentence, if commands cannot be supervised on this system
   */
  public static Supervisor prepare() throws IOException {
    OpenFiles given = OpenFiles.given();
    Posix posix = Posix.load();
    posix.adoptOrphans();
    return new Supervisor(posix, given);
  }

  /**
   * Starts a command.
   *
   * @param command the program and its arguments
   * @param variables added to its environment
   * @param grace between the request to end and the end, if this process is killed
   * @param latestEnd in force before the command is there: it may stop this process at once
   * @param lastCall the program that the watchdog runs when this process was killed and the command
   *     is over
   */
  public RunningCommand start(
      List<String> command,
      Map<String, String> variables,
      Duration grace,
      LatestEnd latestEnd,
      AfterDeath lastCall)
      throws IOException {
    RunMark mark = RunMark.within(System.getenv());
    Map<String, String> environment = new LinkedHashMap<>(variables);
    environment.put(RunMark.NAME, mark.variable());
    given.keepOthers(posix.libC());
    Watchdog watchdog = Watchdog.start(posix, mark, grace, lastCall);
    Terminal terminal = Terminal.open(posix);
    try {
      watchdog.endUnlessToldAgain(latestEnd);
      return RunningCommand.start(
          posix,
          OwnArguments.bytesOf(command),
          OwnEnvironment.with(environment),
          watchdog,
          terminal);
    } catch (IOException | RuntimeException e) {
      watchdog.close();
      terminal.close();
      throw e;
    }
  }

  /**
   * Ends this process, and what is in a pipe with it, by a signal, as if it had been typed. A shell
   * tells from that that its script is not to go on.
   */
  public void dieWithJob(String signal) {
    Signal.handle(new Signal(signal), SignalHandler.SIG_DFL);
    posix.signalOwnGroup(signal);
  }

  /** Ends this process by a signal that it has received, as if it had not been handled. */
  public void dieOf(String signal) {
    Signal.handle(new Signal(signal), SignalHandler.SIG_DFL);
    posix.signal((int) ProcessHandle.current().pid(), signal);
  }

  /** The number of a signal, by its name without SIG. */
  public int number(String signal) {
    return Posix.number(signal);
  }
}
