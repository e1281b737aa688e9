package dev.leasehold.cli.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A program that supervises a command as {@code run} does, without a lease: USR2 stands for its
 * loss. Arguments: grace in ms, time for the watchdog in ms or 0, the command.
 */
final class Keeper {

  static final int LOST = 123;

  private static final int AGAIN = 14;

  /**
   * Leaves a secret in a file, which must not come to be visible before. Where there is a file
   * {@code refuse} it does not succeed, and another file has a line for each attempt.
   */
  private static final AfterDeath LAST_CALL =
      new AfterDeath(
          List.of(
              "sh",
              "-c",
              "if [ -e refuse ]; then echo >> attempts; exit 14; fi;"
                  + " echo $SECRET > call && mv call called"),
          Map.of("SECRET", "word"),
          AGAIN,
          Duration.ofMinutes(1));

  private Keeper() {}

  public static void main(String[] arguments) throws Exception {
    Duration grace = Duration.ofMillis(Long.parseLong(arguments[0]));
    Duration time = Duration.ofMillis(Long.parseLong(arguments[1]));
    List<String> typed = List.of(OwnArguments.asTyped(arguments));
    List<String> command = typed.subList(2, typed.size());
    Supervisor supervisor = Supervisor.prepare();
    System.exit(keep(supervisor, command, grace, time));
  }

  private static int keep(Supervisor supervisor, List<String> words, Duration grace, Duration time)
      throws Exception {
    CompletableFuture<Boolean> lost = new CompletableFuture<>();
    CompletableFuture<RunningCommand> started = new CompletableFuture<>();
    ForwardedSignals.all(
        name -> {
          if (name.equals("USR2")) {
            lost.complete(true);
          } else {
            started.thenAccept(command -> command.signal(name));
          }
        });
    try (RunningCommand command =
        supervisor.start(
            words,
            Map.of("LEASEHOLD_LEASE_ID", "some-lease"),
            grace,
            new LatestEnd(time.isZero() ? Duration.ofDays(1) : time, grace),
            LAST_CALL)) {
      started.complete(command);
      CompletableFuture.anyOf(command.end(), lost).join();
      if (lost.isDone()) {
        return command.endAll(grace) ? LOST : 1;
      }
      if (command.hasLeftovers()) {
        command.endLeftovers(grace);
      }
      CommandEnd end = command.end().join();
      if (end.signal() == supervisor.number("INT") && command.hadTerminal()) {
        command.close();
        supervisor.dieWithJob("INT");
      }
      return end.exitCode();
    } catch (NotStartedException e) {
      System.err.println(e.getMessage());
      return e.exitCode();
    }
  }
}
