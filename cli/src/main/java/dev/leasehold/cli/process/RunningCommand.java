package dev.leasehold.cli.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A command that runs, with all that it has started. */
public final class RunningCommand implements AutoCloseable {

  private final int group;
  private final Posix posix;
  private final Watchdog watchdog;
  private final CommandProcesses members;
  private final Terminal terminal;
  private final JobControl job;
  private final CompletableFuture<CommandEnd> end = new CompletableFuture<>();

  private RunningCommand(Posix posix, int group, Watchdog watchdog, Terminal terminal) {
    this.posix = posix;
    this.group = group;
    this.watchdog = watchdog;
    this.terminal = terminal;
    this.members = new CommandProcesses(posix, group, watchdog.pid());
    this.job = new JobControl(posix, terminal, group);
  }

  static RunningCommand start(
      Posix posix,
      List<byte[]> arguments,
      List<byte[]> environment,
      Watchdog watchdog,
      Terminal terminal)
      throws NotStartedException {
    Spawn spawn = new Spawn(posix);
    Integer inForeground =
        terminal.isFreeToGive() ? spawn.inForeground(terminal, arguments, environment) : null;
    int group =
        inForeground != null ? inForeground : spawn.withStandardFiles(arguments, environment);
    watchdog.watch(group);
    RunningCommand command = new RunningCommand(posix, group, watchdog, terminal);
    command.job.begin(inForeground != null);
    Thread.ofPlatform().daemon().name("leasehold-reaper").start(command::reap);
    return command;
  }

  /** Done when the command itself has ended; what it has started may still run. */
  public CompletableFuture<CommandEnd> end() {
    return end;
  }

  /** Sends a signal to the command's whole group. */
  public void signal(String name) {
    members.tellGroup(name);
  }

  /**
   * The watchdog ends all that belongs to the command unless this is called again before the time
   * has passed. This is for the case that this process cannot do it, because it is stopped.
   */
  public void endAtLatest(LatestEnd end) {
    watchdog.endUnlessToldAgain(end);
  }

  /**
   * Ends all that belongs to the command: asks first, and kills when the grace is over.
   *
   * @return whether nothing is left
   */
  public boolean endAll(Duration grace) {
    // Should this process be stopped meanwhile, the watchdog still kills in time.
    watchdog.endUnlessToldAgain(new LatestEnd(grace, Duration.ZERO));
    return members.end(grace);
  }

  /** Whether the command has ended and left others of its group behind. */
  public boolean hasLeftovers() {
    return members.groupExists();
  }

  /** Ends the processes that are left of the group. Those that have left the group may live on. */
  public boolean endLeftovers(Duration grace) {
    return members.endGroup(grace);
  }

  /** Whether it had the terminal, so that typed signals went to it alone. */
  public boolean hadTerminal() {
    return job.gaveTerminal();
  }

  /**
   * Lets the watchdog go. A command that still runs, because something here has failed, is killed.
   */
  @Override
  public void close() {
    if (!end.isDone()) {
      endAll(Duration.ZERO);
    }
    watchdog.close();
    terminal.close();
  }

  /** Orphans of the command come to this process, hence have to be asked for their status. */
  private void reap() {
    for (ChildStatus child = posix.awaitChild(); child != null; child = posix.awaitChild()) {
      if (child.pid() != group) {
        continue;
      }
      if (child.isStopped()) {
        job.commandStopped(child.stopSignal());
      } else {
        job.commandEnded();
        end.complete(CommandEnd.of(child));
      }
    }
  }
}
