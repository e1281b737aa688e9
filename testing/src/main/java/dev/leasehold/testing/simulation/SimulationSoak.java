package dev.leasehold.testing.simulation;

/**
 * Simulates for as long as asked: {@code SimulationSoak --seed 1 --steps 10000000}. Every run of
 * {@value #STEPS_PER_RUN} steps has its own seed, counted up from the first, so that a failure is
 * seen again in less than a second.
 */
public final class SimulationSoak {

  private static final int STEPS_PER_RUN = 20_000;

  private SimulationSoak() {}

  public static void main(String[] arguments) {
    long seed = option(arguments, "--seed", System.nanoTime());
    long steps = option(arguments, "--steps", 1_000_000);
    System.out.println("first seed " + seed);
    long begun = System.nanoTime();
    Tally tally = new Tally();
    for (long done = 0; done < steps; done += STEPS_PER_RUN) {
      tally.addAll(new Simulation(seed++).run(Math.min(STEPS_PER_RUN, steps - done)));
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.printf("%,d steps in %.1f s: %,.0f steps/s%n", steps, seconds, steps / seconds);
    System.out.println(tally);
  }

  private static long option(String[] arguments, String name, long usual) {
    for (int i = 0; i + 1 < arguments.length; i++) {
      if (arguments[i].equals(name)) {
        return Long.parseLong(arguments[i + 1]);
      }
    }
    return usual;
  }
}
