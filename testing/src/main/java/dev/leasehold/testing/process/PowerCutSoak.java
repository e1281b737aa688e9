package dev.leasehold.testing.process;

import dev.leasehold.testing.process.server.DataCopy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Cuts the power as often as told. */
public final class PowerCutSoak {

  private static final String USAGE =
      """
      Writes down with strace what a server under load does to its files. Then makes the disk as a
      power cut at some moment may have left it: what was synced, and of the rest nothing, all or any
      sectors. A server must start on each and know all that was answered before the cut.

        --cuts N      moments (1000)
        --answers N   that the server gives meanwhile (4000)
        --seed N      the same moments again

      Needs strace. Ends with 1 if something was wrong, and says what.\
      """;

  private PowerCutSoak() {}

  public static void main(String[] arguments) throws Exception {
    Options options = Options.read(arguments, USAGE, "--cuts", "--answers", "--seed");
    long seed = options.get("--seed", System.nanoTime());
    System.out.println("seed " + seed);
    Path scratch = Files.createTempDirectory("leasehold-power");
    PowerCuts cuts = PowerCuts.record(scratch, seed, (int) options.get("--answers", 4_000));
    List<String> violations = new ArrayList<>();
    long wanted = options.get("--cuts", 1_000);
    long done = 0;
    while (done < wanted && violations.isEmpty()) {
      violations.addAll(cuts.cut());
      done++;
    }
    System.out.printf(
        "%d cuts at %d moments, %d violations%n", done, cuts.moments(), violations.size());
    violations.forEach(System.out::println);
    DataCopy.delete(scratch);
    System.exit(violations.isEmpty() ? 0 : 1);
  }
}
