package dev.leasehold.testing.process;

import dev.leasehold.testing.process.server.DataCopy;
import java.nio.file.Files;
import java.nio.file.Path;

/** Kills a server under load as often as told. */
public final class KillSoak {

  private static final String USAGE =
      """
      Starts a server, puts load on it, ends it with kill -9 at a random moment, starts it again on
      the same data, and so on. After each kill: the journal is whole, every reply that a client got
      is found, no token was given twice or fell, no lease ended early, retries have no second effect, and
      the pool of money adds up and knows of every amount that was spent.

        --times N     kills (100)
        --seconds S   stop after so many seconds, however many kills that were (no limit)
        --answers N   at most so many answers between two kills (600)
        --seed N      the same moments again, as far as threads allow it

      Ends with 1 if something was wrong, and says what.\
      """;

  private KillSoak() {}

  public static void main(String[] arguments) throws Exception {
    Options options = Options.read(arguments, USAGE, "--times", "--seconds", "--answers", "--seed");
    long times = options.get("--times", 100);
    long seconds = options.get("--seconds", Long.MAX_VALUE / 1_000_000_000);
    long seed = options.get("--seed", System.nanoTime());
    System.out.println("seed " + seed);
    Path directory = Files.createTempDirectory("leasehold-kill");
    KillRounds rounds =
        new KillRounds(directory.resolve("data"), seed, (int) options.get("--answers", 600));
    long begun = System.nanoTime();
    int kills = 0;
    while (kills < times
        && (System.nanoTime() - begun) / 1_000_000_000 < seconds
        && rounds.violations().isEmpty()) {
      rounds.killOnce();
      kills++;
      System.out.printf(
          "kill %d: %,d requests, %,d deals with money, journal whole up to %,d%n",
          kills, rounds.history().size(), rounds.deals(), rounds.lastPosition());
    }
    rounds.end();
    report(rounds, kills, directory);
  }

  private static void report(KillRounds rounds, int kills, Path directory) throws Exception {
    long answered = rounds.history().stream().filter(attempt -> !attempt.isUnknown()).count();
    System.out.printf(
        "%d kills, %,d answers, %d violations%n", kills, answered, rounds.violations().size());
    rounds.violations().forEach(System.out::println);
    if (rounds.violations().isEmpty()) {
      DataCopy.delete(directory);
    } else {
      System.out.println("the data is kept in " + directory);
    }
    System.exit(rounds.violations().isEmpty() ? 0 : 1);
  }
}
