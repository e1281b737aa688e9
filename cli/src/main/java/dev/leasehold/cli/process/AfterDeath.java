package dev.leasehold.cli.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A program that the watchdog runs once all processes of the command are gone, if this process was
 * killed and can do nothing more itself. It gets some seconds, and nobody reads what it says. If it
 * takes longer or ends with a certain code it is run again, after longer and longer pauses.
 *
 * @param words the program and its arguments, which every user of the machine can see; if there are
 *     none, nothing is run
 * @param variables added to its environment, which only the same user can see
 * @param againCode the exit code that means that it may succeed later
 * @param patience for how long it is tried again
 */
public record AfterDeath(
    List<String> words, Map<String, String> variables, int againCode, Duration patience) {

  public static final AfterDeath NONE = new AfterDeath(List.of(), Map.of(), 0, Duration.ZERO);
}
